import type { Logger } from 'n8n-workflow';

import type { PollStart } from '../polling/runPoll';
import { isUint32, type StateFormat } from '../polling/storedState';
import { isObject } from '../shared/json';
import { isoTimeOfSecond } from '../shared/times/moment';
import { isEmittedText } from './emitted';
import type { SpanResult } from './readSpan';

/** The state that a poll stores for the next one. Times are whole seconds since 1970 by the service's clock. */
export interface State {
	/** The address of the service. */
	readonly address: string;
	/** The time from which the next poll reads new alerts, and the length of its first window. */
	readonly newFrom: number;
	readonly newSeconds: number;
	/** The start of Look Back. No earlier alert is still expected, so none is read again or remembered. */
	readonly lateFrom: number;
	/** The time from which the next poll goes on with the pass over Look Back, and the length of its first window. */
	readonly passFrom: number;
	readonly passSeconds: number;
	/** The time at which the pass that is under way began; undefined between two passes. */
	readonly passBegan?: number | undefined;
	/** The time at which the next pass begins, at the earliest. */
	readonly passDue: number;
	/** The alerts emitted since `lateFrom`, as one text. */
	readonly emitted: string;
}

export const STATE_FORMAT: StateFormat<State> = {
	version: 8,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.address === 'string' &&
		isEmittedText(value.emitted) &&
		isUint32(value.passBegan ?? 0) &&
		['newFrom', 'newSeconds', 'lateFrom', 'passFrom', 'passSeconds', 'passDue'].every((name) =>
			isUint32(value[name]),
		),
};

/** The length in seconds of the first window of a state that starts over. */
const FIRST_SECONDS = 900;

/** The times in seconds by which the start of a poll is limited. */
interface StartLimits {
	/** The time that the first poll reads back. */
	firstFetchSeconds: number;
	/** The longest time that any poll reads back. */
	maxCatchUpSeconds: number;
}

/** Returns the state from which a poll continues: the stored one, unless another service or Catch Up rules it out. */
export function startingState(
	{ state: stored, savedAt, log }: Pick<PollStart<State>, 'state' | 'savedAt' | 'log'>,
	address: string,
	now: number,
	{ firstFetchSeconds, maxCatchUpSeconds }: StartLimits,
): State {
	const beginAt = (start: number, emitted = ''): State => ({
		address,
		newFrom: start,
		newSeconds: FIRST_SECONDS,
		lateFrom: start,
		passFrom: start,
		passSeconds: FIRST_SECONDS,
		passDue: 0,
		emitted,
	});
	if (stored?.address !== address) {
		const start = now - firstFetchSeconds;
		if (stored !== undefined) {
			log.warn(
				`The service has another address: this poll starts over at ${isoTimeOfSecond(start)}`,
			);
		} else if (savedAt !== undefined) log.warn(lossText(savedAt, start));
		return beginAt(start);
	}
	const earliest = now - maxCatchUpSeconds;
	if (stored.newFrom < earliest) {
		const [from, to] = [stored.newFrom, earliest].map(isoTimeOfSecond);
		log.warn(`Catch Up: the alerts from ${from} to ${to} are skipped`);
		// With a longer window than the service can serve in time, each poll would fall behind again.
		return { ...beginAt(earliest, stored.emitted), newSeconds: stored.newSeconds };
	}
	return stored;
}

/** States what a poll that starts over at `start` loses or repeats. */
function lossText(savedAt: number, start: number): string {
	const [from, to] = [savedAt, start].map(isoTimeOfSecond);
	return savedAt > start
		? `Alerts from ${to} to ${from} are emitted again`
		: `Alerts from ${from} to ${to} are not read`;
}

/** The last seconds before the present, which the next poll reads again. Look Back is at least as long. */
export const REREAD_SECONDS = 15;

/** A pass over Look Back begins at least this many seconds after the pass before it began. */
const PASS_INTERVAL_SECONDS = 300;

/** The shortest time between two polls. */
const MIN_POLL_INTERVAL_SECONDS = 60;

/** The time of a poll, and what it read of the new span, and of Look Back if a pass was due. */
interface PollResult {
	now: number;
	newSpan: SpanResult;
	lateSpan: SpanResult | undefined;
}

/** Returns the state after a poll, without its alerts. */
export function nextState(state: State, poll: PollResult, lookBackSeconds: number): State {
	const { newSpan, lateSpan } = poll;
	const pass = nextPass(state, poll, lookBackSeconds);
	const reread = newSpan.isComplete ? REREAD_SECONDS : 0;
	return {
		...state,
		...pass,
		newFrom: Math.max(pass.lateFrom, newSpan.readUntil - reread),
		newSeconds: newSpan.nextSeconds,
		passSeconds: lateSpan?.nextSeconds ?? state.passSeconds,
	};
}

/** Returns whether a second that can no longer be searched held the pass beyond Look Back, so that it is skipped. */
export const isPassStuck = (
	{ passFrom }: State,
	{ now, lateSpan }: PollResult,
	lookBackSeconds: number,
): boolean =>
	lateSpan?.error !== undefined &&
	lateSpan.readUntil === passFrom &&
	lateSpan.nextSeconds === 1 &&
	passFrom < now - lookBackSeconds;

/** Returns where the pass over Look Back goes on, or from where and when the next one begins. */
function nextPass(
	state: State,
	poll: PollResult,
	lookBackSeconds: number,
): Pick<State, 'lateFrom' | 'passFrom' | 'passBegan' | 'passDue'> {
	const { now, newSpan, lateSpan } = poll;
	const { newFrom, lateFrom, passFrom, passBegan, passDue } = state;
	// A poll that read new alerts from the start of Look Back on was a pass itself.
	const wasPass = newFrom <= lateFrom;
	if (!wasPass && lateSpan === undefined) return { lateFrom, passFrom, passBegan, passDue };
	const began = wasPass ? now : (passBegan ?? now);
	if (!wasPass && lateSpan?.isComplete === false) {
		const skippedSeconds = Number(isPassStuck(state, poll, lookBackSeconds));
		return { lateFrom, passFrom: lateSpan.readUntil + skippedSeconds, passBegan: began, passDue };
	}
	const start = Math.max(lateFrom, Math.min(newSpan.readUntil, began - lookBackSeconds));
	// The pause is as long as the pass and three polls, so that passes take less than half of the polls. n8n may have
	// been off during the pass, so the pause is not much longer than Look Back.
	const pause = Math.min(now - began, lookBackSeconds) + 3 * MIN_POLL_INTERVAL_SECONDS;
	return {
		lateFrom: start,
		passFrom: start,
		passBegan: undefined,
		passDue: Math.max(began + PASS_INTERVAL_SECONDS, now + pause),
	};
}

/** Sets a state whose position is ahead of now back to now, with a warning. */
export function clampToNow(state: State, now: number, log: Pick<Logger, 'warn'>): State {
	if (state.newFrom <= now) return state;
	log.warn(`The service's clock was set back: reading continues from ${isoTimeOfSecond(now)}`);
	return {
		...state,
		newFrom: now,
		lateFrom: Math.min(state.lateFrom, now),
		passFrom: Math.min(state.passFrom, now),
		passBegan: undefined,
		passDue: Math.min(state.passDue, now),
	};
}
