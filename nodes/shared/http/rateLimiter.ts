import { hash } from 'crypto';

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

/**
 * The waits after refusals that name no time, in ms; asking earlier may prolong a lock. The page of the
 * credential names them (Pacing).
 */
export const WAITS_MS = [10_000, 30_000, 60_000, 120_000] as const;

/** The wait after any more of them, in ms. */
export const LONGEST_WAIT_MS = 300_000;

/** How long a lock that ended is remembered while nobody tries, in ms. */
const REMEMBERED_MS = 1_800_000;

/** The wait before the request that tries may be answered, in ms. */
const ASK_AGAIN_MS = 1000;

/**
 * The lock of a service that answered an access token with "too many requests": nothing leaves until
 * it ends, and then one request tries, since another refusal makes the next lock longer. Times are ms
 * of the host's clock; if that clock is set back, the lock is as long as before.
 */
export class Lock {
	private until = 0;
	/** Refusals since the last answer that was none. */
	private refusals = 0;
	private trying: Ticket | undefined;
	private lastNow = 0;

	/** @returns 0 if the lock does not hold the request, else the ms after which it asks again */
	ask(ticket: Ticket, now: number): number {
		const left = this.lockedFor(now);
		if (left > 0 || this.refusals === 0) return left;
		this.trying ??= ticket;
		return this.trying === ticket ? 0 : ASK_AGAIN_MS;
	}

	/** Notes that a request is answered, or will not be: the next one may try. */
	release(ticket: Ticket): void {
		if (this.trying === ticket) this.trying = undefined;
	}

	/** Ms until the lock ends; 0 if there is none. */
	lockedFor(now: number): number {
		this.until -= Math.max(0, this.lastNow - now);
		this.lastNow = now;
		return Math.max(0, this.until - now);
	}

	/** Requests that it lets leave at once. */
	available(now: number): number {
		if (this.lockedFor(now) > 0 || this.trying !== undefined) return 0;
		return this.refusals > 0 ? 1 : Infinity;
	}

	/**
	 * Notes an answer that says "too many requests".
	 * @param namedMs the wait that it asks for; undefined if it names none
	 */
	refused(namedMs: number | undefined, now: number): void {
		const isLocked = this.lockedFor(now) > 0;
		const named = namedMs ?? 0;
		// Requests that left together are refused together: they count as one refusal.
		if (named === 0 && isLocked) return;
		const step = WAITS_MS[this.refusals] ?? LONGEST_WAIT_MS;
		this.refusals += 1;
		this.until = Math.max(this.until, now + (named > 0 ? named : step));
	}

	/** Notes any other answer: the next lock begins with the first step. */
	passed(now: number): void {
		// The answer to a request that left before the lock says nothing about the lock.
		if (this.lockedFor(now) === 0) this.refusals = 0;
	}

	/** Whether nothing is left to remember. */
	isIdle(now: number): boolean {
		if (this.lockedFor(now) > 0 || this.trying !== undefined) return false;
		return this.refusals === 0 || this.until < now - REMEMBERED_MS;
	}
}
