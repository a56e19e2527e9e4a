import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import { countIn, endsOf } from '../dedupe/emitted';
import type { State } from '../state/state';
import { lengthen, noteAnswer, noteFailure, shorten } from '../windows/sizing';
import {
	FILL,
	fittingStep,
	isPart,
	LONGEST_STEP,
	LONGEST_WITH_ALERTS,
	nameOf,
	partsOf,
	splitByStep,
	type Window,
} from '../windows/windows';
import { WindowReader, type Reading, type WindowAnswer } from './windowReader';

/** Plain searches of Elasticsearch count no further: this total may stand for any larger one. */
const CAPPED = 10_000;

/** Stands for the count of a window that has changed, until all of it is read: its parts are looked at. */
export const CHANGED = -1;

/** How a stretch is read. */
export interface Pass {
	/** Whether a window is left unread where its count is what it was. */
	isCounted: boolean;
	/** Whether the end of the stretch is one that later polls come to as well; it moves otherwise. */
	isEndFixed?: boolean;
	/** Takes the alerts of a window; false where not all of them may be taken in this poll. */
	take: (window: Window, records: IDataObject[]) => boolean;
	/** Is told of each window that was read to its end. */
	moved: (window: Window) => void;
}

/** What became of a search: its alerts were taken, it is sent again, it must be cut, or the poll ends here. */
type Visit = { kind: 'taken' | 'resend' | 'cut' | 'end'; total?: number | undefined };

/** Pages of a window that are read one after the other where its count has changed. */
const COUNTED_PAGES = 8;

/**
 * Reads stretches of time in windows, as far as a poll's time and requests go. It sizes the windows and
 * counts them, in the state, in place.
 */
export class StretchReader {
	/** Why the service did not answer last. */
	error: ApiError | undefined;

	/** Whether the poll came on: a window was read, or its count compared. */
	private hasRead = false;

	/** Whether it is known now how to ask for what failed. */
	private hasLearnt = false;

	/** Whether a single second failed as often as it is sent. */
	isStuck = false;

	private readonly windows: WindowReader;
	private readonly ends: readonly number[];
	private isEnded = false;

	constructor(
		private readonly reading: Reading,
		private readonly state: State,
	) {
		this.windows = new WindowReader(reading, state);
		this.ends = endsOf(state.emitted);
	}

	/** Whether the last error said to wait. */
	get mustWait(): boolean {
		if (this.error === undefined) return false;
		const { kind, retry, stopsAll } = this.error;
		return retry === 'always' || stopsAll || kind === 'locked';
	}

	/** Whether the next poll goes on from somewhere else than this one. */
	get hasGained(): boolean {
		return this.hasRead || this.hasLearnt;
	}

	/**
	 * Reads a stretch in windows that each fit on a page, and where counts tell, only what has changed.
	 * It is cut where later polls cut it too, so that they can compare what its parts count.
	 * @returns whether its end was reached
	 */
	async read(window: Window, pass: Pass): Promise<boolean> {
		if (window.from >= window.to) return true;
		const { counts } = this.state;
		const { incomplete } = this.windows;
		const name = nameOf(window);
		const recurs = this.recurs(window, pass);
		let visit: Visit | undefined;
		do {
			if (!this.goesOn()) return false;
			visit = this.isSearched(window, recurs) ? await this.visit(window, pass.take) : undefined;
		} while (visit?.kind === 'resend');
		if (visit?.kind === 'end') return false;
		const count = recurs && visit?.total !== CAPPED ? visit?.total : undefined;
		const isSame = count !== undefined && count === counts.get(name);
		if (visit?.kind !== 'taken' && !isSame) {
			// A later poll goes on with the parts, where this one comes to its end.
			if (recurs && visit !== undefined) counts.set(name, CHANGED);
			if (!(await this.readParts(window, pass, visit !== undefined))) return false;
		}
		// A count that was not served whole would hide the rest of its alerts from later polls.
		if (this.windows.incomplete > incomplete) counts.delete(name);
		else if (count !== undefined) counts.set(name, count);
		pass.moved({ from: window.from, to: Math.min(window.to, this.reading.clock.now()) });
		return true;
	}

	/** Few pages of a window that was searched are read at once, where its parts were never counted. */
	private async readParts(window: Window, pass: Pass, isSearched: boolean): Promise<boolean> {
		const parts = partsOf(window);
		const isNew = isSearched && this.fits(window, COUNTED_PAGES) && !parts.some(this.isKnown);
		const isCounted = pass.isCounted && !isNew;
		const [first, second] = isCounted ? parts : splitByStep(window, this.state.step);
		return (
			(await this.read(first, { ...pass, isCounted, isEndFixed: true })) &&
			(await this.read(second, { ...pass, isCounted }))
		);
	}

	/** Whether a window is searched as a whole: a page is likely to hold it, or its count may spare it. */
	private isSearched(window: Window, recurs: boolean): boolean {
		if (window.to - window.from === 1 || this.fits(window, 1)) return true;
		// The first search of a poll moves it on, as there may be no time for another.
		if (!recurs || !this.hasRead) return false;
		const count = this.state.counts.get(nameOf(window));
		if (count !== undefined) return count !== CHANGED;
		return this.fits(window, COUNTED_PAGES) || partsOf(window).every(this.isKnown);
	}

	/** Whether later polls search a window too: it begins with the look-back, or as a part of any window. */
	private recurs(window: Window, { isCounted, isEndFixed }: Pass): boolean {
		const isStartFixed = window.from === this.state.verified || isPart(window);
		return isCounted && isEndFixed === true && isStartFixed;
	}

	private readonly isKnown = (window: Window): boolean =>
		(this.state.counts.get(nameOf(window)) ?? CHANGED) !== CHANGED;

	/** Whether so many pages are likely to hold a window, as far as the last step and the emitted alerts tell. */
	fits(window: Window, pages: number): boolean {
		const { step, page } = this.state;
		if (window.to - window.from > pages * step) return false;
		return page === 0 || countIn(this.ends, window) <= FILL * page * pages;
	}

	/** Whether time, requests and what the service answered last allow another search. */
	goesOn(): boolean {
		if (this.isEnded) return false;
		if (!this.hasRead && this.error === undefined) return true;
		const { clock, deadline, canEnd, requestsLeft } = this.reading;
		return clock.hostNow() <= deadline && canEnd() && requestsLeft() >= 1;
	}

	/** Searches a window once, takes its alerts where they fit, and sizes the next window. */
	private async visit(window: Window, take: Pass['take']): Promise<Visit> {
		const { state } = this;
		const length = window.to - window.from;
		let answer: WindowAnswer | undefined;
		try {
			answer = await this.windows.read(window);
		} catch (error) {
			return this.failed(asApiErrorOrThrow(error), length);
		}
		if (answer === undefined) return this.end();
		this.hasRead = true;
		noteAnswer(state);
		const { total, records, error } = answer;
		if (error !== undefined) {
			this.error = error;
			this.isEnded = this.mustWait;
		}
		const fitting = total === undefined ? length / 4 : fittingStep(length, total, state.page);
		if (records === undefined || (length > LONGEST_WITH_ALERTS && total !== 0)) {
			shorten(state, Math.min(fitting, LONGEST_WITH_ALERTS, length - 1));
			// A count that is capped stays what it is, whatever arrives.
			const isTooLow = total !== undefined && total + state.page < countIn(this.ends, window);
			if (isTooLow) state.distrustsCounts = true;
			return { kind: 'cut', total };
		}
		const longest = total === 0 ? LONGEST_STEP : LONGEST_WITH_ALERTS;
		lengthen(state, length, Math.min(Math.max(fitting, length), longest));
		return take(window, records) ? { kind: 'taken', total } : this.end();
	}

	private end(): Visit {
		this.isEnded = true;
		return { kind: 'end' };
	}

	/** Ends the poll where the service says to wait, and else goes on as earlier failures have taught. */
	private failed(error: ApiError, length: number): Visit {
		this.error = error;
		if (this.mustWait) return this.end();
		const kind = noteFailure(this.state, length);
		// What was learnt is a gain, unless all that could be tried failed.
		this.hasLearnt = kind !== 'end' && length > 1;
		this.isStuck = kind === 'end';
		return this.isStuck ? this.end() : { kind };
	}
}
