import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import { byTime, countIn, endsOf, newAlerts, push, type NewAlert } from '../dedupe/emitted';
import { lengthen, noteAnswer, noteRefusal, shorten } from '../reading/sizing';
import { WindowReader, type Reading, type WindowAnswer } from '../reading/windowReader';
import {
	alignedStart,
	FILL,
	fittingStep,
	instant,
	LONGEST_STEP,
	LONGEST_WITH_ALERTS,
	nameOf,
	partEnd,
	partsOf,
	type Window,
} from '../reading/windows';
import type { State } from '../state/state';
import { WIDE, WIDE_EVERY, type Following } from './decide';

/** Plain searches of Elasticsearch count no further: this total may stand for any larger one. */
const CAPPED = 10_000;

/** Stands for the count of a window that has changed, until all of it is read: its parts are looked at. */
const CHANGED = -1;

/** How a stretch is read. */
export interface Pass {
	/** Whether a window is left unread where its count is what it was. */
	isCounted: boolean;
	/** Whether the stretch is a part of a window, which later polls search too; its end moves otherwise. */
	isPart?: boolean;
	/** Takes the alerts of a window; false where not all of them may be taken in this poll. */
	take: (window: Window, records: IDataObject[]) => boolean;
	/** Is told of each window that was read to its end. */
	moved: (window: Window) => void;
}

/** What became of a search: its alerts were taken, it is sent again, it must be cut, or the poll ends here. */
type Visit = { kind: 'taken' | 'again' | 'cut' | 'end'; total?: number | undefined };

/** Pages of a window that are read one after the other where its count has changed. */
const COUNTED_PAGES = 8;

/**
 * The reading of one poll: first the time since the last poll, then the look-back, as far as time and
 * requests go. It moves the state on in place, with each window that was read to its end.
 */
export class Scan {
	/** What this poll emits. */
	readonly alerts: NewAlert[] = [];

	/** Why the service did not answer last. */
	refusal: ApiError | undefined;

	/** Whether the poll came on: a window was read, or its count compared. */
	private hasRead = false;

	/** Whether it is known now how to ask for what was refused. */
	private hasLearnt = false;

	private readonly reader: WindowReader;
	private readonly wasDoubtful: boolean;
	private readonly stepBefore: number;
	private readonly ends: readonly number[];
	private isEnded = false;

	constructor(
		private readonly reading: Reading,
		readonly state: State,
		private readonly following: Following,
		private readonly mostAlerts: number,
	) {
		this.reader = new WindowReader(reading, state);
		this.ends = endsOf(state.emitted);
		this.wasDoubtful = state.isDoubtful;
		this.stepBefore = state.step;
		if (this.isWide()) state.isDoubtful = false;
	}

	/** Whether the last refusal said to wait. */
	get mustWait(): boolean {
		const { retry, stopsAll, failure } = this.refusal?.details ?? {};
		return retry === 'always' || stopsAll === true || failure?.cause === 'rate-limited';
	}

	/** Whether the next poll goes on from somewhere else than this one. */
	get hasGained(): boolean {
		return this.hasRead || this.hasLearnt;
	}

	/** Alerts that this poll may still emit. */
	get room(): number {
		return this.mostAlerts - this.alerts.length;
	}

	/** Whether the look-back and the time since the last poll are likely to fit on one page. */
	isQuiet(): boolean {
		const { at, start, verified } = this.state;
		const from = this.isWide() ? start : verified;
		return at === 0 && this.fits({ from, to: this.reading.clock.now() }, 1);
	}

	/** Reads the time since the last poll. */
	async readNew(): Promise<void> {
		const { state, take } = this;
		const { clock, log } = this.reading;
		const moved = ({ to }: Window) => {
			state.position = Math.max(state.position, to);
		};
		const window = { from: state.position, to: clock.now() };
		if (await this.read(window, { isCounted: true, take, moved })) return;
		log.info(`Alerts up to ${instant(state.position)} are read; the next poll goes on from there`);
	}

	/** Whether the next reading of the look-back is to go further back. */
	private isWide(): boolean {
		const { at, widened } = this.state;
		return at === 0 && Math.abs(this.reading.clock.now() - widened) >= WIDE_EVERY;
	}

	/** Reads the look-back up to a second, and from further back now and then. */
	async lookBack(to: number): Promise<void> {
		const { state, following, take } = this;
		const { clock } = this.reading;
		const now = clock.now();
		const isWide = this.isWide();
		let at = isWide ? state.start : state.at || state.verified;
		// What is read as it leaves the look-back and what is still counted share no window.
		const lookBack = following.lookBack + state.lateBy;
		// The first answer of a poll may say that the host's clock was set ahead.
		const left = () => {
			const end = Math.min(to, clock.now() - lookBack);
			return Math.max(state.start, alignedStart(end, lookBack));
		};
		const keepAt = () => {
			state.at = at;
			if (isWide) state.widened = now;
		};
		const moved = (window: Window) => {
			at = window.to;
			keepAt();
			state.position = Math.max(state.position, window.to);
			// An answer that contradicts itself may have left something out: it is asked for once more.
			if (window.from > state.verified || (state.isDoubtful && !this.wasDoubtful)) return;
			state.verified = Math.max(state.verified, Math.min(window.to, left()));
		};
		const read = async (end: number, isCounted = true) =>
			await this.read({ from: at, to: end }, { isCounted, take, moved });
		// A reading under way goes on with windows as short as it has come to, however quiet new time is.
		if (state.at !== 0) state.step = Math.min(state.step, this.stepBefore);
		const isShort = this.fits({ from: at, to }, 1);
		if (!isShort) {
			if (this.goesOn()) keepAt();
			if (!(await read(state.verified))) return;
			// Counts do not tell all: an alert can come as another goes, and answers can contradict each other.
			if (at <= state.verified && !(await read(left(), false))) return;
		}
		if (!(await read(to, !isShort || at > state.verified))) return;
		state.at = 0;
		for (const [name, count] of state.counts) if (count === CHANGED) state.counts.delete(name);
	}

	/**
	 * Reads a stretch in windows that each fit on a page, and where counts tell, only what has changed.
	 * It is cut where later polls cut it too, so that they can compare what its parts count.
	 * @returns whether its end was reached
	 */
	async read(window: Window, pass: Pass): Promise<boolean> {
		const { counts } = this.state;
		const { incomplete } = this.reader;
		if (window.from >= window.to) return true;
		const name = nameOf(window);
		const recurs = this.recurs(window, pass);
		let visit: Visit | undefined;
		while (visit === undefined || visit.kind === 'again') {
			if (!this.goesOn()) return false;
			if (!this.isSearched(window, pass, recurs)) break;
			visit = await this.visit(window, pass.take);
			if (visit.kind === 'end') return false;
		}
		const count = recurs && visit?.total !== CAPPED ? visit?.total : undefined;
		const isSame = count !== undefined && count === counts.get(name);
		if (visit?.kind !== 'taken' && !isSame) {
			// A later poll goes on with the parts, where this one comes to its end.
			if (recurs && visit?.kind === 'cut') counts.set(name, CHANGED);
			const [first, second] = partsOf(window);
			const isCounted =
				pass.isCounted &&
				!(
					visit !== undefined &&
					this.fits(window, COUNTED_PAGES) &&
					![first, second].some(this.isKnown)
				);
			if (!(await this.read(first, { ...pass, isCounted, isPart: true }))) return false;
			if (!(await this.read(second, { ...pass, isCounted }))) return false;
		}
		// A count that was not served whole would hide the rest of its alerts from later polls.
		if (this.reader.incomplete > incomplete) counts.delete(name);
		else if (count !== undefined) counts.set(name, count);
		pass.moved({ from: window.from, to: Math.min(window.to, this.reading.clock.now()) });
		return true;
	}

	/** Whether a window is searched as a whole: a page is likely to hold it, or its count may spare it. */
	private isSearched(window: Window, { isCounted }: Pass, recurs: boolean): boolean {
		if (window.to - window.from === 1 || this.fits(window, 1)) return true;
		// The first search of a poll moves it on, as there may be no time for another.
		if (!isCounted || !this.hasRead) return false;
		const count = this.state.counts.get(nameOf(window));
		if (count !== undefined) return count !== CHANGED;
		return partsOf(window).every(this.isKnown) || (recurs && this.fits(window, COUNTED_PAGES));
	}

	/** Whether later polls search a window too: one that begins with the look-back, or ends with a part. */
	private recurs({ from, to }: Window, { isCounted, isPart }: Pass): boolean {
		return isCounted && isPart === true && (from === this.state.verified || to <= partEnd(from));
	}

	private readonly isKnown = (window: Window): boolean =>
		(this.state.counts.get(nameOf(window)) ?? CHANGED) !== CHANGED;

	/** Whether so many pages are likely to hold a window, as far as the last step and the emitted alerts tell. */
	private fits(window: Window, pages: number): boolean {
		const { step, page } = this.state;
		if (window.to - window.from > pages * step) return false;
		return page === 0 || countIn(this.ends, window) <= FILL * page * pages;
	}

	/** Whether time, requests and the service's patience allow another search. */
	goesOn(): boolean {
		if (this.isEnded || this.room <= 0) return false;
		if (!this.hasRead && this.refusal === undefined) return true;
		const { clock, deadline, canEnd, requestsLeft } = this.reading;
		return clock.hostNow() <= deadline && canEnd() && requestsLeft() >= 1;
	}

	/** Searches a window once, takes its alerts where they fit, and sizes the next window. */
	private async visit(window: Window, take: Pass['take']): Promise<Visit> {
		const { state } = this;
		const length = window.to - window.from;
		let answer: WindowAnswer | undefined;
		try {
			answer = await this.reader.read(window);
		} catch (fault) {
			return this.refused(asApiErrorOrThrow(fault), length);
		}
		if (answer === undefined) return this.end();
		this.hasRead = true;
		noteAnswer(state);
		const { total, records } = answer;
		const fitting = total === undefined ? length / 4 : fittingStep(length, total, state.page);
		if (records === undefined || (length > LONGEST_WITH_ALERTS && total !== 0)) {
			shorten(state, Math.min(fitting, LONGEST_WITH_ALERTS, length - 1));
			// A count that is capped stays what it is, whatever arrives.
			const isTooLow = total !== undefined && total + state.page < countIn(this.ends, window);
			if (isTooLow) state.isDoubtful = true;
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

	/** Ends the poll where the service says to wait, and else goes on as its refusals have taught. */
	private refused(refusal: ApiError, length: number): Visit {
		this.refusal = refusal;
		if (this.mustWait) return this.end();
		const kind = noteRefusal(this.state, length);
		// What was learnt is a gain, unless all that could be tried was refused.
		this.hasLearnt = kind !== 'end' && length > 1;
		return kind === 'end' ? this.end() : { kind };
	}

	/** Takes what is new in a window, the oldest first, as far as there is room. */
	private readonly take: Pass['take'] = (window, records) => {
		const { state, reading } = this;
		const fresh = newAlerts(state.emitted, records, window).sort(byTime);
		const taken = fresh.slice(0, this.room);
		for (const alert of taken) {
			push(state.emitted, alert.fingerprint, window.to);
			this.alerts.push(alert);
		}
		if (taken.length > 0 && window.to <= state.verified) this.noteLate(window);
		if (taken.length === fresh.length) return true;
		reading.log.info('Max Alerts per Poll is reached; the next poll goes on from there');
		return false;
	};

	/** Alerts from before the look-back: from now on it reaches as far. */
	private noteLate({ from }: Window): void {
		const { state, following, reading } = this;
		const late = reading.clock.now() - from - following.lookBack;
		const lateBy = Math.min(WIDE, Math.max(state.lateBy, late));
		if (state.lateBy === 0) {
			reading.log.warn(
				`Alerts arrive later than Look Back, or the service tells a wrong time: from now on the trigger looks ${Math.ceil(lateBy / 60)} minutes further back. Set a longer Look Back, or check the clock of the service`,
			);
		}
		state.lateBy = lateBy;
	}
}
