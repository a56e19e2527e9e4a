import type { ApiRequest, Send } from '../http/request';

/** What one poll leaves to the next of the service's clock. */
export interface ClockMemory {
	/** How far the service's clock is ahead of the host's, in ms; undefined before an answer came. */
	aheadMs?: number;
	/** How far a Date that is not yet believed puts it ahead. */
	doubtedMs?: number | undefined;
	/** A Date header, and when it was first seen, both in ms since 1970. */
	date?: { text: number; seenAt: number };
}

/** A Date that stands still for longer, in ms, is not a clock's. */
const STANDSTILL = 30_000;

/** A Date that is further from the expected one, in ms, counts once a second answer agrees. */
const DOUBTFUL = 3_600_000;

/**
 * The service's clock, as far as its Date headers tell. They are whole seconds and arrive late: what is
 * known is a time that the clock had reached. Once an answer came, {@link now} is never ahead of it.
 * Without a Date, or with one that stands still, it is the host's clock.
 */
export class ServiceClock {
	private readonly started: number;

	private isObserved = false;

	/** @param hostNow the host's clock, ms since 1970 */
	constructor(
		readonly hostNow: () => number,
		private readonly memory: ClockMemory,
	) {
		this.started = hostNow();
	}

	/** Whether the service has answered this process. */
	get isKnown(): boolean {
		return this.memory.aheadMs !== undefined;
	}

	/** The service's time when this poll began, in whole seconds since 1970; a guess before an answer. */
	now(): number {
		return Math.floor((this.started + (this.memory.aheadMs ?? 0)) / 1000);
	}

	/**
	 * @param date the Date header of an answer that has just come, ms since 1970
	 * @returns false if another answer is needed to believe it
	 */
	observe(date: number | undefined): boolean {
		const { memory } = this;
		const expected = memory.aheadMs ?? 0;
		memory.aheadMs = expected;
		if (date === undefined) memory.doubtedMs = undefined;
		if (this.isObserved || date === undefined) return true;
		if (memory.date?.text !== date) memory.date = { text: date, seenAt: this.hostNow() };
		const stood = this.hostNow() - memory.date.seenAt;
		const aheadMs = stood > STANDSTILL ? 0 : date - this.hostNow();
		const { doubtedMs = expected } = memory;
		const isAgreed = [expected, doubtedMs].some((one) => Math.abs(aheadMs - one) <= DOUBTFUL);
		memory.doubtedMs = isAgreed ? undefined : aheadMs;
		if (!isAgreed) return false;
		memory.aheadMs = aheadMs;
		this.isObserved = true;
		return true;
	}
}

/**
 * Sends, and sets the clock by each answer.
 * @param again the request that is sent for a second answer, if the Date of the first one is in doubt
 */
export const clocked =
	(send: Send, clock: ServiceClock, again: (request: ApiRequest) => ApiRequest): Send =>
	async (request) => {
		const answer = await send(request);
		if (!clock.observe(answer.date)) clock.observe((await send(again(request))).date);
		return answer;
	};
