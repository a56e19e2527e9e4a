import type { Service } from '../shared/pagination/service';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { utcSecond } from '../shared/times/moment';

/** The bounds of a search, in ms since 1970; both may be in it. */
export interface Span {
	start: number;
	end: number;
}

/** A search without bounds, or one whose bounds are not known. */
export const ANY_TIME: Span = { start: -Infinity, end: Infinity };

/**
 * How far a Time may lie outside of the search that found it, in ms: an event and its alert can be
 * minutes apart. A wrong time zone is wrong by a quarter of an hour at least.
 */
const TOLERANCE = 600_000;

/**
 * The one of the moments that a search can have found; undefined if it does not tell which.
 * @param moments of one Time, in order
 */
function momentIn({ start, end }: Span, moments: readonly number[]): number | undefined {
	const isWithin = (moment: number, tolerance: number): boolean =>
		moment >= start - tolerance && moment <= end + tolerance;
	const found = moments.filter((moment) => isWithin(moment, moments.length > 1 ? 0 : TOLERANCE));
	return found.length === 1 ? found[0] : undefined;
}

/** The `time_utc` of alerts, if the time zone of the service is known. */
export class UtcTimes {
	private readonly zone: ServiceTimeZone | undefined;
	/** The Time that was asked about last, and its moments: alerts that follow each other often share it. */
	private last: { time: unknown; moments: readonly number[] } = { time: undefined, moments: [] };
	private isNoted = false;

	constructor(private readonly service: Pick<Service, 'note' | 'timeZone'>) {
		const { timeZone } = service;
		this.zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	}

	/** The column of an alert that a search found; its text is empty if the moment is not known. */
	column(time: unknown, span: Span): { time_utc?: string } {
		const { zone, service } = this;
		if (zone === undefined) return {};
		const moments = this.momentsOf(time);
		const moment = momentIn(span, moments);
		if (moment === undefined && moments.length === 1 && !this.isNoted) {
			this.isNoted = true;
			service.note(
				`In the time zone ${service.timeZone}, the Time of some alerts is not within the times of the search, so their time_utc is empty. Check Time Zone of the Service in the credential`,
			);
		}
		return { time_utc: moment === undefined ? '' : utcSecond(moment) };
	}

	/** Whether clocks showed a Time twice, and the search may have begun after the first one. */
	isRepeated(time: unknown, { start }: Span): boolean {
		const [first, second] = this.momentsOf(time);
		if (first === undefined || second === undefined) return false;
		return first <= start || start === ANY_TIME.start;
	}

	private momentsOf(time: unknown): readonly number[] {
		if (time !== this.last.time) this.last = { time, moments: this.zone?.momentsOf(time) ?? [] };
		return this.last.moments;
	}
}
