import { isObject } from '../shared/json';
import type { Poll } from '../shared/polling/runPoll';
import { isUint32, type StateFormat } from '../shared/polling/storedState';
import { isEmittedText } from './emitted';
import { isoTimeOfSecond } from '../shared/times/moment';
import { MAX_WINDOW_SECONDS } from './nextWindow';
import type { SpanResult } from './readSpan';

/** The state that a poll stores for the next one. Times are whole seconds since 1970 by the service's clock. */
export interface State {
	/** The address of the service. */
	readonly address: string;
	/** The time from which the next poll reads new alerts, and the length of its first window. */
	readonly newFrom: number;
	readonly newWindowSeconds: number;
	/** The time and the length for late alerts. No earlier alert can still arrive, so none is read again or remembered. */
	readonly lateFrom: number;
	readonly lateWindowSeconds: number;
	/** True if the service's count of the last whole window with alerts was right. */
	readonly countWasRight: boolean;
	/** The alerts emitted since `lateFrom`, packed. */
	readonly emitted: string;
}

export const STATE_FORMAT: StateFormat<State> = {
	version: 5,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.address === 'string' &&
		isEmittedText(value.emitted) &&
		typeof value.countWasRight === 'boolean' &&
		[value.newFrom, value.newWindowSeconds, value.lateFrom, value.lateWindowSeconds].every(
			isUint32,
		),
};

/**
 * Returns the state from which a poll continues: the stored one, unless another service, its clock or Catch Up
 * rules it out.
 * @param firstFetchSeconds how far to read back without a stored state
 * @param maxCatchUpSeconds how far a poll reads back at most
 */
export function startingState(
	{ state: stored, savedAt, log }: Pick<Poll<State>, 'state' | 'savedAt' | 'log'>,
	address: string,
	now: number,
	{
		firstFetchSeconds,
		maxCatchUpSeconds,
	}: { firstFetchSeconds: number; maxCatchUpSeconds: number },
): State {
	const beginAt = (start: number, { emitted, countWasRight } = NO_ALERTS): State => ({
		address,
		newFrom: start,
		newWindowSeconds: MAX_WINDOW_SECONDS,
		lateFrom: start,
		lateWindowSeconds: MAX_WINDOW_SECONDS,
		countWasRight,
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
	const { newFrom, lateFrom } = stored;
	if (lateFrom > now) {
		const start = now - 60;
		log.warn(`The service's clock was set back: reading continues from ${isoTimeOfSecond(start)}`);
		return beginAt(start, stored);
	}
	const earliest = now - maxCatchUpSeconds;
	if (newFrom >= earliest) return stored;
	const times = `from ${isoTimeOfSecond(lateFrom)} to ${isoTimeOfSecond(earliest)}`;
	log.warn(`Catch Up skips the alerts ${times} that no poll has read`);
	return beginAt(earliest, stored);
}

const NO_ALERTS: Pick<State, 'emitted' | 'countWasRight'> = { emitted: '', countWasRight: true };

/** States what a poll that starts over at `start` loses or repeats. */
function lossText(savedAt: number, start: number): string {
	const [from, to] = [savedAt, start].map(isoTimeOfSecond);
	if (savedAt > start) return `Alerts from ${to} to ${from} are emitted again`;
	return `Alerts from ${savedAt === 0 ? 'the last poll' : from} to ${to} are not read`;
}

/** The last seconds before the present, which the next poll reads again. */
const REREAD_SECONDS = 60;

/**
 * Returns the state after a poll, without its alerts.
 * @param late what was read of Look Back; undefined if nothing was
 * @param finalUntil the time before which no alert can still arrive
 */
export function nextState(
	state: State,
	fresh: SpanResult,
	late: SpanResult | undefined,
	finalUntil: number,
	lookBackSeconds: number,
): State {
	// Whatever lies between the spans of this poll is read again.
	const hasGap = state.lateFrom < fresh.from && late?.isComplete !== true;
	const readUntil = hasGap ? (late?.readUntil ?? state.lateFrom) : fresh.readUntil;
	const lateFrom = Math.max(state.lateFrom, Math.min(readUntil, finalUntil));
	const reread = fresh.isComplete ? Math.min(REREAD_SECONDS, lookBackSeconds) : 0;
	return {
		address: state.address,
		newFrom: Math.max(lateFrom, fresh.readUntil - reread),
		newWindowSeconds: fresh.windowSeconds,
		lateFrom,
		lateWindowSeconds: late?.windowSeconds ?? state.lateWindowSeconds,
		countWasRight: (late ?? fresh).countWasRight,
		emitted: state.emitted,
	};
}
