import axios from 'axios';

/** An answer of the probed service. */
export interface ProbeAnswer {
	status: number;
	body: Record<string, unknown>;
	/** Whether the body is JSON. */
	isJson: boolean;
	/** ms since 1970. */
	date: number | undefined;
}

type Query = Record<string, string | number>;

/** What the probe may send: it reads, and starts bulk requests, which only read too. */
export interface ProbeClient {
	get(path: string, query?: Query): Promise<ProbeAnswer>;
	post(path: '/alerts' | '/alerts/bulk', body: object): Promise<ProbeAnswer>;
	/** Sends a request without the access token. */
	getUnauthorized(path: string): Promise<ProbeAnswer>;
	readonly requests: number;
}

/** Requests at most, below the published limit of 60 a minute. */
export const MAX_REQUESTS = 40;

/** @throws Error when the budget of requests is used up */
export function probeClient(url: string, token: string, ignoreSslIssues: boolean): ProbeClient {
	const base = `${url.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2`;
	let requests = 0;
	const send = async (
		method: 'GET' | 'POST',
		path: string,
		{ query, body, authorized = true }: { query?: Query; body?: object; authorized?: boolean },
	): Promise<ProbeAnswer> => {
		if (requests >= MAX_REQUESTS) throw new Error(`More than ${MAX_REQUESTS} requests are needed`);
		requests += 1;
		const { status, data, headers } = await axios.request<string>({
			method,
			url: `${base}${path}`,
			params: query,
			data: body,
			headers: authorized ? { Authorization: `Bearer ${token}` } : {},
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
			maxRedirects: 0,
			timeout: 60_000,
			...(ignoreSslIssues ? { httpsAgent: await insecureAgent() } : {}),
		});
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
		get: async (path, query = {}) => await send('GET', path, { query }),
		post: async (path, body) => await send('POST', path, { body }),
		getUnauthorized: async (path) => await send('GET', path, { authorized: false }),
		get requests() {
			return requests;
		},
	};
}

async function insecureAgent(): Promise<object> {
	const { Agent } = await import('node:https');
	return new Agent({ rejectUnauthorized: false });
}

function parse(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? { ...value }
			: undefined;
	} catch {
		return undefined;
	}
}
