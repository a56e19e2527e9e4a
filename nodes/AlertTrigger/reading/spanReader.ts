import type { IDataObject } from 'n8n-workflow';

import { readAlertPage } from '../../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import { COUNT_CAP } from '../../shared/pagination/pages';
import {
	LONGEST_WITH_ALERTS,
	stepAfterCut,
	stepAfterReading,
	stepAfterRefusal,
	type Window,
} from '../windows/windows';
import {
	saysWait,
	WindowReader,
	type PageFacts,
	type Reading,
	type WindowAnswer,
} from './windowReader';

/** A single second that is refused so often in a row ends the poll: no shorter window is left to try. */
const MOST_REFUSALS = 16;

/** Takes the alerts of a window; false if not all of them may be taken in this poll. */
export type Take = (window: Window, records: IDataObject[]) => boolean;

/** Reads spans of time in windows of one page each, as far as a poll's time and requests go. */
export class SpanReader {
	/** Why the service did not answer last. */
	error: ApiError | undefined;

	readonly windows: WindowReader;
	private hasRead = false;
	private hasShortened = false;
	private isEnded = false;
	private refusedSeconds = 0;

	constructor(
		private readonly reading: Reading,
		private readonly facts: PageFacts,
	) {
		this.windows = new WindowReader(reading, facts);
	}

	/** Whether the last error said to wait. */
	get mustWait(): boolean {
		return this.error !== undefined && saysWait(this.error);
	}

	/** Whether the next poll goes on from somewhere else than this one, or with shorter windows. */
	get hasGained(): boolean {
		return this.hasRead || (this.hasShortened && !this.isStuck);
	}

	/** Whether a single second was refused as often as it is sent. */
	get isStuck(): boolean {
		return this.refusedSeconds >= MOST_REFUSALS;
	}

	/** Whether time, requests and what the service answered last allow another search. */
	goesOn(): boolean {
		if (this.isEnded) return false;
		if (!this.hasRead && this.error === undefined) return true;
		const { clock, deadline, canEnd, requestsLeft } = this.reading;
		return clock.hostNow() <= deadline && canEnd() && requestsLeft() >= 1;
	}

	/**
	 * Reads a span from its start on.
	 * @param step how long the first window is, in seconds
	 * @returns how far it came, and how long the next window should be
	 */
	async read(span: Window, step: number, take: Take): Promise<{ at: number; step: number }> {
		let { from: at } = span;
		let next = step;
		while (at < span.to && this.goesOn()) {
			const window = { from: at, to: Math.min(span.to, at + next) };
			const length = window.to - window.from;
			const answer = await this.search(window);
			if (answer === undefined) {
				if (!this.isEnded) next = stepAfterRefusal(length);
				continue;
			}
			const { total, records } = answer;
			const { page } = this.facts;
			if (records === undefined || (length > LONGEST_WITH_ALERTS && total !== 0)) {
				next = stepAfterCut({ length, total, page });
				continue;
			}
			next = stepAfterReading(next, { length, total, page });
			if (take(window, records)) at = window.to;
			else this.isEnded = true;
		}
		return { at, step: next };
	}

	/** The service's count of a window; undefined if it gives none that a later count can be compared with. */
	async count(window: Window): Promise<number | undefined> {
		if (!this.goesOn()) return undefined;
		const { service, request } = this.reading;
		try {
			const { total, records, next } = await readAlertPage(service, request(window));
			this.noteAnswer();
			const isWhole = next === undefined || total !== records.length;
			return total === COUNT_CAP || !isWhole ? undefined : total;
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			if (saysWait(apiError)) this.noteError(apiError);
			return undefined;
		}
	}

	/** Searches a window once; undefined if it was refused, or the poll ends here. */
	private async search(window: Window): Promise<WindowAnswer | undefined> {
		try {
			const answer = await this.windows.read(window);
			if (answer === undefined) {
				this.isEnded = true;
				return undefined;
			}
			this.noteAnswer();
			if (answer.error !== undefined) this.noteError(answer.error);
			return answer;
		} catch (error) {
			this.noteError(asApiErrorOrThrow(error));
			if (window.to - window.from === 1) this.refusedSeconds += 1;
			else this.hasShortened ||= !this.mustWait;
			this.isEnded ||= this.isStuck;
			return undefined;
		}
	}

	private noteAnswer(): void {
		this.hasRead = true;
		this.refusedSeconds = 0;
	}

	private noteError(error: ApiError): void {
		this.error = error;
		this.isEnded ||= saysWait(error);
	}
}
