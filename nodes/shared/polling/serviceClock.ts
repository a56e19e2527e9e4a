/** What one poll leaves to the next. */
export interface ClockMemory {
	/** How far the service's clock is ahead of the host's, in ms; undefined before a response came. */
	aheadMs?: number;
	/** The last Date, and when it first came by the host's clock; in ms since 1970. */
	date?: number;
	dateSince?: number;
	hasWarned?: boolean;
}

/** A Date header that differs more from the host's clock is ignored. */
const MAX_CLOCK_SKEW_MS = 86_400_000;

/** A Date that is the same for longer is that of a cache, and ignored. */
const MAX_STANDSTILL_MS = 30_000;

/**
 * The service's clock by the Date header of its last response; without one it is the host's clock. A Date
 * is in whole seconds and arrives late, so {@link now} is never ahead of a right one.
 */
export class ServiceClock {
	/** When the poll began by the host's clock, ms since 1970. */
	readonly startedAt = Date.now();

	constructor(
		private readonly memory: ClockMemory,
		private readonly warn: (message: string) => void,
	) {}

	/** Whether the service has answered this process. */
	get isKnown(): boolean {
		return this.memory.aheadMs !== undefined;
	}

	/** The service's time when this poll began, in whole seconds since 1970; a guess before a response. */
	now(): number {
		return Math.floor((this.startedAt + (this.memory.aheadMs ?? 0)) / 1000);
	}

	/** @param date the Date header of a response that has just come, ms since 1970 */
	observe(date = Date.now()): void {
		const { memory } = this;
		const now = Date.now();
		const aheadMs = date - now;
		if (date !== memory.date) Object.assign(memory, { date, dateSince: now });
		const standsStill = now - (memory.dateSince ?? now) > MAX_STANDSTILL_MS;
		const isUsable = Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS && !standsStill;
		memory.aheadMs = isUsable ? aheadMs : 0;
		if (isUsable || memory.hasWarned === true) return;
		memory.hasWarned = true;
		this.warn("The service's Date stands still or is more than a day off: n8n's clock is used");
	}
}
