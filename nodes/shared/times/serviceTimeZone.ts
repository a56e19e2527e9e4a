import { asText } from '../texts';

/** Matches ISO 8601, also with a space as in alerts (interface specification, Alert record). */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)?$/i;

/** Clocks change at quarters of an hour. */
const QUARTER_MS = 900_000;

/** A time further ahead of the clock than this belongs to another zone. */
const MAX_AHEAD_MS = 900_000;

/** Matches the texts by which the service says that there is no time yet. */
const NEVER = /^(?:never|none|n\/?a|-*)$/i;

/** The time of a last event or sync, in ms since 1970; unreadable if it is no time, or over 15 minutes ahead. */
export type LastSeen = number | 'never' | 'unreadable';

/** The time zone that the service omits from its times. */
export class ServiceTimeZone {
	private readonly format: Intl.DateTimeFormat;
	/** Offsets from UTC in ms, by quarters of an hour since 1970. */
	private readonly offsets = new Map<number, number>();

	/** @param timeZone a name that Intl knows */
	constructor(timeZone = 'UTC') {
		this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	}

	/** Reads a time as ms since 1970; undefined for other texts. Near clock changes, a time without a zone may be an hour off. */
	toMs(time: unknown): number | undefined {
		const [, date = '', clock = '', zone] = TIME.exec(asText(time).trim()) ?? [];
		const clockTime = Date.parse(`${date}T${clock}Z`);
		// 30 February is read as 2 March.
		if (Number.isNaN(clockTime) || !new Date(clockTime).toISOString().startsWith(date))
			return undefined;
		const moment =
			zone === undefined
				? clockTime - this.offsetAt(clockTime - this.offsetAt(clockTime))
				: Date.parse(`${date}T${clock}${zone}`);
		return Number.isNaN(moment) ? undefined : moment;
	}

	/** Reads the time of a last event or sync. @param now in ms since 1970 */
	lastSeen(time: unknown, now: number): LastSeen {
		if (typeof (time ?? '') === 'string' && NEVER.test(asText(time).trim())) return 'never';
		const ms = this.toMs(time) ?? NaN;
		return ms >= 0 && ms <= now + MAX_AHEAD_MS ? ms : 'unreadable';
	}

	/** @returns NaN for a moment so long ago that its offset has seconds */
	private offsetAt(moment: number): number {
		const quarter = Math.floor(moment / QUARTER_MS);
		const cached = this.offsets.get(quarter);
		if (cached !== undefined || Number.isNaN(moment)) return cached ?? NaN;
		const [, text = 'Z'] = /GMT(.+)$/.exec(this.format.format(moment)) ?? [];
		const offset = -Date.parse(`1970-01-01T00:00${text}`);
		if (this.offsets.size > 1000) this.offsets.clear();
		this.offsets.set(quarter, offset);
		return offset;
	}
}
