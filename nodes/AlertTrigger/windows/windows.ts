import { utcSecond } from '../../shared/times/utcSecond';

/**
 * A window of time: whole seconds since 1970 on the service's clock. Reading it moves a position from
 * its start to its end.
 */
export interface Window {
	from: number;
	to: number;
}

/**
 * Neighbouring searches share this much. A service may leave out what happened at a bound itself, and
 * may keep fractions of a second that it does not show: both fall inside the other search then.
 */
const OVERLAP = 1;

/**
 * The longest window whose alerts are taken, in seconds. In autumn the clock repeats an hour, and `Time`
 * has no zone: alerts an hour apart can look identical, and only windows that are short tell them apart.
 */
export const LONGEST_WITH_ALERTS = 1499;

/** The longest search: an empty one may be as long as a year. */
export const LONGEST_STEP = 365 * 24 * 3600;

/** The part of a page that windows are sized to fill. */
export const FILL = 0.8;

/** The bounds of a search: ISO 8601 in UTC, whole seconds. */
export const timesOf = ({ from, to }: Window): { start_time: string; end_time: string } => ({
	start_time: utcSecond((from - OVERLAP) * 1000),
	end_time: utcSecond(to * 1000),
});

export const instant = (second: number): string => new Date(second * 1000).toISOString();

/**
 * The step that a page would hold, where a window of this length holds so many alerts. Both bounds of
 * a search may count, so that it covers two seconds more than its step.
 */
export const fittingStep = (length: number, alerts: number, page: number): number =>
	alerts === 0 || page === 0
		? LONGEST_STEP
		: Math.max(1, Math.floor(((length + 2) * FILL * page) / alerts) - 2);
