import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';

export interface Incoming {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	/** The body; '' if there is none. */
	text: string;
}

export type Outgoing = {
	status: number;
	headers: Record<string, string>;
	text: string;
	/** The delivery of the response, if the service does not send it whole and at once. */
	delivery?: 'reset' | 'half' | 'none' | 'endless' | { pieces: number; everyMs: number };
};

export type RecordedRequest = Omit<Incoming, 'url'> & {
	/** The path below the host, without the query. */
	path: string;
	query: ParsedUrlQuery;
	/** The body as JSON.parse reads it, or undefined if the text is not JSON. */
	body: unknown;
	/** The HTTP status of the response; 0 without a response. */
	status: number;
	/** The reason for a refusal, for the reader of a test. */
	why: string | undefined;
};

/** Returns the value of a JSON text, or undefined for another text. */
export const decode = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
};

export const html = (status: number, title: string): Outgoing => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

export const json = (status: number, body: object | string, headers: Outgoing['headers'] = {}) => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
