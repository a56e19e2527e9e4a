import { asText } from '../shared/json';
import type { Service } from '../shared/http/request';

/** The bounds of a search, in ms since 1970; both may be in it. */
export interface Span {
	start: number;
	end: number;
}

/** A search without bounds, or one whose bounds are not known. */
export const ANY_TIME: Span = { start: -Infinity, end: Infinity };

/** The `Time` of an alert (interface specification, Alert record). */
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

/** Further than any zone is from UTC, in ms. */
const FARTHEST = 15 * 3_600_000;

const HOUR = 3_600_000;

/**
 * How far a Time may lie outside of the search that found it, in ms: an event and its alert can be
 * minutes apart. A wrong time zone is wrong by a quarter of an hour at least.
 */
const TOLERANCE = 600_000;

/** The time zone that the service writes the `Time` of its alerts in. */
export class ServiceTimeZone {
	private readonly format: Intl.DateTimeFormat;
	/** For an hour of the zone's clock, the differences to UTC that it may have, in ms. */
	private readonly offsets = new Map<number, readonly number[]>();

	/** @param name a name that Intl knows */
	constructor(name: string) {
		this.format = new Intl.DateTimeFormat('en-US', {
			timeZone: name,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	}

	/**
	 * The moments at which clocks of the zone show a Time, in ms since 1970: two where they are set
	 * back, none where they are set forward, and for a text that is no Time.
	 */
	momentsOf(time: unknown): number[] {
		const clock = clockOf(time);
		if (clock === undefined) return [];
		const offsets = this.offsetsAt(clock);
		const moments = offsets.map((offset) => clock - offset);
		if (moments.length === 1) return moments;
		return moments
			.filter((moment, index) => this.offsetOf(moment) === offsets[index])
			.toSorted((one, other) => one - other);
	}

	private offsetsAt(clock: number): readonly number[] {
		const hour = Math.floor(clock / HOUR) * HOUR;
		let offsets = this.offsets.get(hour);
		if (offsets === undefined) {
			const around = [hour - FARTHEST, hour + HOUR + FARTHEST].map((ms) => this.offsetOf(ms));
			offsets = [...new Set(around)];
			if (this.offsets.size > 1000) this.offsets.clear();
			this.offsets.set(hour, offsets);
		}
		return offsets;
	}

	private offsetOf(moment: number): number {
		const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
		for (const { type, value } of this.format.formatToParts(moment)) parts[type] = Number(value);
		const { year = NaN, month = NaN, day, hour, minute, second } = parts;
		return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
	}
}

/** What a clock shows, in ms since 1970 as if it were UTC; undefined for a text that is no Time. */
function clockOf(time: unknown): number | undefined {
	const [, date = '', clock = ''] = TIME.exec(asText(time).trim()) ?? [];
	const ms = Date.parse(`${date}T${clock}Z`);
	// 30 February is read as 2 March.
	return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date) ? undefined : ms;
}

/**
 * The one of the moments that a search can have found; undefined where it does not tell which.
 * @param moments of one Time, in order
 */
function momentIn({ start, end }: Span, moments: readonly number[]): number | undefined {
	const isWithin = (moment: number, tolerance: number): boolean =>
		moment >= start - tolerance && moment <= end + tolerance;
	const found = moments.filter((moment) => isWithin(moment, moments.length > 1 ? 0 : TOLERANCE));
	return found.length === 1 ? found[0] : undefined;
}

/** A moment in ISO 8601, in UTC and whole seconds; empty where it is not known. */
const utcText = (moment: number | undefined): string =>
	moment === undefined ? '' : new Date(moment).toISOString().replace('.000Z', 'Z');

/** The `time_utc` of alerts, where the time zone of the service is known. */
export class UtcTimes {
	private readonly zone: ServiceTimeZone | undefined;
	private isNoted = false;

	constructor(private readonly service: Pick<Service, 'note' | 'timeZone'>) {
		const { timeZone } = service;
		this.zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	}

	/** The column of an alert that a search found; its text is empty where the moment is not known. */
	column(time: unknown, span: Span): { time_utc?: string } {
		const { zone, service } = this;
		if (zone === undefined) return {};
		const moments = zone.momentsOf(time);
		const moment = momentIn(span, moments);
		if (moment === undefined && moments.length === 1 && !this.isNoted) {
			this.isNoted = true;
			service.note(
				`In the time zone ${service.timeZone}, the Time of some alerts is not within the times of the search, so their time_utc is empty. Check Time Zone of the Service in the credential`,
			);
		}
		return { time_utc: utcText(moment) };
	}

	/** Whether clocks showed a Time twice, and the search may have begun after the first one. */
	isRepeated(time: unknown, { start }: Span): boolean {
		const [first, second] = this.zone?.momentsOf(time) ?? [];
		if (first === undefined || second === undefined) return false;
		return first <= start || start === ANY_TIME.start;
	}
}
