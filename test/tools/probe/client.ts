import { randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';

import { apiUrl } from '../../../nodes/shared/http/connection';
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
	text: string;
	/** The Date header, ms since 1970; NaN without one. */
	date: number;
}

type Query = Record<string, string | number>;

/** What the probe may send by default: a bulk request only reads too. */
export interface ProbedService {
	get: (path: string, query?: Query) => Promise<Answer>;
	post: (path: '/alerts' | '/alerts/bulk', body: Json) => Promise<Answer>;
	/** Reads without the access token; `/` is the page of the console. */
	getUnauthorized: (path: string) => Promise<Answer>;
	/** Requests so far. */
	count: () => number;
}

/** What the probe may send with --write. */
export interface WritableService extends ProbedService {
	/** The name of everything that the probe adds: a computer, a log type and a rule may have it. */
	ownName: string;
	write: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Json) => Promise<Answer>;
}

/** The service does not answer, or refuses all requests: nothing more is asked. */
export class NoMoreAnswers extends Error {}

/** Below the published limit of 60 a minute over all clients. */
export const REQUESTS_A_MINUTE = 58;

const MINUTE = 60_000;

export interface ProbeOptions {
	baseUrl: string;
	token: string;
	ignoreSslIssues: boolean;
	/** How a minute is waited for. */
	pause?: (ms: number) => Promise<unknown>;
}

/**
 * Sends requests, at most {@link REQUESTS_A_MINUTE} in a minute.
 * @throws Error when the base URL is none
 */
export function connect(options: ProbeOptions): WritableService {
	const { baseUrl, token, ignoreSslIssues, pause = sleep } = options;
	let requests = 0;
	const base = apiUrl(baseUrl);
	const client = axios.create({
		responseType: 'text',
		transformResponse: (text: string) => text,
		validateStatus: () => true,
		maxRedirects: 0,
		timeout: MINUTE,
		httpsAgent: new Agent({ rejectUnauthorized: !ignoreSslIssues }),
	});
	const send = async (request: AxiosRequestConfig): Promise<Answer> => {
		if (requests > 0 && requests % REQUESTS_A_MINUTE === 0) await pause(MINUTE);
		requests += 1;
		const answer = await received(client.request<string>(request));
		if (isThrottled(answer)) throw new NoMoreAnswers(`too many requests: HTTP ${answer.status}`);
		return answer;
	};
	const authorized = { Authorization: `Bearer ${token}` };
	const json = { ...authorized, 'Content-Type': 'application/json' };
	const write: WritableService['write'] = async (method, path, body) =>
		await send({
			method,
			url: base + path,
			...(body === undefined ? { headers: authorized } : { headers: json, data: toJson(body) }),
		});
	return {
		get: async (path, params = {}) => await send({ url: base + path, params, headers: authorized }),
		post: async (path, body) => await write('POST', path, body),
		getUnauthorized: async (path) =>
			await send({ url: path === '/' ? base.replace(/api\/v2$/, '') : base + path }),
		count: () => requests,
		ownName: `N8nProbe${randomBytes(3).toString('hex')}`,
		write,
	};
}

async function received(request: Promise<AxiosResponse<string>>): Promise<Answer> {
	try {
		const { status, data: text, headers } = await request;
		const date = Date.parse(String(headers['date'] ?? ''));
		const body = parsed(text);
		return { status, text, body: body ?? {}, isJson: body !== undefined, date };
	} catch (error) {
		const code = isObject(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown';
		throw new NoMoreAnswers(`no answer: ${code}`);
	}
}

const isThrottled = ({ status, text }: Answer): boolean =>
	status === 429 ||
	/\b(?:0*109|IAM0019|URL_ROLLING_THROTTLES_LIMIT_EXCEEDED)\b/.test(text.slice(0, 500));

function parsed(text: string): JsonObject | undefined {
	try {
		const value = parseJson(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
