import type { Service } from './service';

/** An answer with its text and, where it is JSON, its value. */
export type ClientAnswer = Awaited<ReturnType<typeof call>>;

export type CallOptions = {
	/** The service's own token by default; null sends no Authorization. */
	token?: string | null;
	headers?: Record<string, string>;
	/** Sent as it is instead of a JSON body. */
	text?: string;
};

/** Sends one plain request to a service, follows no redirect, and never throws on a status. */
export const call = async (
	service: Service,
	method: string,
	path: string,
	body?: object,
	{ token = service.token, headers = {}, text }: CallOptions = {},
) => {
	const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
	const answer = await fetch(`${service.url}/api/v2${path}`, {
		method,
		redirect: 'manual',
		headers: {
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...(sent === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(sent === undefined ? {} : { body: sent }),
	});
	const received = await answer.text();
	let value: unknown;
	try {
		value = JSON.parse(received);
	} catch {
		value = undefined;
	}
	return { status: answer.status, headers: answer.headers, text: received, body: value };
};

/** A value inside an answer's body by its path, such as data.log_sources.0; undefined if none. */
export const inside = ({ body }: { body: unknown }, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, step) =>
				typeof value === 'object' && value !== null
					? (value as Record<string, unknown>)[step]
					: undefined,
			body,
		);

/** The rows of a list inside an answer's body; an empty list where there is none. */
export const rowsOf = (answer: { body: unknown }, path: string): Array<Record<string, unknown>> => {
	const rows = inside(answer, path);
	return Array.isArray(rows) ? (rows as Array<Record<string, unknown>>) : [];
};
