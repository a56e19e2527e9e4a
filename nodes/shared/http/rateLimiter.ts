import { hash } from 'crypto';

import type { ApiError, ErrorKind } from './apiError';

/** A minute and a second: the service counts requests on arrival, and their travel times differ. */
const PACE_PERIOD_MS = 61_000;

/** The waits in ms after responses that hold requests and name no time; the service may lock a token for minutes. */
export const HOLDS_MS = [10_000, 30_000, 60_000, 120_000, 300_000] as const;

/** A longer wait that a service names is cut to this one. */
export const MAX_NAMED_WAIT_MS = 1_800_000;

/**
 * Paces the requests of one access token to one server: a limited number leaves in a minute. It also remembers
 * until when the service accepts no request; the client waits until then. Times are ms of a clock that is never
 * set, `performance.now()`.
 */
export class RateLimiter {
	/** The times at which the last requests leave, in order; some may still wait. */
	private departures: number[] = [];
	private heldUntil = 0;
	/** The kind of error that a request meets until then. */
	heldBy: ErrorKind = 'throttled';
	/** The number of holds in a row. A response during a hold neither counts nor resets it. */
	private holdsInARow = 0;

	/** Reserves a slot for a request. @param limit requests per minute, 0 for none @returns the ms until it may leave */
	reserveSlot(limit: number, now = performance.now()): number {
		const wait = this.waitForPace(1, limit, now);
		this.departures.push(now + wait);
		if (this.departures.length > limit) this.departures.shift();
		return wait;
	}

	/** Returns the ms until the last of the next `count` requests can leave. */
	expectedWait(count: number, limit: number, now = performance.now()): number {
		return Math.max(this.holdLeft(now), this.waitForPace(count, limit, now));
	}

	/** Returns the ms until the last of the next `count` requests may leave by the pace alone. */
	private waitForPace(count: number, limit: number, now: number): number {
		if (limit === 0) return 0;
		// `limit` requests leave in a period, so a request waits for the request `limit` places earlier.
		const before = this.departures.at(((count - 1) % limit) - limit) ?? -Infinity;
		const periods = Math.floor((count - 1) / limit);
		return Math.max(0, before + PACE_PERIOD_MS - now) + periods * PACE_PERIOD_MS;
	}

	/** Returns the ms for which the service accepts no request; 0 if it accepts requests. */
	holdLeft(now = performance.now()): number {
		return Math.max(0, this.heldUntil - now);
	}

	/** Records that the service accepts no request for some time; only a named wait lengthens a hold that has begun. */
	recordHold({ kind, rule, facts: { retryAfterMs } }: ApiError, now = performance.now()): void {
		const defaultWaitMs = HOLDS_MS[this.holdsInARow] ?? Math.max(...HOLDS_MS);
		// Requests that left together are refused together, which counts once.
		if (this.holdLeft(now) === 0) this.holdsInARow += 1;
		else if (retryAfterMs === undefined) return;
		const until = now + (retryAfterMs ?? defaultWaitMs);
		if (until <= this.heldUntil) return;
		this.heldUntil = until;
		this.heldBy = rule.holds === true ? kind : 'unavailable';
	}

	/** Records any other response. Outside a hold, the next hold then begins with the shortest wait. */
	recordResponse(now = performance.now()): void {
		if (this.holdLeft(now) === 0) this.holdsInARow = 0;
	}
}

const limiters = new Map<string, RateLimiter>();

/** Returns the limiter of an access token at a server, which all executions of this process share. */
export function limiterOf(token: string, server: string): RateLimiter {
	const key = `${hash('sha256', token)} ${server}`;
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}
