import type { Service } from '../shared/pagination/service';
import { utcSecond } from '../shared/times/moment';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';

/** The bounds of a search, in ms since 1970; both may be in it. */
export interface Span {
	start: number;
	end: number;
}

/** A search whose bounds are not known. */
export const ANY_TIME: Span = { start: -Infinity, end: Infinity };

/**
 * How far a Time may lie outside of the search that found it, in ms: an event and its alert can be
 * minutes apart. A wrong time zone is wrong by a quarter of an hour at least.
 */
const TOLERANCE = 600_000;

/** The `time_utc` of alerts, if the time zone of the service is known. */
export class UtcTimes {
	private readonly zone: ServiceTimeZone | undefined;
	private isNoted = false;

	constructor(private readonly service: Pick<Service, 'note' | 'timeZone'>) {
		const { timeZone } = service;
		this.zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	}

	/**
	 * The column of an alert that a search found. Its text is empty if no moment of its Time is within
	 * the search. If clocks show a Time twice, it is the first moment that is.
	 */
	column(time: unknown, { start, end }: Span): { time_utc?: string } {
		if (this.zone === undefined) return {};
		const moments = this.zone.momentsOf(time);
		const moment = moments.find((ms) => ms >= start - TOLERANCE && ms <= end + TOLERANCE);
		if (moment !== undefined) return { time_utc: utcSecond(moment) };
		if (moments.length > 0 && !this.isNoted) {
			this.isNoted = true;
			this.service.note(
				`In the time zone ${this.service.timeZone}, the Time of some alerts is not within the times of the search, so their time_utc is empty. Check Time Zone of the Service in the credential`,
			);
		}
		return { time_utc: '' };
	}
}
