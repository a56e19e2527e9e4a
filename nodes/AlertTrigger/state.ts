import { isObject } from '../shared/json';
import type { PollContext } from '../shared/polling/runPoll';
import { isUint32, type StateFormat } from '../shared/polling/storedState';
import { toIsoTime, MAX_STEP_SECONDS } from './readPosition';

/** The knowledge that a poll leaves to the next one. Times are whole seconds since 1970, service's clock. */
export interface State {
	/** The time up to which all alerts were read; new alerts begin here. */
	readonly readUntil: number;
	/** Whether the last poll came up to the present. */
	readonly isUpToDate: boolean;
	/** The time before which no alert can still arrive, so nothing earlier is read again or remembered. */
	readonly settledUntil: number;
	/** The lengths of the next windows, of new alerts and of Look Back, in seconds. */
	readonly step: number;
	readonly lookBackStep: number;
	/** The alerts emitted since `settledUntil`, packed. */
	readonly emitted: string;
}

export const STATE_FORMAT: StateFormat<State> = {
	version: 3,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.emitted === 'string' &&
		[value.readUntil, value.settledUntil, value.step, value.lookBackStep].every(isUint32),
};

/**
 * Returns the state from which a poll continues: the stored one, unless the service's clock or Catch Up
 * rules it out.
 * @param firstFetch the number of seconds to read back without a stored state
 * @param maxCatchUp the maximum number of seconds that a poll reads back
 */
export function startingState(
	stored: State | undefined,
	now: number,
	{ firstFetch, maxCatchUp }: { firstFetch: number; maxCatchUp: number },
	log: PollContext['log'],
): State {
	const beginAt = (start: number): State => ({
		readUntil: start,
		isUpToDate: false,
		settledUntil: start,
		step: MAX_STEP_SECONDS,
		lookBackStep: MAX_STEP_SECONDS,
		emitted: stored?.emitted ?? '',
	});
	if (stored === undefined) return beginAt(now - firstFetch);
	const { readUntil, settledUntil } = stored;
	if (settledUntil > now) {
		const start = now - 60;
		log.warn(`The service's clock was set back: reading continues from ${toIsoTime(start)}`);
		return beginAt(start);
	}
	const earliest = now - maxCatchUp;
	if (readUntil >= earliest) return stored;
	const skipped = `from ${toIsoTime(settledUntil)} to ${toIsoTime(earliest)}`;
	log.warn(`Catch Up: alerts ${skipped} that no poll has read are skipped`);
	return beginAt(earliest);
}
