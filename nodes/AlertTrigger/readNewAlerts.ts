import type { ApiError } from '../shared/http/apiError';
import { isoTimeOfSecond } from '../shared/times/moment';
import { readSpan } from './readSpan';
import type { WindowSource } from './readWindow';
import { nextState, type State } from './state';

/** The part of Look Back after which late alerts are searched again. */
const LATE_INTERVAL_SHARE = 1 / 3;

/** The longest search for late alerts. A poll emits its new alerts only after it. */
const MAX_LATE_SEARCH_MS = 20_000;

/**
 * Reads the new alerts up to now. The requests that are left go to alerts that arrived late.
 * @param lookBackSeconds the number of seconds that an alert may be late
 * @returns the next state, and the error that ended the reading
 */
export async function readNewAlerts(
	state: State,
	source: WindowSource,
	lookBackSeconds: number,
): Promise<{ next: State; error: ApiError | undefined }> {
	const { clock, client, log } = source;
	const now = clock.startSecond();
	const newFrom = Math.min(state.newFrom, now);
	const fresh = await readSpan(
		source,
		{ from: newFrom, to: now },
		{ windowSeconds: state.newWindowSeconds, countWasRight: state.countWasRight },
	);
	if (!fresh.isComplete) {
		log.info(
			`Alerts up to ${isoTimeOfSecond(fresh.readUntil)} are read; the next poll goes on from there`,
		);
	}
	const finalUntil = Math.min(now, clock.startSecond()) - lookBackSeconds;
	const lateDeadline = Date.now() + MAX_LATE_SEARCH_MS;
	const requestsLeft: typeof client.requestsLeft = (maxWaitMs) =>
		Date.now() < lateDeadline ? client.requestsLeft(maxWaitMs) : 0;
	const isLateDue = finalUntil - state.lateFrom >= lookBackSeconds * LATE_INTERVAL_SHARE;
	const late =
		fresh.isComplete && isLateDue && state.lateFrom < newFrom && requestsLeft() > 0
			? await readSpan(
					{ ...source, client: { ...client, requestsLeft } },
					{ from: state.lateFrom, to: newFrom },
					{ windowSeconds: state.lateWindowSeconds, countWasRight: fresh.countWasRight },
				)
			: undefined;
	return {
		next: nextState(state, fresh, late, finalUntil, lookBackSeconds),
		error: fresh.error ?? late?.error,
	};
}
