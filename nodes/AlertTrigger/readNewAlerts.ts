import type { ApiError } from '../shared/http/apiError';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { NewAlert } from './emitted';
import { readSpan } from './readSpan';
import type { WindowSource } from './searchWindow';
import { nextState, withoutFuture, type State } from './state';

/** Late alerts are searched until 12 s after the poll began, or 5 s after the new ones were read. */
const LATE_SEARCH_MS = 12_000;
const MIN_LATE_SEARCH_MS = 5_000;

/**
 * Reads the new alerts up to now. The requests that are left go to alerts that arrived late.
 * @param lookBackSeconds the number of seconds that an alert may be late
 * @returns the alerts, the next state, and the error that ended the reading
 */
export async function readNewAlerts(
	state: State,
	source: WindowSource,
	lookBackSeconds: number,
): Promise<{ alerts: NewAlert[]; next: State; error: ApiError | undefined }> {
	const { clock, client, log } = source;
	const { newFrom, passFrom, passBegan, passDue } = state;
	const span = { from: newFrom, to: clock.startSecond() };
	const fresh = await readSpan(source, span, state.newSeconds);
	if (!fresh.isComplete) {
		log.info(
			`Alerts up to ${isoTimeOfSecond(fresh.readUntil)} are read; the next poll goes on from there`,
		);
	}
	const deadline = Math.max(clock.startedAt + LATE_SEARCH_MS, Date.now() + MIN_LATE_SEARCH_MS);
	const requestsLeft: typeof client.requestsLeft = (waitsForPace) =>
		client.requestsLeft(waitsForPace, deadline);
	const begin = clock.startSecond();
	const passTo = Math.min(newFrom, passBegan ?? begin);
	const isLateDue = fresh.isComplete && passFrom < passTo && begin >= passDue && requestsLeft() > 0;
	const late = isLateDue
		? await readSpan(
				{ ...source, client: { ...client, requestsLeft } },
				{ from: passFrom, to: passTo },
				state.passSeconds,
			)
		: undefined;
	const now = clock.startSecond();
	return {
		alerts: [...fresh.alerts, ...(late?.alerts ?? [])],
		next: withoutFuture(nextState(state, { now, fresh, late }, lookBackSeconds), now, log),
		error: fresh.error ?? late?.error,
	};
}
