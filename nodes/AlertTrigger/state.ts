import { isObject } from '../shared/json';
import type { Sampling } from '../shared/polling/runPoll';
import { isCount, type StateFormat } from '../shared/polling/storedState';
import { instant, MAX_STEP_SECONDS } from './cursor';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State {
	/** New alerts begin here. */
	readonly readUntil: number;
	/** Whether the last poll came up to the present. */
	readonly isUpToDate: boolean;
	/** No earlier alert can arrive any more, so nothing earlier is read again or remembered. */
	readonly settledUntil: number;
	/** The length of the next window of new alerts, and of Look Back, in seconds. */
	readonly step: number;
	readonly lookBackStep: number;
	/** What was emitted since `settledUntil`, packed. */
	readonly emitted: string;
}

export const STATE_FORMAT: StateFormat<State> = {
	version: 3,
	isState: (value): value is State =>
		isObject(value) &&
		typeof value.emitted === 'string' &&
		[value.readUntil, value.settledUntil, value.step, value.lookBackStep].every(isCount),
};

/**
 * Where a poll begins: where the last one ended, if that fits the service's clock and Catch Up.
 * @param firstFetch how many seconds back to begin without a state
 * @param maxCatchUp how many seconds back a poll reads at most
 */
export function startingState(
	stored: State | undefined,
	now: number,
	{ firstFetch, maxCatchUp }: { firstFetch: number; maxCatchUp: number },
	log: Sampling['log'],
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
		log.warn(`The clock of the service was set back: the trigger goes on from ${instant(now)}`);
		return beginAt(now - 60);
	}
	const earliest = now - maxCatchUp;
	if (readUntil >= earliest) return stored;
	const skipped = `from ${instant(settledUntil)} to ${instant(earliest)}`;
	log.warn(`Catch Up: alerts ${skipped} that no poll has read are skipped`);
	return beginAt(earliest);
}
