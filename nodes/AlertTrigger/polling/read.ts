import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import { byTime, newAlerts, remember, type NewAlert } from '../dedupe/emitted';
import { WindowReader, type Reading, type WindowAnswer } from '../reading/windowReader';
import {
	FILL,
	fittingStep,
	lengthOf,
	LONGEST_STEP,
	LONGEST_WITH_ALERTS,
	type Window,
} from '../reading/windows';
import { UNKNOWN, type Block, type State, type Sweep } from '../state/state';
import {
	BLOCK_PAGES,
	cut,
	instant,
	lastOfRun,
	lookBackOf,
	WIDE,
	WIDE_EVERY,
	type Following,
} from './decide';

/** Takes the alerts of a window; false where not all of them may be taken in this poll. */
export type Take = (window: Window, records: IDataObject[]) => boolean;

/** What became of a search: its alerts were taken, they are too many at once, or the poll ends here. */
type Visit = { kind: 'taken' | 'tooMany'; total: number | undefined } | { kind: 'end' };

/** Refusals in one poll before it gives up: enough to cut a month down to a second. */
const MOST_REFUSALS = 12;

/**
 * The reading of one poll: first the time since the last poll, then the look-back, as far as time and
 * requests go. It moves the state on in place, with each window that was read to its end.
 */
export class Scan {
	readonly alerts: NewAlert[] = [];

	/** The time that the alerts were found in. */
	from = Infinity;
	to = 0;

	/** Why the service did not answer last. */
	refusal: ApiError | undefined;

	/** Whether the poll learnt anything: a window was read, or its count compared. */
	hasGained = false;

	/** Alerts that this poll emits again. */
	redelivered = 0;

	private readonly reader: WindowReader;
	private refusals = 0;

	/** Whether a second was read that the service counts other alerts in than it served. */
	private isShort = false;

	private isEnded = false;

	constructor(
		private readonly reading: Reading,
		readonly state: State,
		private readonly following: Following,
		private readonly mostAlerts: number,
	) {
		this.reader = new WindowReader(reading, state);
	}

	/**
	 * Reads the time since the last poll.
	 * @returns whether the look-back was read with it
	 */
	async readNew(): Promise<boolean> {
		const { state } = this;
		if (state.sweep === undefined) state.polls += 1;
		if (state.polls >= WIDE_EVERY) state.isDoubtful = false;
		else if (await this.readAllAtOnce()) return true;
		await this.readNewTime();
		return false;
	}

	/** Alerts that this poll may still emit. */
	get room(): number {
		return this.mostAlerts - this.alerts.length - this.redelivered;
	}

	/** In a quiet time: look-back and new time in one window of one page. */
	private async readAllAtOnce(): Promise<boolean> {
		const { state } = this;
		const { verified, position, blocks } = state;
		const now = this.reading.clock.now();
		const recent = blocks.filter(({ to }) => to > verified);
		const count = recent.reduce((sum, { total }) => sum + total, 0);
		const isKnown = recent.every(({ total }) => total !== UNKNOWN);
		const isFew = isKnown && (state.page === 0 || count * 2 <= FILL * state.page);
		const longest = Math.min(state.step, LONGEST_WITH_ALERTS);
		if (state.sweep !== undefined || !isFew || position >= now || now - verified > longest) {
			return false;
		}
		const visit = await this.visit({ from: verified, to: now });
		if (visit.kind !== 'taken') return visit.kind === 'end';
		const to = Math.min(now, this.reading.clock.now());
		const older = cut(
			blocks.filter((block) => block.to <= verified),
			state.start,
			verified,
		);
		state.position = Math.max(position, to);
		state.blocks = cut(older, state.start, state.position);
		this.setLast(visit.total);
		this.verify(this.reading.clock.now());
		return true;
	}

	/** Reads from the position to the service's now. */
	private async readNewTime(): Promise<void> {
		const { state } = this;
		const { clock, log } = this.reading;
		while (state.position < clock.now() && this.goesOn()) {
			const from = state.position;
			const to = clock.now();
			let total: number | undefined;
			this.isShort = false;
			// A count of the whole stretch spares later polls the reading of all its windows.
			if (to - from <= Math.max(state.step, lookBackOf(this.following, state))) {
				const visit = await this.visit({ from, to });
				if (visit.kind === 'end') break;
				if (visit.kind === 'taken') state.position = Math.min(to, clock.now());
				total = visit.total;
			}
			await this.readTo(state.position, Math.min(to, clock.now()), this.take, (at) => {
				state.position = Math.max(state.position, Math.min(at, clock.now()));
			});
			state.blocks = cut(state.blocks, state.start, state.position);
			if (state.position === to && to > from) this.setLast(total);
		}
		if (state.position < clock.now()) {
			log.info(
				`Alerts up to ${instant(state.position)} are read; the next poll goes on from there`,
			);
		}
	}

	private setLast(total: number | undefined): void {
		const last = this.state.blocks.at(-1);
		if (last !== undefined) last.total = this.readTotal(total);
	}

	/** The count to compare the next one with: none where not all that was counted was read. */
	private readTotal(total: number | undefined): number {
		return this.isShort ? UNKNOWN : (total ?? UNKNOWN);
	}

	/**
	 * Reads the look-back, or further back now and then, block by block: a block whose count is what it
	 * was holds nothing new.
	 */
	async lookBack(): Promise<void> {
		const { state } = this;
		const isWide = state.polls >= WIDE_EVERY;
		const sweep = (state.sweep ??= {
			began: this.reading.clock.now(),
			at: isWide ? state.start : state.verified,
		});
		if (isWide) state.polls = 0;
		let merged: (Window & { total: number }) | undefined;
		while (sweep.at < state.position) {
			if (!this.goesOn()) return;
			const index = state.blocks.findIndex(({ to }) => to > sweep.at);
			const block = state.blocks[index];
			if (block === undefined) break;
			const from = state.blocks[index - 1]?.to ?? state.start;
			const last = merged === undefined ? lastOfRun(state.blocks, index, from, state.page) : index;
			const end = state.blocks[last]?.to ?? block.to;
			if (last > index && sweep.total === undefined) {
				const visit = await this.visit({ from, to: end });
				if (visit.kind === 'end') return;
				merged = { from, to: end, total: visit.total ?? UNKNOWN };
				if (visit.kind === 'taken') sweep.at = end;
			} else if (!(await this.readBlock(sweep, block, from))) return;
			if (merged !== undefined && sweep.at >= merged.to) {
				const { to, total } = merged;
				const start = merged.from;
				if (total !== UNKNOWN && total <= BLOCK_PAGES * (state.page || Infinity)) {
					state.blocks = state.blocks.filter((one) => one.to <= start || one.to >= to);
					const joined = state.blocks.find((one) => one.to === to);
					if (joined !== undefined) joined.total = total;
				}
				merged = undefined;
			}
		}
		state.sweep = undefined;
		this.verify(Math.min(sweep.began, this.reading.clock.now()));
	}

	/** Compares a block's count, and reads it where that does not settle it; false where the poll ends. */
	private async readBlock(sweep: Sweep, block: Block, from: number): Promise<boolean> {
		if (sweep.total === undefined) {
			const visit = await this.visit({ from, to: block.to });
			if (visit.kind === 'end') return false;
			const isSame = visit.total !== undefined && visit.total === block.total;
			if (visit.kind === 'taken') block.total = visit.total ?? UNKNOWN;
			if (visit.kind === 'taken' || this.canSkip(sweep, block, isSame, visit.total)) {
				sweep.at = block.to;
				return true;
			}
			sweep.total = visit.total ?? UNKNOWN;
			sweep.at = from;
		}
		this.isShort = false;
		const isRead = await this.readTo(sweep.at, block.to, this.take, (at) => {
			sweep.at = at;
		});
		if (!isRead) return false;
		block.total = this.readTotal(sweep.total);
		delete sweep.total;
		return true;
	}

	/** A count that cannot be relied on is made up for by a reading when the block leaves the look-back. */
	private canSkip(
		{ began }: Sweep,
		{ to }: Block,
		isSame: boolean,
		total: number | undefined,
	): boolean {
		const { state, following } = this;
		const isLeaving = to > state.verified && to <= began - lookBackOf(following, state);
		if (isLeaving) return isSame && !following.canLeave && !state.isDoubtful;
		return isSame || (total === undefined && to > state.verified);
	}

	private verify(began: number): void {
		const { state } = this;
		const verified = Math.min(state.position, began - lookBackOf(this.following, state));
		state.verified = Math.max(state.start, verified);
	}

	/**
	 * Reads a stretch in windows that each fit on a page.
	 * @returns whether its end was reached
	 */
	async readTo(
		from: number,
		to: number,
		take: Take,
		moved: (position: number) => void,
	): Promise<boolean> {
		let position = from;
		while (position < to) {
			if (!this.goesOn()) return false;
			const window = { from: position, to: Math.min(to, position + this.state.step) };
			const visit = await this.visit(window, take);
			if (visit.kind === 'end') return false;
			if (visit.kind !== 'taken') continue;
			position = window.to;
			moved(position);
		}
		return true;
	}

	/** Whether time, requests and the service's patience allow another search. */
	goesOn(): boolean {
		if (this.isEnded || this.refusals >= MOST_REFUSALS || this.room <= 0) return false;
		if (!this.hasGained && this.refusals === 0) return true;
		const { clock, deadline, requestsLeft } = this.reading;
		return clock.hostNow() <= deadline && (requestsLeft?.() ?? Infinity) >= 1;
	}

	/** Searches a window once, takes its alerts where they fit, and sizes the next window. */
	private async visit(window: Window, take = this.take): Promise<Visit> {
		const { state } = this;
		const length = lengthOf(window);
		let answer: WindowAnswer;
		try {
			answer = await this.reader.read(window);
			if (answer.kind === 'tooMany' && length <= 1) {
				const records = await this.reader.readAllPages(window);
				this.noteShort(window, answer.total, records.length);
				answer = { kind: 'whole', records, total: records.length };
			}
		} catch (fault) {
			return this.refused(asApiErrorOrThrow(fault), length);
		}
		this.hasGained = true;
		const count = answer.kind === 'whole' ? answer.records.length : answer.total;
		if (answer.kind === 'tooMany' || (length > LONGEST_WITH_ALERTS && count !== 0)) {
			const fitting = count === undefined ? length / 4 : fittingStep(length, count, state.page);
			state.step = Math.min(state.step, Math.max(1, Math.floor(fitting)), length - 1);
			if (answer.kind === 'whole') state.step = Math.min(state.step, LONGEST_WITH_ALERTS);
			return { kind: 'tooMany', total: count };
		}
		const { records } = answer;
		const fitting = fittingStep(length, records.length, state.page);
		const longest = records.length === 0 ? LONGEST_STEP : LONGEST_WITH_ALERTS;
		state.step = Math.min(state.step * 4, Math.max(fitting, length), longest);
		if (!take(window, records)) {
			this.isEnded = true;
			return { kind: 'end' };
		}
		return { kind: 'taken', total: records.length };
	}

	private noteShort({ from }: Window, total: number | undefined, served: number): void {
		if (total === undefined || total === served) return;
		if (!this.isShort) {
			this.reading.log.warn(
				`The service counts ${total} alerts of ${instant(from)} and served ${served}; they are read again with the next poll`,
			);
		}
		this.isShort = true;
	}

	/** A refusal cuts the next window to a quarter, unless it says to wait. */
	private refused(refusal: ApiError, length: number): Visit {
		const { retry, stopsAll, failure } = refusal.details;
		this.refusal = refusal;
		this.refusals += 1;
		const mustWait = retry === 'always' || stopsAll === true || failure?.cause === 'rate-limited';
		if (mustWait || length <= 1) {
			this.isEnded = true;
			return { kind: 'end' };
		}
		this.state.step = Math.min(this.state.step, Math.max(1, Math.floor(length / 4)));
		return { kind: 'tooMany', total: undefined };
	}

	/** Takes what is new in a window, the oldest first, as far as there is room. */
	private readonly take: Take = (window, records) => {
		const { state, reading } = this;
		const found = newAlerts(state.emitted, records, window).sort(byTime);
		const taken = found.slice(0, this.room);
		remember(state.emitted, taken, window.to);
		for (const alert of taken) this.alerts.push(alert);
		if (taken.length > 0) {
			this.from = Math.min(this.from, window.from);
			this.to = Math.max(this.to, window.to);
			if (window.to <= state.verified) this.noteLate(window);
		}
		if (taken.length < found.length) {
			reading.log.info('Max Alerts per Poll is reached; the next poll goes on from there');
		}
		return taken.length === found.length;
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
