import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';

/** A request as it comes. */
export interface Incoming {
	method: string;
	/** Path and query. */
	url: string;
	headers: IncomingHttpHeaders;
	/** The body; '' if there is none. */
	text: string;
}

/** An answer as it goes out. */
export type Outgoing = {
	status: number;
	headers: Record<string, string>;
	/** The text of the body. */
	text: string;
	/** How it is delivered, if not as a whole at once. */
	delivery?: 'reset' | 'half' | 'none' | 'endless' | 'bomb' | { pieces: number; everyMs: number };
};

/** A request as it came, and what became of it. */
export type RecordedRequest = Omit<Incoming, 'url'> & {
	/** The path below the host, without the query. */
	path: string;
	query: ParsedUrlQuery;
	/** The body as JSON.parse reads it, undefined if it cannot. */
	body: unknown;
	/** The HTTP status of the answer; 0 if none is sent. */
	status: number;
	/** Why it was refused, in words for the reader of a test. */
	why: string | undefined;
};

/** The value of a JSON text; undefined if it is none. */
export const decode = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
};

/** A page of a web server, a proxy or a sign-in. */
export const html = (status: number, title: string): Outgoing => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

/** A JSON answer; a text is sent as it is. */
export const json = (
	status: number,
	body: object | string,
	headers: Outgoing['headers'] = {},
): Outgoing => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
