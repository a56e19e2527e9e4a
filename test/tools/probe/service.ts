import { Agent } from 'node:https';

import axios from 'axios';

import {
	isObject,
	parseJson,
	toJson,
	type Json,
	type JsonObject,
} from '../../../nodes/shared/json';

/** An answer of the probed service. */
export interface Answer {
	status: number;
	/** Empty if the body is no JSON object. IDs that a number would round are texts. */
	body: JsonObject;
	isJson: boolean;
	/** The Date header, ms since 1970; NaN without one. */
	date: number;
}

/** The service does not answer, or refuses all requests: nothing more is asked. */
export class NoMoreAnswers extends Error {}

const TIMEOUT_MS = 60_000;

/** The probed service. */
export class ProbedService {
	requests = 0;

	constructor(
		private readonly url: string,
		private readonly token: string,
		private readonly ignoreSslIssues: boolean,
	) {}

	/**
	 * Sends a request; `query` is for GET, `body` for the others.
	 * @throws NoMoreAnswers without an answer, and after "too many requests"
	 */
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
				timeout: TIMEOUT_MS,
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

/** Whether an answer is a refusal: it has no data, or says so by its status or in words. */
export const isRefused = ({ status, body }: Answer): boolean =>
	status >= 300 || !('data' in body) || /^(?:fail|error)/i.test(String(body['status']));
