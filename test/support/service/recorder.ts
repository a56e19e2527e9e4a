import type { IncomingHttpHeaders } from 'node:http';

import type { Method, OperationId } from './contract';

/** A request as it came, and what became of it. */
export type RecordedRequest = {
	/** 1 for the first since the recording was cleared. */
	number: number;
	method: Method;
	/** The path below the host, without the query. */
	path: string;
	/** undefined where no operation of the document is served there. */
	operation: OperationId | undefined;
	query: Record<string, string | string[]>;
	/** The body as it came; '' where there was none. */
	text: string;
	/** The body as JSON.parse reads it, undefined where it cannot. */
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

/** What is kept of requests: everything, or only how many. */
export type Recording = 'all' | 'counts';

/** Keeps the requests. */
export class Recorder {
	recording: Recording = 'all';

	/** How many requests came since the last clear. */
	count = 0;

	private kept: RecordedRequest[] = [];

	/** The requests since the last clear, in the order in which they came. */
	get requests(): readonly RecordedRequest[] {
		return this.kept;
	}

	/** Starts a record; it is filled in as the request goes on. */
	record(request: Omit<RecordedRequest, 'number'>): RecordedRequest {
		this.count += 1;
		const recorded = { number: this.count, ...request };
		if (this.recording === 'all') this.kept.push(recorded);
		return recorded;
	}

	/** Forgets the requests. */
	clear(): void {
		this.kept = [];
		this.count = 0;
	}
}
