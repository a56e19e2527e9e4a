import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

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

export type Counts = { requests: number; bytesIn: number; bytesOut: number };

/** What is kept of requests: everything, or only how many and how large. */
export type Recording = 'all' | 'counts';

/** Keeps the requests, and counts the bytes on the wire (heads, bodies and TLS included). */
export class Recorder {
	recording: Recording = 'all';

	private kept: RecordedRequest[] = [];

	private seen = 0;

	private bytes = { in: 0, out: 0 };

	private readonly open = new Map<Socket, { in: number; out: number }>();

	/** The requests since the last clear, in the order in which they came. */
	get requests(): readonly RecordedRequest[] {
		return this.kept;
	}

	get counts(): Counts {
		let { in: bytesIn, out: bytesOut } = this.bytes;
		for (const [socket, before] of this.open) {
			bytesIn += socket.bytesRead - before.in;
			bytesOut += socket.bytesWritten - before.out;
		}
		return { requests: this.seen, bytesIn, bytesOut };
	}

	/** Starts a record; it is filled in as the request goes on. */
	record(request: Omit<RecordedRequest, 'number'>): RecordedRequest {
		this.seen += 1;
		const recorded = { number: this.seen, ...request };
		if (this.recording === 'all') this.kept.push(recorded);
		return recorded;
	}

	/** Counts what goes over a connection. */
	watch(socket: Socket): void {
		this.open.set(socket, { in: 0, out: 0 });
		socket.once('close', () => {
			const before = this.open.get(socket);
			this.open.delete(socket);
			if (before === undefined) return;
			this.bytes.in += socket.bytesRead - before.in;
			this.bytes.out += socket.bytesWritten - before.out;
		});
	}

	/** Counts nothing of a connection, also not what it has carried. */
	ignore(socket: Socket): void {
		this.open.delete(socket);
	}

	/** Forgets the requests and the counts. */
	clear(): void {
		this.kept = [];
		this.seen = 0;
		this.bytes = { in: 0, out: 0 };
		for (const socket of this.open.keys()) {
			this.open.set(socket, { in: socket.bytesRead, out: socket.bytesWritten });
		}
	}
}
