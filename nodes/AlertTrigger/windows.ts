/** A window of time that is searched: whole seconds since 1970 on the service's clock. */
export interface Window {
	from: number;
	to: number;
}

/**
 * Neighbouring windows share this much. A service may leave out what happened at a bound itself, and
 * may keep fractions of a second that it does not show: both fall inside the other window then.
 */
const OVERLAP = 1;

/** Windows reach this far past the service's last known time, which is that old by then. */
export const AHEAD = 60;

/** Where all was read at once before, a window may be as long as a year. */
export const LONGEST_STEP = 365 * 24 * 3600;

/** What is looked back at least: the service's clock is known to within some seconds only. */
export const LEAST_LOOK_BACK = 5;

/** The window that goes on where everything before `position` has been read. */
export const windowAt = (position: number, step: number, end: number): Window => ({
	from: position - OVERLAP,
	to: Math.max(position + 1, Math.min(position + step, end)),
});

/** How far a window goes on: one second is the least. */
export const stepOf = ({ from, to }: Window): number => to - from - OVERLAP;

/** The step of half a window. */
export const halved = (window: Window): number => Math.max(1, Math.floor(stepOf(window) / 2));

/** The next step after a window that held `count` alerts: longer where it was half empty. */
export const widened = (step: number, count: number, most: number): number =>
	count * 2 <= most ? Math.min(step * 2, LONGEST_STEP) : step;

/** The bounds of a search: ISO 8601 in UTC, whole seconds. */
export const timesOf = ({ from, to }: Window): { start_time: string; end_time: string } => ({
	start_time: instant(from),
	end_time: instant(to),
});

const instant = (seconds: number): string =>
	new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
