import { isObject } from '../shared/json';
import type { PollContext } from '../shared/polling/runPoll';
import { isUint32, type StateFormat } from '../shared/polling/storedState';
import { isoTimeOfSecond, MAX_WINDOW_SECONDS } from './readPosition';

/** The state that a poll stores for the next one. Times are whole seconds since 1970 by the service's clock. */
export interface State {
	/** The time up to which all alerts were read; new alerts begin here. */
	readonly readUntil: number;
	/** Whether the last poll came up to the present. */
	readonly isUpToDate: boolean;
	/** The time before which no alert can still arrive, so nothing earlier is read again or remembered. */
	readonly settledUntil: number;
	/** The length of the next window: for new alerts, and for Look Back. */
	readonly windowSeconds: number;
	readonly lookBackWindowSeconds: number;
	/** The alerts emitted since `settledUntil`, packed. */
	readonly emitted: string;
}

export const STATE_FORMAT: StateFormat<State> = {
	version: 3,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.emitted === 'string' &&
		[value.readUntil, value.settledUntil, value.windowSeconds, value.lookBackWindowSeconds].every(
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
	log: PollContext['log'],
): State {
	const beginAt = (start: number): State => ({
		readUntil: start,
		isUpToDate: false,
		settledUntil: start,
		windowSeconds: MAX_WINDOW_SECONDS,
		lookBackWindowSeconds: MAX_WINDOW_SECONDS,
		emitted: stored?.emitted ?? '',
	});
	if (stored === undefined) return beginAt(now - firstFetchSeconds);
	const { readUntil, settledUntil } = stored;
	if (settledUntil > now) {
		const start = now - 60;
		log.warn(`The service's clock was set back: reading continues from ${isoTimeOfSecond(start)}`);
		return beginAt(start);
	}
	const earliest = now - maxCatchUpSeconds;
	if (readUntil >= earliest) return stored;
	const skipped = `from ${isoTimeOfSecond(settledUntil)} to ${isoTimeOfSecond(earliest)}`;
	log.warn(`Catch Up skips the unread alerts ${skipped}`);
	return beginAt(earliest);
}
