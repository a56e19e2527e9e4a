import { byTime, newAlerts, push, type NewAlert } from '../dedupe/emitted';
import type { State } from '../state/state';
import { WIDE, WIDE_EVERY, type PollSettings } from '../state/transitions';
import { alignedStart, instant, type Window } from '../windows/windows';
import { CHANGED, StretchReader, type Pass } from './stretchReader';
import type { Reading } from './windowReader';

/**
 * The reading of one poll: first the time since the last poll, then the look-back, as far as time and
 * requests go. It moves the state on in place, with each window that was read to its end.
 */
export class Scan {
	/** What this poll emits. */
	readonly alerts: NewAlert[] = [];

	readonly stretches: StretchReader;

	private readonly distrustedCounts: boolean;

	/** The step that new time was read with. */
	private step: number | undefined;

	constructor(
		private readonly reading: Reading,
		readonly state: State,
		private readonly pollSettings: PollSettings,
		private readonly mostAlerts: number,
	) {
		this.stretches = new StretchReader(reading, state);
		this.distrustedCounts = state.distrustsCounts;
		if (this.isWide()) state.distrustsCounts = false;
	}

	/** Alerts that this poll may still emit. */
	get room(): number {
		return this.mostAlerts - this.alerts.length;
	}

	/** Whether the look-back and the time since the last poll are likely to fit on one page. */
	isQuiet(): boolean {
		const { resumeAt, verified: from } = this.state;
		const isReading = resumeAt !== 0 || this.isWide();
		return !isReading && this.stretches.fits({ from, to: this.reading.clock.now() }, 1);
	}

	/** Reads the time since the last poll. */
	async readNew(): Promise<void> {
		const { state, take } = this;
		const { clock, log } = this.reading;
		const moved = ({ to }: Window) => {
			state.position = Math.max(state.position, to);
		};
		const window = { from: state.position, to: clock.now() };
		const isRead = await this.stretches.read(window, { isCounted: true, take, moved });
		this.step = state.step;
		if (isRead) return;
		log.info(`Alerts up to ${instant(state.position)} are read; the next poll goes on from there`);
	}

	/** Whether the next reading of the look-back is to go further back. */
	private isWide(): boolean {
		const { resumeAt, widened } = this.state;
		return resumeAt === 0 && Math.abs(this.reading.clock.now() - widened) >= WIDE_EVERY;
	}

	/** Reads the look-back up to a second, and from further back now and then. */
	async lookBack(to: number): Promise<void> {
		const { state } = this;
		const { resumeAt, widened } = state;
		// New time may be denser than the look-back, or quiet: each has windows of its own length.
		if (resumeAt !== 0) state.step = state.lookBackStep;
		await this.readLookBack(to);
		// A service that refuses what is old would keep the look-back from ever coming to newer time.
		const { isStuck, hasGained } = this.stretches;
		if (!hasGained) Object.assign(state, { resumeAt, widened });
		else if (isStuck) state.resumeAt = Math.max(state.resumeAt, state.verified);
		state.lookBackStep = state.step;
		state.step = this.step ?? state.step;
	}

	private async readLookBack(to: number): Promise<void> {
		const { state, pollSettings, take } = this;
		const { clock } = this.reading;
		const now = clock.now();
		const isWide = this.isWide();
		let at = isWide ? state.start : state.resumeAt || state.verified;
		// Windows that leave the look-back end where it then begins.
		const lookBack = pollSettings.lookBack + state.lateBy;
		// The first answer of a poll may say that the host's clock was set ahead.
		const left = () => {
			const end = Math.min(to, clock.now() - lookBack);
			return Math.max(state.start, alignedStart(end, lookBack));
		};
		const keepAt = () => {
			state.resumeAt = at;
			if (isWide) state.widened = now;
		};
		const moved = (window: Window) => {
			at = window.to;
			keepAt();
			state.position = Math.max(state.position, window.to);
			// An answer that contradicts itself may have left something out: it is asked for once more.
			if (window.from > state.verified || (state.distrustsCounts && !this.distrustedCounts)) return;
			state.verified = Math.max(state.verified, Math.min(window.to, left()));
		};
		const read = async (end: number, isCounted = true) =>
			await this.stretches.read({ from: at, to: end }, { isCounted, take, moved });
		if (this.stretches.goesOn()) keepAt();
		const isShort = this.stretches.fits({ from: at, to }, 1);
		if (!isShort) {
			if (!(await read(state.verified))) return;
			// Counts do not tell all: an alert can come as another goes, and answers can contradict each other.
			if (at <= state.verified && !(await read(left(), false))) return;
		}
		if (!(await read(to, !isShort || at > state.verified))) return;
		state.resumeAt = 0;
		for (const [name, count] of state.counts) if (count === CHANGED) state.counts.delete(name);
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
		const { state, pollSettings, reading } = this;
		const late = reading.clock.now() - from - pollSettings.lookBack;
		const lateBy = Math.min(WIDE, Math.max(state.lateBy, late));
		if (state.lateBy === 0) {
			reading.log.warn(
				`Alerts arrive later than Look Back, or the service tells a wrong time: from now on the trigger looks ${Math.ceil(lateBy / 60)} minutes further back. Set a longer Look Back, or check the clock of the service`,
			);
		}
		state.lateBy = lateBy;
	}
}
