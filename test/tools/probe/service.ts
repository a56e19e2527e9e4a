import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Below the published limit of 60 a minute over all clients. */
export const REQUESTS_A_MINUTE = 58;

const MINUTE = 60_000;

export interface Options {
	url: string;
	token: string;
	ignoreSslIssues?: boolean;
	/** How a minute is waited for. */
	pause?: (ms: number) => Promise<unknown>;
}

/** The probed service, asked at most {@link REQUESTS_A_MINUTE} times a minute. */
export class ProbedService {
	requests = 0;

	constructor(private readonly options: Options) {}

	/**
	 * Sends a request; `query` is for GET and DELETE, `body` for the others.
	 * @throws NoMoreAnswers without an answer, and after "too many requests"
	 */
	async ask(
		method: 'GET' | 'POST' | 'PUT' | 'DELETE',
		path: string,
		{ query = {}, body, token = this.options.token }: Asked = {},
	): Promise<Answer> {
		const { url, ignoreSslIssues = false, pause = sleep } = this.options;
		if (this.requests > 0 && this.requests % REQUESTS_A_MINUTE === 0) await pause(MINUTE);
		this.requests += 1;
		const { status, data, headers } = await axios
			.request<string>({
				method,
				url: `${url.replace(/\/+$/, '')}/api/v2${path}`,
				params: query,
				headers: {
					Authorization: `Bearer ${token}`,
					...(body !== undefined && { 'Content-Type': 'application/json' }),
				},
				...(body !== undefined && { data: toJson(body) }),
				responseType: 'text',
				transformResponse: (text: string) => text,
				validateStatus: () => true,
				maxRedirects: 0,
				proxy: false,
				timeout: MINUTE,
				httpsAgent: new Agent({ rejectUnauthorized: !ignoreSslIssues }),
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

interface Asked {
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

export type Row = JsonObject;

const asRow = (value: unknown): Row => (isObject(value) ? value : {});

export const rowsIn = (value: unknown): Row[] | undefined =>
	Array.isArray(value) ? value.map(asRow) : undefined;

export const dataOf = ({ body }: Answer): Row => asRow(body['data']);

export const metaOf = ({ body }: Answer): Row => asRow(body['meta']);

/** A count of the service, without its words. */
export const countIn = (value: unknown): string =>
	typeof value === 'number' ? String(value) : value === undefined ? 'absent' : 'no number';

/** Whether an answer is a refusal: it has no data, or says so by its status or in words. */
export const isRefused = ({ status, body }: Answer): boolean =>
	status >= 300 || !('data' in body) || /^(?:fail|error)/i.test(String(body['status']));

/** A row of the report. Holds words of the probe and figures: no name, address or text of the service. */
export interface Finding {
	question: string;
	/** What the package takes for granted. */
	assumed: string;
	/** What the service does. */
	seen: string;
	/** Undefined if the service has no data that would show it. */
	fits?: boolean;
}

/** Findings one by one, in the order in which the service is asked. */
export type Findings = AsyncGenerator<Finding, void>;

/** A row of the report; `seen` is undefined if the service does not show it. */
export const finding = (
	question: string,
	assumed: string,
	seen: string | undefined,
	fits: boolean = seen === assumed,
): Finding =>
	seen === undefined ? { question, assumed, seen: '' } : { question, assumed, seen, fits };
