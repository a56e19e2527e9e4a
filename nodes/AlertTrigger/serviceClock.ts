/**
 * The service's clock, as far as its Date headers tell. They are whole seconds and arrive late: what is
 * known is a time that the clock had reached. Once an answer came, {@link now} is never ahead of it.
 */
export class ServiceClock {
	private readonly started: number;

	private observed = false;

	/**
	 * @param hostNow the host's clock, ms since 1970
	 * @param aheadMs how far the service's clock is ahead of the host's, as an earlier poll saw it
	 */
	constructor(
		readonly hostNow: () => number,
		private aheadMs = 0,
	) {
		this.started = hostNow();
	}

	/** The service's time when this poll began, in whole seconds since 1970; a guess before an answer. */
	now(): number {
		return Math.floor((this.started + this.aheadMs) / 1000);
	}

	/** How far the service's clock is ahead of the host's, in ms. */
	get ahead(): number {
		return this.aheadMs;
	}

	/** @param date the Date header of an answer that has just come, ms since 1970 */
	observe(date: number | undefined): void {
		if (date === undefined || this.observed) return;
		this.observed = true;
		this.aheadMs = date - this.hostNow();
	}
}
