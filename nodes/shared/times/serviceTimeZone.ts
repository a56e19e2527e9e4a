import { asText } from '../json';

/** ISO 8601, or with a space as alerts have it (interface specification, Alert record). */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)?$/i;

/** Further than any zone is from UTC, in ms. */
const FARTHEST = 15 * 3_600_000;

const HOUR = 3_600_000;

/** A time further ahead of the service's clock, in ms, is in another zone. */
export const AHEAD = 900_000;

/** Whether a text in the place of a time says that there is none yet. */
export const isNever = (time: string): boolean => /^(?:never|none|n\/?a|-*)$/i.test(time);

/** The time zone of the times that the service writes without one. */
export class ServiceTimeZone {
	private readonly format: Intl.DateTimeFormat;
	/** For an hour of the zone's clock, the differences to UTC that it may have, in ms. */
	private readonly offsets = new Map<number, readonly number[]>();

	/** @param name a name that Intl knows */
	constructor(name = 'UTC') {
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
	 * The moments that a time stands for, in whole seconds and ms since 1970: one if it names its
	 * zone. Without a zone, two if clocks are set back, none if they are set forward. None for a
	 * text that is no time.
	 */
	momentsOf(time: unknown): number[] {
		const [, date = '', clock = '', offset] = TIME.exec(asText(time).trim()) ?? [];
		const shown = Date.parse(`${date}T${clock}Z`);
		// 30 February is read as 2 March.
		if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(date)) return [];
		if (offset === undefined) return this.momentsAt(shown);
		const moment = Date.parse(`${date}T${clock}${offset}`);
		return Number.isNaN(moment) ? [] : [moment];
	}

	/**
	 * The last one of the moments; undefined if there is none. What is silent since a time is not
	 * silent too early with it.
	 */
	lastMomentOf(time: unknown): number | undefined {
		return this.momentsOf(time).at(-1);
	}

	/** @param clock what clocks of the zone show, in ms since 1970 as if it were UTC */
	private momentsAt(clock: number): number[] {
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
