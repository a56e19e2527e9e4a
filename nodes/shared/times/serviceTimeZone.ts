import { asText } from '../json';

/** ISO 8601, or with a space as alerts have it (interface specification, Alert record). */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)?$/i;

const HOUR_MS = 3_600_000;

/** No zone is this far from UTC. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** A time further ahead of the service's clock, in ms, is in another zone. */
export const AHEAD = 900_000;

/** Whether a text in a time field says that there is no time yet. */
export const isNever = (time: string): boolean => /^(?:never|none|n\/?a|-*)$/i.test(time);

/** The zone of the times that the service writes without one. */
export class ServiceTimeZone {
	private readonly format: Intl.DateTimeFormat;
	/** The offsets from UTC in ms that are possible around an hour of the zone's clock. */
	private readonly offsets = new Map<number, readonly number[]>();

	/** @param timeZone a name that Intl knows */
	constructor(timeZone = 'UTC') {
		this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	}

	/**
	 * Reads a time of the service as ms since 1970, in whole seconds. Without a zone, a time that clocks
	 * show twice is read as the first one.
	 * @returns undefined for a text that is no time, and for a time that clocks skip
	 */
	momentOf(time: unknown): number | undefined {
		const [, date = '', clock = '', zone] = TIME.exec(asText(time).trim()) ?? [];
		const shown = Date.parse(`${date}T${clock}Z`);
		// 30 February is read as 2 March.
		if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(date)) return undefined;
		if (zone !== undefined) {
			const moment = Date.parse(`${date}T${clock}${zone}`);
			return Number.isNaN(moment) ? undefined : moment;
		}
		const offsets = this.offsetsAround(Math.floor(shown / HOUR_MS) * HOUR_MS);
		const offset = offsets.find(
			(each) => offsets.length === 1 || this.offsetOf(shown - each) === each,
		);
		return offset === undefined ? undefined : shown - offset;
	}

	private offsetsAround(hour: number): readonly number[] {
		let offsets = this.offsets.get(hour);
		if (offsets === undefined) {
			const around = [hour - MAX_OFFSET_MS, hour + MAX_OFFSET_MS].map((moment) =>
				this.offsetOf(moment),
			);
			offsets = [...new Set(around)].filter((offset) => !Number.isNaN(offset));
			if (this.offsets.size > 1000) this.offsets.clear();
			this.offsets.set(hour, offsets);
		}
		return offsets;
	}

	/** @returns NaN for a moment so long ago that its offset has seconds */
	private offsetOf(moment: number): number {
		const [, offset = 'Z'] = /GMT(.+)$/.exec(this.format.format(moment)) ?? [];
		return -Date.parse(`1970-01-01T00:00${offset}`);
	}
}
