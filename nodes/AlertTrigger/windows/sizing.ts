import { LONGEST_STEP } from './windows';

/** How long windows are, and how often a refused one is sent again; kept from poll to poll. */
export interface Sizing {
	/** How long the next window may be, in seconds. */
	step: number;
	/** Searches that were refused since the last answer. */
	refusals: number;
	/** How many of them are sent again before a shorter one is tried. */
	patience: number;
	/** A length that was refused, and grows with each answer: windows are half as long at most. */
	ceiling: number;
}

const MOST_PATIENCE = 16;

export const NO_CEILING = 2 * LONGEST_STEP;

/** Whether windows of a stored sizing have a length, and a refused one is cut at some time. */
export const isUsable = ({ step, patience, ceiling }: Sizing): boolean =>
	step > 0 && ceiling > 0 && patience > 0 && patience <= MOST_PATIENCE;

/** Makes the next window no longer than a step. */
export function shorten(sizing: Sizing, step: number): void {
	sizing.step = Math.min(sizing.step, Math.max(1, Math.floor(step)));
}

/**
 * Notes that a window of this length was refused. Some services refuse at random, others what is too
 * long: the window is sent again first, and then cut to a quarter.
 * @returns what to send next: the same window, a shorter one, or nothing where none is shorter
 */
export function noteRefusal(sizing: Sizing, length: number): 'again' | 'cut' | 'end' {
	sizing.refusals += 1;
	if (length <= 1) return sizing.refusals < MOST_PATIENCE ? 'again' : 'end';
	if (!isSpent(sizing)) return 'again';
	sizing.ceiling = length;
	shorten(sizing, length / 4);
	return 'cut';
}

/** Makes the next window up to four times as long as the last, and not much longer than what is answered. */
export function lengthen(sizing: Sizing, length: number, most: number): void {
	const longest = Math.max(length, Math.floor(sizing.ceiling / 2));
	sizing.step = Math.min(sizing.step * 4, longest, most);
}

/** Learns from an answer after refusals what helped: the same window once more, or a shorter one. */
export function noteAnswer(sizing: Sizing): void {
	const { refusals, patience } = sizing;
	sizing.ceiling = Math.min(NO_CEILING, Math.ceil(sizing.ceiling * 1.5));
	if (refusals === 0) return;
	if (!isSpent(sizing)) {
		sizing.patience = Math.min(MOST_PATIENCE, Math.max(patience, refusals));
	} else sizing.patience = patience === 1 ? 2 : patience - 1;
	sizing.refusals = 0;
}

const isSpent = ({ refusals, patience }: Sizing): boolean => refusals % (patience + 1) === 0;
