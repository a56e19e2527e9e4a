import type { Logger } from 'n8n-workflow';

import { isObject } from '../shared/json';
import type { PollStart } from '../shared/polling/runPoll';
import type { ServiceClock } from '../shared/polling/serviceClock';
import { isUint32, type StateFormat } from '../shared/polling/storedState';
import { isEmittedText } from './emitted';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { SpanResult, WindowPlan } from './readSpan';

/** The state that a poll stores for the next one. Times are whole seconds since 1970 by the service's clock. */
export interface State {
	/** The address of the service. */
	readonly address: string;
	/** The time from which the next poll reads new alerts. */
	readonly newFrom: number;
	readonly newPlan: WindowPlan;
	/** The start of Look Back. No earlier alert can still arrive, so none is read again or remembered. */
	readonly lateFrom: number;
	/** The time from which the next poll goes on with the pass over Look Back. */
	readonly passFrom: number;
	readonly latePlan: WindowPlan;
	/** The time at which the pass that is under way began, or the next one begins. */
	readonly passAt: number;
	/** The alerts emitted since `lateFrom`, packed. */
	readonly emitted: string;
}

const isPlan = (value: unknown): boolean =>
	isObject(value) && isUint32(value.seconds) && isUint32(value.slowUntil);

export const STATE_FORMAT: StateFormat<State> = {
	version: 6,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.address === 'string' &&
		isEmittedText(value.emitted) &&
		[value.newFrom, value.lateFrom, value.passFrom, value.passAt].every(isUint32) &&
		[value.newPlan, value.latePlan].every(isPlan),
};

const FIRST_PLAN: WindowPlan = { seconds: 900, slowUntil: 0 };

/** The times in seconds by which the start of a poll is limited. */
interface StartLimits {
	/** How far to read back without a stored state, and at most. */
	firstFetchSeconds: number;
	maxCatchUpSeconds: number;
	lookBackSeconds: number;
}

/**
 * Returns the state from which a poll continues: the stored one, unless another service or Catch Up rules it
 * out. After a break longer than Look Back, all of it is read once, from the start of Look Back.
 */
export function startingState(
	{ state: stored, savedAt, log }: Pick<PollStart<State>, 'state' | 'savedAt' | 'log'>,
	address: string,
	now: number,
	{ firstFetchSeconds, maxCatchUpSeconds, lookBackSeconds }: StartLimits,
): State {
	const beginAt = (start: number, emitted = ''): State => ({
		address,
		newFrom: start,
		newPlan: FIRST_PLAN,
		lateFrom: start,
		passFrom: start,
		latePlan: FIRST_PLAN,
		passAt: 0,
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
		log.warn(`Catch Up: the alerts from ${from} to ${to} are not read again`);
		return beginAt(earliest, stored.emitted);
	}
	const isAfterBreak = now - (savedAt ?? 0) > lookBackSeconds;
	return isAfterBreak ? { ...stored, newFrom: stored.lateFrom } : stored;
}

/** States what a poll that starts over at `start` loses or repeats. */
function lossText(savedAt: number, start: number): string {
	const [from, to] = [savedAt, start].map(isoTimeOfSecond);
	if (savedAt > start) return `Alerts from ${to} to ${from} are emitted again`;
	return `Alerts from ${savedAt === 0 ? 'the last poll' : from} to ${to} are not read`;
}

/** The last seconds before the present, which the next poll reads again. */
const REREAD_SECONDS = 15;

/** The seconds from the beginning of a pass over Look Back to that of the next one, at least. */
const PASS_INTERVAL_SECONDS = 300;

/**
 * Returns the state after a poll, without its alerts.
 * @param read what was read of the new alerts, and of Look Back if a pass was due
 */
export function nextState(
	state: State,
	{ fresh, late }: { fresh: SpanResult; late: SpanResult | undefined },
	clock: Pick<ServiceClock, 'startSecond' | 'startedAt'>,
	lookBackSeconds: number,
): State {
	const pass = nextPass(state, { fresh, late }, clock, lookBackSeconds);
	const reread = fresh.isComplete ? Math.min(REREAD_SECONDS, lookBackSeconds) : 0;
	return {
		...state,
		...pass,
		newFrom: Math.max(pass.lateFrom, fresh.readUntil - reread),
		newPlan: fresh.plan,
		latePlan: late?.plan ?? state.latePlan,
	};
}

/** Returns when the pass over Look Back began that a poll at `now` goes on with, which is `now` for a new one. */
export const passBegin = (
	{ lateFrom, passFrom, passAt }: Pick<State, 'lateFrom' | 'passFrom' | 'passAt'>,
	now: number,
): number => (passFrom > lateFrom ? passAt : now);

/**
 * Returns where the pass over Look Back goes on, or when the next one begins. After a long pass, no other one
 * begins for the same time, so that passes take half of the requests at most.
 */
function nextPass(
	{ lateFrom, passFrom, passAt }: State,
	{ fresh, late }: { fresh: SpanResult; late: SpanResult | undefined },
	clock: Pick<ServiceClock, 'startSecond' | 'startedAt'>,
	lookBackSeconds: number,
): Pick<State, 'lateFrom' | 'passFrom' | 'passAt'> {
	const now = clock.startSecond();
	// What was read as new from the start of Look Back on needs no other pass.
	const isFreshPass = fresh.from <= lateFrom;
	const began = isFreshPass ? now : passBegin({ lateFrom, passFrom, passAt }, now);
	if (!isFreshPass && late?.isComplete !== true) {
		return late === undefined
			? { lateFrom, passFrom, passAt }
			: { lateFrom, passFrom: late.readUntil, passAt: began };
	}
	const start = Math.max(lateFrom, Math.min(fresh.readUntil, began - lookBackSeconds));
	const passSeconds = now - began + Math.ceil((Date.now() - clock.startedAt) / 1000);
	// Polls are a minute apart or more, so passes take part in less than half of them.
	const interval = Math.max(PASS_INTERVAL_SECONDS, 2 * (passSeconds + 60));
	return { lateFrom: start, passFrom: start, passAt: began + interval };
}

/** Sets the positions of a state that are ahead of now back to now, with a warning. */
export function withoutFuture(state: State, now: number, log: Pick<Logger, 'warn'>): State {
	if (state.newFrom <= now) return state;
	log.warn(`The service's clock was set back: reading continues from ${isoTimeOfSecond(now)}`);
	const [lateFrom, passFrom, passAt] = [
		Math.min(state.lateFrom, now),
		Math.min(state.passFrom, now),
		Math.min(state.passAt, now),
	];
	return { ...state, newFrom: now, lateFrom, passFrom, passAt };
}
