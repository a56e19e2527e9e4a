import { DAY_MS } from '../shared/times/moment';

/**
 * The service's clock: the Date header of its last response, or else the host's clock. A Date is cut to whole
 * seconds and arrives late, so {@link startSecond} is never ahead of a service that sends one.
 */
export class ServiceClock {
	/** The host's time when the poll began, in ms since 1970. */
	readonly startedAt = Date.now();

	/** @param memory the ms by which the clock is ahead of the host's, which polls share; undefined before a response */
	constructor(
		private readonly memory: { aheadMs?: number },
		private readonly warn: (message: string) => void,
	) {}

	/** Returns whether a response has set the clock in this process. */
	get isSynced(): boolean {
		return this.memory.aheadMs !== undefined;
	}

	/** Returns the service's time when this poll began, in whole seconds since 1970; a guess before a response. */
	startSecond(): number {
		return Math.floor((this.startedAt + (this.memory.aheadMs ?? 0)) / 1000);
	}

	/** Sets the clock. @param date the Date header of a response that has just arrived, in ms since 1970 */
	observe(date = Date.now()): void {
		const aheadMs = date - Date.now();
		const isUsable = Math.abs(aheadMs) <= DAY_MS;
		this.memory.aheadMs = isUsable ? aheadMs : 0;
		if (!isUsable) {
			this.warn("The service's Date header is more than a day off, so n8n's clock is used instead");
		}
	}
}
