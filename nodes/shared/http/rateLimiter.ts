import { hash } from 'crypto';

import { Lock } from './lock';
import { Pace, type Ticket } from './pace';

/** How many of them are kept, idle ones included, and how many in all. */
const MOST_IDLE = 60;
const MOST = 2000;

/**
 * What requests share in this process, by a key: idle ones are forgotten if a key beyond 60 is added, and
 * the oldest one if there are 2,000.
 */
export class Shared<T extends { isIdle(now: number): boolean }> {
	private readonly values = new Map<string, T>();

	get size(): number {
		return this.values.size;
	}

	get(key: string, now: number, make: () => T): T {
		const known = this.values.get(key);
		if (known !== undefined) return known;
		if (this.values.size >= MOST_IDLE) this.makeRoom(now);
		const made = make();
		this.values.set(key, made);
		return made;
	}

	private makeRoom(now: number): void {
		for (const [key, value] of this.values) if (value.isIdle(now)) this.values.delete(key);
		const [oldest] = this.values.keys();
		if (this.values.size >= MOST && oldest !== undefined) this.values.delete(oldest);
	}
}

const paces = new Shared<Pace>();
const locks = new Shared<Lock>();

/** Whose requests are limited, and how. */
export interface Limited {
	/** The server, spelled in one way. */
	server: string;
	token: string;
	/** Requests per minute at most; 0 for no limit. */
	requestsPerMinute: number;
}

/**
 * Says when the requests of an access token leave. All executions of this process share the pace of a
 * server among the access tokens of one limit, and its lock among the requests of one access token.
 */
export class RateLimiter {
	private readonly token: string;

	constructor(private readonly limited: Limited) {
		this.token = hash('sha256', limited.token);
	}

	/** @returns 0 if a request leaves now, else the ms after which it asks again */
	ask(ticket: Ticket, now: number): number {
		const held = this.lock(now).ask(ticket, now);
		if (held === 0) return this.pace(now).ask(this.token, ticket, now);
		// What the lock holds keeps no other access token waiting.
		this.pace(now).leave(this.token, ticket);
		return held;
	}

	/** Forgets a request that is answered, or waits no longer. */
	release(ticket: Ticket, now: number): void {
		this.pace(now).leave(this.token, ticket);
		this.lock(now).release(ticket);
	}

	/** Ms until the lock of the service ends; 0 if there is none. */
	lockedFor(now: number): number {
		return this.lock(now).lockedFor(now);
	}

	/** Notes an answer that says "too many requests", and the wait in ms that it asks for, if any. */
	refused(namedMs: number | undefined, now: number): void {
		this.lock(now).refused(namedMs, now);
	}

	/** Notes any other answer. */
	passed(now: number): void {
		this.lock(now).passed(now);
	}

	/** Requests that can leave at once; Infinity without a limit. */
	available(now: number): number {
		return Math.min(this.lock(now).available(now), this.pace(now).available(now));
	}

	/** Ms until the last of the next `count` requests can leave. */
	expectedWait(count: number, now: number): number {
		return Math.max(this.lockedFor(now), this.pace(now).expectedWait(this.token, count, now));
	}

	private pace(now: number): Pace {
		const { server, requestsPerMinute } = this.limited;
		return paces.get(`${requestsPerMinute} ${server}`, now, () => new Pace(requestsPerMinute));
	}

	private lock(now: number): Lock {
		return locks.get(`${this.token} ${this.limited.server}`, now, () => new Lock());
	}
}
