import { LONGEST_STEP } from './windows';

/** What is known of how the service answers; kept from poll to poll. */
export interface PageFacts {
	/** Alerts on a full page; 0 as long as no page was full. */
	page: number;
	/** Whether the service's counts were seen to be absent, or not to be what it served. */
	distrustsCounts: boolean;
}

/** How long windows are, and how often one that failed is sent again; kept from poll to poll. */
export interface Sizing {
	/** How long the next window may be, in seconds. */
	step: number;
	/** Searches that failed since the last answer. */
	failures: number;
	/** How often a window is sent again before it is cut. */
	resends: number;
	/** A length that failed, and grows with each answer: windows are half as long at most. */
	ceiling: number;
}

const MAX_RESENDS = 16;

export const NO_CEILING = 2 * LONGEST_STEP;

/** Whether windows of a stored sizing have a length, and one that fails is cut at some time. */
export const isUsable = ({ step, resends, ceiling }: Sizing): boolean =>
	step > 0 && ceiling > 0 && resends > 0 && resends <= MAX_RESENDS;

/** Makes the next window no longer than a step. */
export function shorten(sizing: Sizing, step: number): void {
	sizing.step = Math.min(sizing.step, Math.max(1, Math.floor(step)));
}

/**
 * Notes that the search of a window of this length failed. Some services refuse at random, others what
 * is too long: the window is sent again first, and then cut to a quarter.
 * @returns what to send next: the same window, a shorter one, or nothing where none is shorter
 */
export function noteFailure(sizing: Sizing, length: number): 'resend' | 'cut' | 'end' {
	sizing.failures += 1;
	if (length <= 1) return sizing.failures < MAX_RESENDS ? 'resend' : 'end';
	if (!isCut(sizing)) return 'resend';
	sizing.ceiling = length;
	shorten(sizing, length / 4);
	return 'cut';
}

/** Makes the next window up to four times as long as the last, and not much longer than what is answered. */
export function lengthen(sizing: Sizing, length: number, most: number): void {
	const longest = Math.max(length, Math.floor(sizing.ceiling / 2));
	sizing.step = Math.min(sizing.step * 4, longest, most);
}

/** Learns from an answer after failures what helped: the same window once more, or a shorter one. */
export function noteAnswer(sizing: Sizing): void {
	const { failures, resends } = sizing;
	sizing.ceiling = Math.min(NO_CEILING, Math.ceil(sizing.ceiling * 1.5));
	if (failures === 0) return;
	if (isCut(sizing)) sizing.resends = resends === 1 ? 2 : resends - 1;
	else sizing.resends = Math.min(MAX_RESENDS, Math.max(resends, failures));
	sizing.failures = 0;
}

/** Whether the last failure was one too many for the same window. */
const isCut = ({ failures, resends }: Sizing): boolean => failures % (resends + 1) === 0;
