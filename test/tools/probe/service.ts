import { Agent } from 'node:https';

import axios from 'axios';

import { isObject, parseJson, toJson } from '../../../nodes/shared/json';
import type { Json, JsonObject } from '../../../nodes/shared/json';

export interface Answer {
	status: number;
	/** The body, or {} if it is no JSON object. IDs that a number would round are texts. */
	body: JsonObject;
	isJson: boolean;
	/** The Date header, ms since 1970; NaN without one. */
	date: number;
}

/** The service does not respond or refuses all requests, so the probe stops. */
export class NoMoreAnswers extends Error {}

export class ProbedService {
	requests = 0;

	constructor(
		private readonly url: string,
		private readonly token: string,
		private readonly ignoreSslIssues: boolean,
	) {}

	/** Sends a request. @throws NoMoreAnswers without a response, and after "too many requests" */
	async send(
		method: 'GET' | 'POST' | 'PUT' | 'DELETE',
		path: string,
		{ query, body, token = this.token }: RequestParts = {},
	): Promise<Answer> {
		this.requests += 1;
		const { status, data, headers } = await axios
			.request<string>({
				method,
				url: `${this.url.replace(/\/+$/, '')}/api/v2${path}`,
				params: query,
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
				...(body !== undefined && { data: toJson(body) }),
				responseType: 'text',
				transformResponse: (text: string) => text,
				validateStatus: () => true,
				maxRedirects: 0,
				proxy: false,
				timeout: 60_000,
				httpsAgent: new Agent({ rejectUnauthorized: !this.ignoreSslIssues }),
			})
			.catch((error: unknown) => {
				const code = isObject(error) ? error['code'] : undefined;
				throw new NoMoreAnswers(`no answer: ${typeof code === 'string' ? code : 'unknown'}`);
			});
		if (status === 429) throw new NoMoreAnswers('too many requests: HTTP 429');
		const parsed = parse(data);
		const isJson = isObject(parsed);
		const date = Date.parse(String(headers['date'] ?? ''));
		return { status, body: isJson ? parsed : {}, isJson, date };
	}
}

interface RequestParts {
	query?: Record<string, string | number>;
	body?: Json;
	token?: string;
}

function parse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

const asRow = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const rowsIn = (value: unknown): JsonObject[] | undefined =>
	Array.isArray(value) ? value.map(asRow) : undefined;

export const dataOf = ({ body }: Answer): JsonObject => asRow(body['data']);

export const metaOf = ({ body }: Answer): JsonObject => asRow(body['meta']);

/** Returns whether a response is a refusal, by its status, its words, or missing data. */
export const isRefused = ({ status, body }: Answer): boolean =>
	status >= 300 || !('data' in body) || /^(?:fail|error)/i.test(String(body['status']));
