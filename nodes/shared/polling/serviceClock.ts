/** What one poll leaves to the next of the service's clock. */
export interface ClockMemory {
	/** How far the service's clock is ahead of the host's, in ms; undefined before an answer came. */
	aheadMs?: number;
	/** A Date header, and when it was first seen, both in ms since 1970. */
	date?: { text: number; seenAt: number };
	/** Whether the Date was seen to move, to stand still, or to be absent. */
	isProven?: boolean;
}

/** A Date that stands still for longer, in ms, is not a clock's. */
const STANDSTILL = 30_000;

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

	/** Whether answers of this process had different Dates, one that stood still, or none at all. */
	get isProven(): boolean {
		return this.memory.isProven === true;
	}

	/** The service's time when this poll began, in whole seconds since 1970; a guess before an answer. */
	now(): number {
		return Math.floor((this.started + (this.memory.aheadMs ?? 0)) / 1000);
	}

	/** @param date the Date header of an answer that has just come, ms since 1970 */
	observe(date: number | undefined): void {
		const { memory } = this;
		memory.aheadMs ??= 0;
		if (this.isObserved) return;
		if (date === undefined) {
			memory.isProven ||= memory.date === undefined;
			return;
		}
		this.isObserved = true;
		if (memory.date !== undefined && memory.date.text !== date) memory.isProven = true;
		if (memory.date?.text !== date) memory.date = { text: date, seenAt: this.hostNow() };
		const stood = this.hostNow() - memory.date.seenAt;
		if (stood > STANDSTILL) memory.isProven = true;
		memory.aheadMs = stood > STANDSTILL ? 0 : date - this.hostNow();
	}
}
