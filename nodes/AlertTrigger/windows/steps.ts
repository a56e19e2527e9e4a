import { fittingStep, LONGEST_STEP, LONGEST_WITH_ALERTS } from './windows';

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
