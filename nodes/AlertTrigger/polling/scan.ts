import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import { byTime, countIn, endsFrom, newAlerts, remember, type NewAlert } from '../dedupe/emitted';
import {
	NoRequestsLeft,
	WindowReader,
	type Reading,
	type WindowAnswer,
} from '../reading/windowReader';
import {
	FILL,
	fittingStep,
	instant,
	isCell,
	LONGEST_STEP,
	LONGEST_WITH_ALERTS,
	middleOf,
	type Window,
} from '../reading/windows';
import type { State } from '../state/state';
import { alignedStart, lookBackOf, WIDE, WIDE_EVERY, type Following } from './decide';

/** Takes the alerts of a window; false where not all of them may be taken in this poll. */
export type Take = (window: Window, records: IDataObject[]) => boolean;

/** What became of a search: its alerts were taken, it must be shorter, or the poll ends here. */
type Visit = { kind: 'taken' | 'tooMany' | 'refused' | 'end'; total?: number | undefined };

/** How a stretch is read by its counts, and what is told of how far it was read. */
interface Mode {
	moved: (second: number) => void;
	/** An estimate of the pages that a window fills. */
	pages: (window: Window) => number;
	/** Alerts of a window that were emitted before. */
	emitted: (window: Window) => number;
	/** Whether cells of many pages are cut unsearched, so that a poll of few requests moves on. */
	isDirect: boolean;
	/** Whether what has no count may wait: it is read when it leaves the look-back. */
	mayWait: boolean;
}

/** Refusals in one poll before it gives up: enough to cut a month down to a second. */
const MOST_REFUSALS = 12;

/** Pages of a cell that are read one after the other where its count has changed. */
const CELL_PAGES = 8;

/**
 * The reading of one poll: first the time since the last poll, then the look-back, as far as time and
 * requests go. It moves the state on in place, with each window that was read to its end.
 */
export class Scan {
	/** What this poll emits. */
	readonly alerts: NewAlert[] = [];

	/** Why the service did not answer last. */
	refusal: ApiError | undefined;

	/** Whether the poll learnt anything: a window was read, or its count compared. */
	hasGained = false;

	private readonly reader: WindowReader;
	private readonly wasDoubtful: boolean;
	private hasTaken = false;
	private refusals = 0;
	private isEnded = false;

	constructor(
		private readonly reading: Reading,
		readonly state: State,
		private readonly following: Following,
		private readonly mostAlerts: number,
	) {
		this.reader = new WindowReader(reading, state);
		this.wasDoubtful = state.isDoubtful;
	}

	/** Alerts that this poll may still emit. */
	get room(): number {
		return this.mostAlerts - this.alerts.length;
	}

	/**
	 * Reads the time since the last poll.
	 * @returns whether the look-back is still to be read
	 */
	async readNew(): Promise<boolean> {
		const { state } = this;
		const { clock, log } = this.reading;
		const now = clock.now();
		if (this.isWide()) Object.assign(state, { isDoubtful: false, checked: 0 });
		else if (this.isOnePage({ from: state.verified, to: now })) {
			const visit = await this.visit({ from: state.verified, to: now });
			if (visit.kind === 'taken') {
				state.position = Math.max(state.position, Math.min(now, clock.now()));
				this.verify(now);
			}
			if (visit.kind === 'taken' || visit.kind === 'end') return false;
		}
		const moved = (second: number) => {
			state.position = Math.max(state.position, second);
		};
		const pages = ({ from, to }: Window) => (to - from) / state.step;
		const mode = { moved, pages, emitted: () => 0, isDirect: true, mayWait: false };
		const isRead = await this.readCounted({ from: state.position, to: now }, mode);
		if (!isRead) {
			log.info(
				`Alerts up to ${instant(state.position)} are read; the next poll goes on from there`,
			);
		}
		return this.goesOn();
	}

	/** Whether the next reading of the look-back is to go further back. */
	private isWide(): boolean {
		const { began, widened } = this.state;
		return began === 0 && Math.abs(this.reading.clock.now() - widened) >= WIDE_EVERY;
	}

	/** Whether look-back and new time are so quiet that they are likely to fit on a page. */
	private isOnePage({ from, to }: Window): boolean {
		const { state } = this;
		const isShort = to - from <= Math.min(state.step, LONGEST_WITH_ALERTS);
		if (state.began !== 0 || state.position >= to || !isShort) return false;
		return state.page === 0 || endsFrom(state.emitted, from).length * 2 <= FILL * state.page;
	}

	/** Reads the look-back, or further back now and then. */
	async lookBack(): Promise<void> {
		const { state, following } = this;
		const now = this.reading.clock.now();
		// The next poll comes to where this reading ends only after new time has taken its share as well.
		this.hasTaken = false;
		// Rows that go as well as come can leave a count as it was.
		const mustRead = following.canLeave || state.isDoubtful;
		const isDirect = state.began !== 0;
		if (!isDirect) {
			state.at = this.isWide() ? state.start : state.verified;
			if (this.isWide()) state.widened = now;
			state.began = now;
		}
		const moved = (second: number) => {
			state.at = Math.max(state.at, second);
		};
		const ends = endsFrom(state.emitted, state.at);
		const emitted = (window: Window) => countIn(ends, window);
		const pages = (window: Window) => emitted(window) / (FILL * state.page || Infinity);
		const read = async (from: number, to: number, mayWait = false) =>
			await this.readCounted({ from, to }, { moved, pages, emitted, isDirect, mayWait });
		if (mustRead) {
			const edge = Math.max(state.verified, this.leftAt(state.began));
			if (!(await read(state.at, state.verified))) return;
			if (!(await this.readWindows({ from: state.at, to: edge }, moved))) return;
			const mayWait = pages({ from: state.at, to: state.position }) > CELL_PAGES;
			if (!(await read(state.at, state.position, mayWait))) return;
		} else if (!(await read(state.at, state.position))) return;
		this.verify(Math.min(state.began, now));
		state.began = 0;
	}

	/** Notes that everything was read that had left the look-back at a second. */
	private verify(second: number): void {
		const { state } = this;
		// An answer that contradicts itself may have left something out: it is asked for once more.
		if (state.isDoubtful && !this.wasDoubtful) return;
		state.verified = this.leftAt(second);
	}

	/**
	 * The start of the look-back at a second. It is that of a cell, so that what is read as it leaves
	 * the look-back and what is still counted do not share a cell.
	 */
	private leftAt(second: number): number {
		const { state } = this;
		const lookBack = lookBackOf(this.following, state);
		const left = Math.min(state.position, second - lookBack);
		return Math.max(state.start, alignedStart(left, lookBack));
	}

	/**
	 * Reads a stretch cell by cell: where a cell's count is what it was, it holds nothing new.
	 * @returns whether its end was reached
	 */
	private async readCounted(window: Window, mode: Mode): Promise<boolean> {
		const { state } = this;
		const { from, to } = window;
		if (from >= to) return true;
		if (!this.goesOn()) return false;
		const middle = middleOf(window);
		const halves = async () =>
			(await this.readCounted({ from, to: middle }, mode)) &&
			(await this.readCounted({ from: middle, to }, mode));
		const pages = mode.pages(window);
		const isTooLong = mode.isDirect && pages > CELL_PAGES;
		if (pages > 1 && to - from > 1 && (isTooLong || !isCell(window))) return await halves();
		const { incomplete } = this.reader;
		const visit = await this.visit(window);
		if (visit.kind === 'end') return false;
		if (visit.kind === 'refused') return await halves();
		const cell = `${from}-${to}`;
		const { total } = visit;
		// A count that is capped stays what it is, whatever arrives.
		if (total !== undefined && total + state.page < mode.emitted(window)) state.isDoubtful = true;
		const isSame = total === undefined ? mode.mayWait : total === state.counts.get(cell);
		const noteCount = () => {
			// A count that was not served whole would hide the rest of its alerts from later polls.
			if (this.reader.incomplete > incomplete) state.counts.delete(cell);
			else if (total !== undefined && total > 0 && isCell(window)) state.counts.set(cell, total);
		};
		if (visit.kind === 'taken' || isSame) {
			noteCount();
			mode.moved(Math.min(to, this.reading.clock.now()));
			return true;
		}
		const isKnown = state.counts.has(`${from}-${middle}`);
		const isShort = total === undefined || (total <= CELL_PAGES * state.page && !isKnown);
		const isRead = isShort ? await this.readWindows(window, mode.moved) : await halves();
		if (isRead) noteCount();
		return isRead;
	}

	/**
	 * Reads a stretch in windows that each fit on a page.
	 * @returns whether its end was reached
	 */
	async readWindows(
		{ from, to }: Window,
		moved: (second: number) => void,
		take = this.take,
	): Promise<boolean> {
		let position = from;
		while (position < to) {
			if (!this.goesOn()) return false;
			const window = { from: position, to: Math.min(to, position + this.state.step) };
			const visit = await this.visit(window, take);
			if (visit.kind === 'end') return false;
			if (visit.kind !== 'taken') continue;
			position = window.to;
			moved(Math.min(position, this.reading.clock.now()));
		}
		return true;
	}

	/** Whether time, requests and the service's patience allow another search. */
	goesOn(): boolean {
		if (this.isEnded || this.refusals >= MOST_REFUSALS || this.room <= 0) return false;
		if (!this.hasGained && this.refusals === 0) return true;
		const { clock, deadline, requestsLeft } = this.reading;
		return clock.hostNow() <= deadline && requestsLeft() >= 1;
	}

	/** Searches a window once, takes its alerts where they fit, and sizes the next window. */
	private async visit(window: Window, take = this.take): Promise<Visit> {
		const { state } = this;
		const length = window.to - window.from;
		let answer: WindowAnswer;
		try {
			answer = await this.reader.read(window);
			if (answer.kind === 'tooMany' && length <= 1) {
				answer = { kind: 'whole', records: await this.reader.readAllPages(window, this.hasTaken) };
			}
		} catch (fault) {
			if (fault instanceof NoRequestsLeft) return this.end();
			return this.refused(asApiErrorOrThrow(fault), length);
		}
		this.hasGained = true;
		const total = answer.kind === 'whole' ? answer.records.length : answer.total;
		const fitting = total === undefined ? length / 4 : fittingStep(length, total, state.page);
		const isTooLong = length > LONGEST_WITH_ALERTS && total !== 0;
		if (answer.kind === 'tooMany' || isTooLong) {
			const longest = answer.kind === 'whole' ? LONGEST_WITH_ALERTS : length - 1;
			state.step = Math.min(state.step, Math.max(1, Math.floor(fitting)), longest);
			return { kind: 'tooMany', total };
		}
		const longest = total === 0 ? LONGEST_STEP : LONGEST_WITH_ALERTS;
		state.step = Math.min(state.step * 4, Math.max(fitting, length), longest);
		this.hasTaken = true;
		return take(window, answer.records) ? { kind: 'taken', total } : this.end();
	}

	private end(): Visit {
		this.isEnded = true;
		return { kind: 'end' };
	}

	/** A refusal cuts the next window to a quarter, unless it says to wait. */
	private refused(refusal: ApiError, length: number): Visit {
		const { retry, stopsAll, failure } = refusal.details;
		this.refusal = refusal;
		this.refusals += 1;
		const mustWait = retry === 'always' || stopsAll === true || failure?.cause === 'rate-limited';
		if (mustWait || length <= 1) return this.end();
		this.state.step = Math.min(this.state.step, Math.max(1, Math.floor(length / 4)));
		return { kind: 'refused' };
	}

	/** Takes what is new in a window, the oldest first, as far as there is room. */
	private readonly take: Take = (window, records) => {
		const { state, reading } = this;
		const fresh = newAlerts(state.emitted, records, window).sort(byTime);
		const taken = fresh.slice(0, this.room);
		remember(state.emitted, taken, window.to);
		for (const alert of taken) this.alerts.push(alert);
		if (taken.length > 0 && window.to <= state.verified) this.noteLate(window);
		if (taken.length === fresh.length) return true;
		reading.log.info('Max Alerts per Poll is reached; the next poll goes on from there');
		return false;
	};

	/** Alerts from before the look-back: from now on it reaches as far. */
	private noteLate({ from }: Window): void {
		const { state, following, reading } = this;
		const late = reading.clock.now() - from - lookBackOf(following, { lateBy: 0 });
		const lateBy = Math.min(WIDE, Math.max(state.lateBy, late));
		if (state.lateBy === 0) {
			reading.log.warn(
				`Alerts arrive later than Look Back, or the service tells a wrong time: from now on the trigger looks ${Math.ceil(lateBy / 60)} minutes further back. Set a longer Look Back, or check the clock of the service`,
			);
		}
		state.lateBy = lateBy;
	}
}
