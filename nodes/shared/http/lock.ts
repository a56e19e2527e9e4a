import type { Ticket } from './pace';

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
