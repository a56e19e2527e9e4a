import { hash } from 'crypto';

/** A minute, and a second for what takes longer on its way: the service counts what arrives. */
const WINDOW_MS = 61_000;

/** The waits after "too many requests" that names no time, in ms. The credential's page names them. */
export const WAITS_MS = [10_000, 30_000, 60_000, 120_000, 300_000] as const;

/** The longest wait that is believed, in ms. */
const LONGEST_NAMED_MS = 1_800_000;

/**
 * The requests of one access token to one server. At most a given number of them leaves in a minute, and
 * none while the service wants to be left alone. Times are ms of the host's clock.
 */
export class RateLimiter {
	/** When the last requests leave, in order; some of them may still wait. */
	private departures: number[] = [];
	private heldUntil = 0;
	/** Answers "too many requests" since the last other answer. */
	private refusals = 0;
	private lastAsked = 0;

	/**
	 * Takes the next free place in the minute.
	 * @param limit requests per minute; 0 for no limit
	 * @returns ms until that request leaves
	 */
	takePlace(limit: number, now: number): number {
		// A clock that was set back would hold requests for as long.
		if (now < this.lastAsked) this.departures = [];
		this.lastAsked = now;
		const wait = this.paceOf(1, limit, now);
		this.departures.push(now + wait);
		if (this.departures.length > limit) this.departures.shift();
		return wait;
	}

	/** Ms until the last of the next `count` requests can leave. */
	expectedWait(count: number, limit: number, now: number): number {
		return Math.max(this.heldFor(now), this.paceOf(count, limit, now));
	}

	private paceOf(count: number, limit: number, now: number): number {
		if (limit === 0) return 0;
		const before = this.departures[this.departures.length - limit + ((count - 1) % limit)];
		const first = before === undefined ? 0 : Math.max(0, before + WINDOW_MS - now);
		return first + Math.floor((count - 1) / limit) * WINDOW_MS;
	}

	/** Ms for which the service wants no request; 0 if it takes them. */
	heldFor(now: number): number {
		this.heldUntil = Math.min(this.heldUntil, now + LONGEST_NAMED_MS);
		return Math.max(0, this.heldUntil - now);
	}

	/**
	 * Notes an answer "too many requests".
	 * @param namedMs the wait that it names; undefined if it names none
	 */
	throttled(namedMs: number | undefined, now: number): void {
		const [longest = 0] = WAITS_MS.slice(-1);
		const step = WAITS_MS[this.refusals] ?? longest;
		// Requests that left together are refused together.
		if (this.heldFor(now) === 0) this.refusals += 1;
		else if (namedMs === undefined) return;
		this.heldUntil = Math.max(this.heldUntil, now + (namedMs ?? step));
	}

	/** Notes any other answer: the next wait is the shortest one again. */
	passed(now: number): void {
		if (this.heldFor(now) === 0) this.refusals = 0;
	}
}

const limiters = new Map<string, RateLimiter>();

/** The limiter of an access token at a server, which all executions of this process share. */
export function limiterOf(token: string, server: string): RateLimiter {
	const key = `${hash('sha256', token)} ${server}`;
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}
