import type { IncomingHttpHeaders } from 'node:http';

import type { Method, OperationId } from './contract';

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
export type RecordedRequest = {
	/** 1 for the first since the record was cleared. */
	number: number;
	method: Method;
	/** The path below the host, without the query. */
	path: string;
	/** undefined if no operation is served there. */
	operation: OperationId | undefined;
	query: Record<string, string | string[]>;
	/** The body as it came; '' if there was none. */
	text: string;
	/** The body as JSON.parse reads it, undefined if it cannot. */
	body: unknown;
	headers: IncomingHttpHeaders;
	/** The service's clock, ms since 1970. */
	at: number;
	/** The HTTP status of the answer; 0 until, or unless, one is sent. */
	status: number;
	/** Whether an operation did its work; a request can be carried out and its answer lost. */
	carriedOut: boolean;
	/** Why it was refused, or the answer did not fit, in words for the reader of a test. */
	why: string | undefined;
	/** The fault it met. */
	fault: string | undefined;
};
