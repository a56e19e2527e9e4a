/** A minute, and a second for what takes longer on its way: the service counts what arrives. */
const WINDOW_MS = 61_000;

/** The waits after throttled answers that name no time, in ms; asking earlier may prolong a lock. */
const LOCK_STEPS_MS = [10_000, 30_000, 60_000, 120_000] as const;

/** The wait after any more of them, in ms. */
const LONGEST_LOCK_MS = 300_000;

/** What tells a waiting request from the others. */
export type Ticket = object;

/**
 * The pace of all requests of this process to one server: a sliding window of a minute, and the lock
 * after an answer that says "too many requests". Requests leave in the order in which they first ask.
 * Times are ms of the host's clock; where that clock is set back, everything remembered moves back
 * with it.
 */
export class RateLimiter {
	/** When the requests of the last minute left, ascending; those without a limit are not among them. */
	private departures: number[] = [];
	/** Requests that wait, in order. */
	private readonly waiting = new Set<Ticket>();
	private lockedUntil = 0;
	private locks = 0;
	/** Requests that left since the lock ended, as long as none of them is answered. */
	private tries = 0;
	private lastNow = 0;

	/**
	 * Lets a request leave, or tells it to wait: a timer is late, and a lock may come meanwhile, so
	 * nothing counts as left before it leaves.
	 * @param limit requests per minute at most; 0 for no limit
	 * @returns 0 where it leaves now, else the ms after which it asks again
	 */
	ask(ticket: Ticket, limit: number, now: number): number {
		this.update(now);
		this.waiting.add(ticket);
		const place = [...this.waiting].indexOf(ticket);
		const wait = Math.max(this.turnOf(place, limit, now), this.endOfLockFor(place)) - now;
		if (wait > 0) return wait;
		this.waiting.delete(ticket);
		if (limit > 0) this.departures.push(now);
		this.tries += 1;
		return 0;
	}

	/** Forgets a request that waits no longer. */
	leave(ticket: Ticket): void {
		this.waiting.delete(ticket);
	}

	/** Ms until the last of the next `count` requests can leave. */
	expectedWait(count: number, limit: number, now: number): number {
		this.update(now);
		const turn = this.turnOf(this.waiting.size + count - 1, limit, now);
		return Math.max(0, turn - now, this.lockedUntil - now);
	}

	/** Ms until the lock of the service ends; 0 where there is none. */
	lockedFor(now: number): number {
		this.update(now);
		return Math.max(0, this.lockedUntil - now);
	}

	/** Requests that can leave at once. */
	available(limit: number, now: number): number {
		this.update(now);
		if (this.lockedUntil > now) return 0;
		const booked = this.departures.length + this.waiting.size;
		return limit > 0 ? Math.max(0, limit - booked) : Infinity;
	}

	/** Notes a throttled answer: nothing leaves for the time it names, or for the next step. */
	lock(retryAfterMs: number | undefined, now: number): void {
		this.update(now);
		const named = retryAfterMs ?? 0;
		// Requests that left together are refused together: they count as one lock.
		if (named === 0 && this.lockedUntil > now) return;
		const step = LOCK_STEPS_MS[this.locks] ?? LONGEST_LOCK_MS;
		this.locks += 1;
		this.tries = 0;
		this.lockedUntil = Math.max(this.lockedUntil, now + (named > 0 ? named : step));
	}

	/** Notes an answer that was not throttled: the next lock begins with the first step. */
	unlock(now: number): void {
		this.update(now);
		// The answer to a request that left before the lock says nothing about the lock.
		if (this.lockedUntil <= now) this.locks = 0;
	}

	/** When the request at that place of the queue can leave, by the limit. */
	private turnOf(place: number, limit: number, now: number): number {
		if (limit <= 0) return now;
		const minutes = Math.floor(place / limit) + 1;
		const before = this.departures[this.departures.length + place - minutes * limit];
		return (before ?? now - WINDOW_MS) + minutes * WINDOW_MS;
	}

	/** One request at a time tries whether a lock has ended; the others wait for its answer. */
	private endOfLockFor(place: number): number {
		if (this.locks === 0) return this.lockedUntil;
		return this.lockedUntil + (this.tries + Math.min(place, 1)) * LOCK_STEPS_MS[0];
	}

	private update(now: number): void {
		const back = Math.max(0, this.lastNow - now);
		this.lastNow = now;
		this.lockedUntil -= back;
		this.departures = this.departures
			.map((departure) => departure - back)
			.filter((departure) => departure > now - WINDOW_MS);
	}
}

const limiters = new Map<string, RateLimiter>();

/** The limiter of a server, shared by all executions of this process. */
export function rateLimiterOf(baseUrl: string): RateLimiter {
	const limiter = limiters.get(baseUrl) ?? new RateLimiter();
	limiters.set(baseUrl, limiter);
	return limiter;
}
