import { byTime, countIn, endsOf, newAlerts, push, type NewAlert } from '../dedupe/emitted';
import type { Pass, State } from '../state/state';
import { isFinished, WIDE, type PollSettings } from '../state/transitions';
import { FILL, instant, LONGEST_WITH_ALERTS, type Window } from '../windows/windows';
import { SpanReader, type Take } from './spanReader';
import type { PageFacts, Reading } from './windowReader';

/** How often what has left the look-back is looked over again, in seconds. */
const WIDE_EVERY = 1200;

/**
 * The reading of one poll: first the time since the last poll, then the look-back, as far as time and
 * requests go. It moves the positions of the state, and notes there what is emitted.
 */
export class Scan {
	/** What this poll emits. */
	readonly alerts: NewAlert[] = [];

	readonly reader: SpanReader;

	private readonly ends: readonly number[];

	/** Whether the service's counts were not believed when the poll began. */
	private readonly distrustedCounts: boolean;

	/** The second from which on this poll reads all up to now. */
	private readFrom = Infinity;

	constructor(
		private readonly reading: Reading,
		private readonly facts: PageFacts,
		private current: State,
		private readonly settings: PollSettings,
	) {
		this.reader = new SpanReader(reading, facts);
		this.ends = endsOf(current.emitted);
		this.distrustedCounts = this.reader.windows.distrustsCounts;
	}

	get state(): State {
		return this.current;
	}

	/** Alerts that this poll may still emit. */
	get room(): number {
		return this.settings.mostAlerts - this.alerts.length;
	}

	/** Reads the time since the last poll, and what of the look-back fits on the same page. */
	async readNew(): Promise<void> {
		const { clock, log } = this.reading;
		const now = clock.now();
		this.readFrom = this.startOfNew(now);
		await this.readSpan({ from: this.readFrom, to: now }, 'step');
		if (this.current.position >= Math.min(now, clock.now())) return;
		log.info(
			`Alerts up to ${instant(this.current.position)} are read; the next poll goes on from there`,
		);
	}

	/**
	 * Reads what leaves the look-back, and goes over the rest of it again or, now and then, over what had left
	 * it: one of them in a poll, as either may take several.
	 */
	async lookBack(): Promise<void> {
		await this.readWhatLeaves();
		const { start, verified, position, lookBack, wide } = this.current;
		const isRead = this.readFrom <= verified;
		// Late alerts move `verified` back, and after a time off it moves faster than the clock.
		const since = Math.max(this.reading.clock.now() - wide.begun, verified - wide.to);
		const isWideDue = start < verified && (!isFinished(wide) || since >= WIDE_EVERY);
		if (isWideDue && (isRead || isFinished(lookBack))) {
			await this.lookOver('wide', { from: start, to: verified });
		} else if (!isRead) {
			await this.lookOver('lookBack', { from: verified, to: position });
		}
	}

	/** Where the reading of new time begins: further back, if one page is likely to hold that too. */
	private startOfNew(now: number): number {
		const { verified, position, lookBack } = this.current;
		if (this.fits({ from: verified, to: now })) return verified;
		const isRead = isFinished(lookBack) && lookBack.total !== undefined;
		if (isRead && lookBack.to >= verified && this.fits({ from: lookBack.to, to: now })) {
			return lookBack.to;
		}
		// After a time off, what is to be verified is read in the same go if it is the shorter part.
		return position - verified <= this.startOfLookBack() - position ? verified : position;
	}

	private startOfLookBack(): number {
		const { lookBack } = this.settings;
		return this.reading.clock.now() - lookBack - this.current.lateBy;
	}

	private async readWhatLeaves(): Promise<void> {
		await this.readSpan(
			{ from: this.current.verified, to: this.startOfLookBack() },
			'lookBackStep',
		);
	}

	/**
	 * Goes over a zone again. The count of the zone is taken before it is read: whatever comes later changes
	 * it, and whatever came before is read. As long as it stays the same, only what came after it is read.
	 */
	private async lookOver(name: 'lookBack' | 'wide', zone: Window): Promise<void> {
		if (zone.from >= zone.to || !this.reader.goesOn()) return;
		let pass = this.current[name];
		if (isFinished(pass)) {
			const start = await this.startOfPass(name, zone);
			if (start === undefined) return;
			pass = { ...zone, ...start, begun: this.reading.clock.now() };
		}
		const span = { from: Math.max(pass.at, zone.from), to: pass.to };
		const at = await this.readSpan(span, 'lookBackStep');
		// A service may refuse what is old: it is asked for again with the next look.
		const isGivenUp = name === 'wide' && this.reader.isStuck && at === span.from;
		const total = isGivenUp || this.reader.windows.incomplete > 0 ? undefined : pass.total;
		const next = { ...pass, at: isGivenUp ? pass.to : at, total };
		this.current = { ...this.current, [name]: next };
		if (isFinished(next)) return;
		this.reading.log.info(
			`The look-back is read again up to ${instant(at)}; the next poll goes on from there`,
		);
	}

	/** Where a pass begins, and what the service counts; undefined if this poll has read the rest. */
	private async startOfPass(
		name: 'lookBack' | 'wide',
		zone: Window,
	): Promise<Pick<Pass, 'at' | 'total'> | undefined> {
		const { to } = this.current[name];
		const isRestRead = name === 'lookBack' && this.readFrom <= to;
		if (isRestRead && (await this.isUnchanged(name, zone))) return undefined;
		const total = await this.count(zone);
		if (total === 0) return { at: zone.to, total };
		const isSame = !isRestRead && total !== undefined && (await this.isUnchanged(name, zone));
		return { at: isSame ? to : zone.from, total };
	}

	/** Whether the count of the last pass is what it was. */
	private async isUnchanged(name: 'lookBack' | 'wide', zone: Window): Promise<boolean> {
		const { from, to, total } = this.current[name];
		if (total === undefined || to <= zone.from) return false;
		return (await this.reader.count({ from, to })) === total;
	}

	/** The service's count of a window; undefined if it is more than a page below what was emitted there. */
	private async count(window: Window): Promise<number | undefined> {
		const total = await this.reader.count(window);
		const isTooLow = total !== undefined && total + this.facts.page < countIn(this.ends, window);
		return isTooLow ? undefined : total;
	}

	/** Whether one page is likely to hold a window, as far as the last step and the emitted alerts tell. */
	private fits(window: Window): boolean {
		const { page } = this.facts;
		const length = window.to - window.from;
		const known = countIn(this.ends, window);
		if (length > this.current.step || (length > LONGEST_WITH_ALERTS && known > 0)) return false;
		return page === 0 || known <= FILL * page;
	}

	/** @returns how far it came */
	private async readSpan(span: Window, steps: 'step' | 'lookBackStep'): Promise<number> {
		const { at, step } = await this.reader.read(span, this.current[steps], this.take);
		this.current = { ...this.current, [steps]: step };
		return at;
	}

	/** Takes what is new in a window, the oldest first, as far as there is room. */
	private readonly take: Take = (window, records) => {
		const { emitted, verified } = this.current;
		const fresh = newAlerts(emitted, records, window).sort(byTime);
		const taken = fresh.slice(0, this.room);
		for (const alert of taken) push(emitted, alert.fingerprint, window.to);
		for (const alert of taken) this.alerts.push(alert);
		if (taken.length > 0 && window.to <= verified) this.noteLate(window);
		if (taken.length < fresh.length) {
			this.reading.log.info('Max Alerts per Poll is reached; the next poll goes on from there');
			return false;
		}
		this.moveOn(window);
		return true;
	};

	/** Notes that a window was read to its end. */
	private moveOn({ from, to }: Window): void {
		const { position, verified } = this.current;
		// The first answer of a poll may say that the host's clock was set ahead.
		const reached = Math.min(to, this.reading.clock.now());
		// An answer that contradicts itself may have left something out: it is asked for once more.
		const isDoubtful = this.reader.windows.distrustsCounts && !this.distrustedCounts;
		const isNext = from <= verified && !isDoubtful;
		this.current = {
			...this.current,
			position: Math.max(position, reached),
			verified: isNext ? Math.max(verified, Math.min(reached, this.startOfLookBack())) : verified,
		};
	}

	/** Alerts from before the look-back: from now on it reaches as far. */
	private noteLate(window: Window): void {
		const { lookBack } = this.settings;
		const late = this.reading.clock.now() - window.from - lookBack;
		const lateBy = Math.min(WIDE, Math.max(this.current.lateBy, late));
		if (this.current.lateBy === 0) {
			this.reading.log.warn(
				`Alerts arrive later than Look Back, or the service tells a wrong time: from now on the trigger looks ${Math.ceil(lateBy / 60)} minutes further back. Set a longer Look Back, or check the clock of the service`,
			);
		}
		this.current = { ...this.current, lateBy };
		const { start, verified } = this.current;
		this.current = {
			...this.current,
			verified: Math.max(start, Math.min(verified, this.startOfLookBack())),
		};
	}
}
