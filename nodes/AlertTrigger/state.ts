import { isObject } from '../shared/json';
import type { PollTools } from '../shared/polling/runPoll';
import { isUint32, type StateFormat } from '../shared/polling/storedState';
import { isoTimeOfSecond, MAX_WINDOW_SECONDS } from './nextWindow';
import type { SpanResult } from './readSpan';

/** The state that a poll stores for the next one. Times are whole seconds since 1970 by the service's clock. */
export interface State {
	/** The time from which the next poll reads new alerts, and the length of its first window. */
	readonly newFrom: number;
	readonly newWindowSeconds: number;
	/** The same for late alerts. No earlier alert can still arrive, so none is read again or remembered. */
	readonly lateFrom: number;
	readonly lateWindowSeconds: number;
	/** The alerts emitted since `lateFrom`, packed. */
	readonly emitted: string;
}

export const STATE_FORMAT: StateFormat<State> = {
	version: 4,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.emitted === 'string' &&
		[value.newFrom, value.newWindowSeconds, value.lateFrom, value.lateWindowSeconds].every(
			isUint32,
		),
};

/**
 * Returns the state from which a poll continues: the stored one, unless the service's clock or Catch Up
 * rules it out.
 * @param firstFetchSeconds how far to read back without a stored state
 * @param maxCatchUpSeconds how far a poll reads back at most
 */
export function startingState(
	stored: State | undefined,
	now: number,
	{
		firstFetchSeconds,
		maxCatchUpSeconds,
	}: { firstFetchSeconds: number; maxCatchUpSeconds: number },
	log: PollTools['log'],
): State {
	const beginAt = (start: number): State => ({
		newFrom: start,
		newWindowSeconds: MAX_WINDOW_SECONDS,
		lateFrom: start,
		lateWindowSeconds: MAX_WINDOW_SECONDS,
		emitted: stored?.emitted ?? '',
	});
	if (stored === undefined) return beginAt(now - firstFetchSeconds);
	const { newFrom, lateFrom } = stored;
	if (lateFrom > now) {
		const start = now - 60;
		log.warn(`The service's clock was set back: reading continues from ${isoTimeOfSecond(start)}`);
		return beginAt(start);
	}
	const earliest = now - maxCatchUpSeconds;
	if (newFrom >= earliest) return stored;
	const skipped = `from ${isoTimeOfSecond(lateFrom)} to ${isoTimeOfSecond(earliest)}`;
	log.warn(`Catch Up skips the unread alerts ${skipped}`);
	return beginAt(earliest);
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
		newFrom: Math.max(lateFrom, fresh.readUntil - reread),
		newWindowSeconds: fresh.windowSeconds,
		lateFrom,
		lateWindowSeconds: late?.windowSeconds ?? state.lateWindowSeconds,
		emitted: state.emitted,
	};
}
