import { Agent } from 'node:https';

import axios, { type AxiosRequestConfig } from 'axios';

import { isObject } from '../../../nodes/shared/json';

/** An answer of the probed service. */
export interface ProbeAnswer {
	status: number;
	body: Record<string, unknown>;
	/** Whether the body is JSON. */
	isJson: boolean;
	/** ms since 1970. */
	date: number | undefined;
}

/** Requests at most, below the published limit of 60 a minute. */
export const MAX_REQUESTS = 40;

/** What the probe may send: it reads, and starts bulk requests, which only read too. */
export type ProbeClient = ReturnType<typeof probeClient>;

/** @throws Error when the budget of requests is used up */
export function probeClient(url: string, token: string, ignoreSslIssues: boolean) {
	let requests = 0;
	const client = axios.create({
		baseURL: `${url.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2`,
		responseType: 'text',
		transformResponse: (text: string) => text,
		validateStatus: () => true,
		maxRedirects: 0,
		timeout: 60_000,
		httpsAgent: new Agent({ rejectUnauthorized: !ignoreSslIssues }),
	});
	const authorized = { Authorization: `Bearer ${token}` };
	const send = async (request: AxiosRequestConfig): Promise<ProbeAnswer> => {
		if (requests >= MAX_REQUESTS) throw new Error(`More than ${MAX_REQUESTS} requests are needed`);
		requests += 1;
		const { status, data, headers } = await client.request<string>(request);
		const date = Date.parse(String(headers['date'] ?? ''));
		const parsed = parse(data);
		return {
			status,
			body: parsed ?? {},
			isJson: parsed !== undefined,
			date: Number.isNaN(date) ? undefined : date,
		};
	};
	return {
		get: async (path: string, params: Record<string, string | number> = {}) =>
			await send({ url: path, params, headers: authorized }),
		post: async (path: '/alerts' | '/alerts/bulk', data: object) =>
			await send({ method: 'POST', url: path, data, headers: authorized }),
		/** Sends a request without the access token. */
		getUnauthorized: async (path: string) => await send({ url: path }),
		get requests() {
			return requests;
		},
	};
}

function parse(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
