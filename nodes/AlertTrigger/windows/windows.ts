import { utcSecond } from '../../shared/times/moment';

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
 * The step that a page would hold, if a window of this length holds so many alerts. Both bounds of
 * a search may count, so that it covers two seconds more than its step.
 */
export const fittingStep = (length: number, alerts: number, page: number): number =>
	alerts === 0 || page === 0
		? LONGEST_STEP
		: Math.max(1, Math.floor(((length + 2) * FILL * page) / alerts) - 2);

/** The length of a window that was searched, and what the search told: times in seconds. */
export interface Searched {
	length: number;
	/** Alerts in it, if the service counts them. */
	total: number | undefined;
	/** Alerts on a full page; 0 if no page was full so far. */
	page: number;
}

/** How long the next window is after one that was refused: the service may refuse what is too long. */
export const stepAfterRefusal = (length: number): number => Math.ceil(length / 3);

/** How long the next window is after one that holds more than is taken at once. */
export function stepAfterCut({ length, total, page }: Searched): number {
	const fitting = total === undefined ? length / 4 : fittingStep(length, total, page);
	return Math.max(1, Math.floor(Math.min(fitting, LONGEST_WITH_ALERTS, length - 1)));
}

/** How long the next window is after one that was read: up to four times as long. */
export function stepAfterReading(step: number, { length, total = 0, page }: Searched): number {
	const longest = total === 0 ? LONGEST_STEP : LONGEST_WITH_ALERTS;
	return Math.min(step * 4, Math.max(fittingStep(length, total, page), length), longest);
}
