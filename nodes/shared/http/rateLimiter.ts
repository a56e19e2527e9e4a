/** A minute, and a second for what takes longer on its way: the service counts what arrives. */
const WINDOW_MS = 61_000;

/** The waits after throttled answers that name no time, in ms; asking earlier may prolong a lock. */
const LOCK_STEPS_MS = [10_000, 30_000, 60_000, 120_000, 300_000] as const;

/**
 * The pace of all requests of this process to one server: a sliding window of a minute, and the lock
 * after an answer that says "too many requests". Times are ms of the host's clock; where that clock
 * is set back, everything remembered moves back with it.
 */
export class RateLimiter {
	/** When the requests of the last minute leave, ascending. */
	private departures: number[] = [];
	private lockedUntil = 0;
	private locks = 0;
	private lastNow = 0;

	/**
	 * Books the next departure.
	 * @param limit requests per minute at most; 0 for no limit
	 * @returns ms to wait
	 */
	reserve(limit: number, now: number): number {
		this.update(now);
		const { departures } = this;
		const departure = this.next(departures, limit, now);
		// Of two credentials of one server, one may have a higher limit and overtake what is booked.
		departures.push(departure);
		departures.sort((a, b) => a - b);
		return departure - now;
	}

	/** Ms until the last of the next `count` requests can leave. */
	expectedWait(count: number, limit: number, now: number): number {
		this.update(now);
		const departures = [...this.departures];
		let departure = now;
		for (let request = 0; request < count; request++) {
			departure = this.next(departures, limit, now);
			departures.push(departure);
		}
		return departure - now;
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
		return limit > 0 ? Math.max(0, limit - this.departures.length) : Infinity;
	}

	/** Notes a throttled answer: nothing leaves for the time it names, or for the next step. */
	lock(retryAfterMs: number | undefined, now: number): void {
		this.update(now);
		// Requests that left together are refused together: they count as one lock.
		if (retryAfterMs === undefined && this.lockedUntil > now) return;
		const step = LOCK_STEPS_MS[Math.min(this.locks, LOCK_STEPS_MS.length - 1)] ?? WINDOW_MS;
		this.locks += 1;
		this.lockedUntil = Math.max(this.lockedUntil, now + (retryAfterMs ?? step));
	}

	/** Notes an answer that was not throttled: the next lock begins with the first step. */
	unlock(): void {
		this.locks = 0;
	}

	/** When a request can leave after those that leave already, ascending. */
	private next(departures: readonly number[], limit: number, now: number): number {
		const before = limit > 0 ? departures[departures.length - limit] : undefined;
		return Math.max(now, this.lockedUntil, (before ?? -Infinity) + WINDOW_MS);
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
