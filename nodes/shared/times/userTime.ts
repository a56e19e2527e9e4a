import { tryToParseDateTime } from 'n8n-workflow';

import { isObject } from '../json';
import { isoTimeOfMs } from './moment';

/** Matches ISO 8601, with a `T` or a space before the time; the groups are date, day, time and zone. */
const ISO_8601 =
	/^(\d{4}-\d\d-(\d\d))(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-][01]\d(?::?\d\d)?))?)?$/;
const RFC_2822 =
	/^(?:[A-Z][a-z]{2}, )?(\d\d?) [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:UT|GMT|[ECMP][SD]T|Z|[+-]\d{4})$/;

/** Matches milliseconds since 1970 as text. */
const DIGITS = /^\d{12,13}$/;
const [MIN_MS, END_MS] = [Date.UTC(2000), Date.UTC(2101)];

/** The forms of a time that {@link readUserTime} takes, for messages. */
export const TIME_FORMS =
	'Use ISO 8601 such as 2026-01-31T08:00:00Z, 2026-01-31 08:00:00, RFC 2822, or milliseconds since 1970.';

/**
 * Reads a time that a user gave: text, milliseconds since 1970, a JavaScript date or a Luxon date-time.
 * Numbers must lie in the years 2000 to 2100, which excludes seconds, microseconds and serial numbers.
 * @param zone the IANA name of the zone of a text without one
 * @returns ISO 8601 in UTC and whole seconds, since the service may refuse fractions; undefined if it is no time
 */
export function readUserTime(raw: unknown, zone: string): string | undefined {
	const value = isLuxon(raw) ? raw.toISO() : raw instanceof Date ? raw.getTime() : raw;
	if (typeof value === 'string' && !DIGITS.test(value.trim())) return fromText(value.trim(), zone);
	const ms = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
	return ms >= MIN_MS && ms < END_MS ? isoTimeOfMs(ms) : undefined;
}

function fromText(text: string, zone: string): string | undefined {
	const [, date, day, clock, offset = ''] = ISO_8601.exec(text) ?? [];
	const dayInText = day ?? RFC_2822.exec(text)?.[1];
	if (dayInText === undefined) return undefined;
	const time = date === undefined ? text : clock === undefined ? date : `${date}T${clock}${offset}`;
	try {
		const moment = tryToParseDateTime(time, zone);
		// n8n reads 30 February as 2 March.
		return moment.day === Number(dayInText) ? isoTimeOfMs(moment.toMillis()) : undefined;
	} catch {
		return undefined;
	}
}

const isLuxon = (value: unknown): value is { toISO(): string | null } =>
	isObject(value) && typeof value.toISO === 'function';
