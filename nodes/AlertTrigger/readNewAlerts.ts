import type { NumberedAlert } from '../alerts/alertRowMaker';
import type { ApiError } from '../shared/http/apiError';
import { isoTimeOfSecond } from '../shared/times/moment';
import { skipText } from './nextWindow';
import { readSpan } from './readSpan';
import type { WindowSource } from './searchWindow';
import { clampToNow, isPassStuck, nextState, type State } from './state';

/** Late alerts are searched until both times are over, from the start of the poll and from the end of the new alerts. */
const LATE_SEARCH_MS = 12_000;
const MIN_LATE_SEARCH_MS = 5_000;

/**
 * Reads the new alerts up to now. The requests that are left go to alerts that arrived late.
 * @param lookBackSeconds the number of seconds that an alert may be late
 * @returns the alerts, the next state, the error that ended the reading, and where the next poll goes on after it
 */
export async function readNewAlerts(
	state: State,
	source: Omit<WindowSource, 'deadline'>,
	lookBackSeconds: number,
): Promise<{
	alerts: NumberedAlert[];
	state: State;
	error: ApiError | undefined;
	position: number;
}> {
	const { clock, client, log } = source;
	const { newFrom, passFrom, passBegan, passDue } = state;
	const span = { from: newFrom, to: clock.startSecond() };
	const newSpan = await readSpan({ ...source, deadline: Infinity }, span, state.newSeconds);
	if (!newSpan.isComplete) {
		log.info(
			`Alerts up to ${isoTimeOfSecond(newSpan.readUntil)} are read; the next poll goes on from there`,
		);
	}
	const deadline = Math.max(clock.startedAt + LATE_SEARCH_MS, Date.now() + MIN_LATE_SEARCH_MS);
	const now = clock.startSecond();
	const passTo = Math.min(newFrom, passBegan ?? now);
	const isLateDue = newSpan.isComplete && passFrom < passTo && now >= passDue;
	const lateSpan =
		isLateDue && client.requestsLeft({ deadline }) > 0
			? await readSpan({ ...source, deadline }, { from: passFrom, to: passTo }, state.passSeconds)
			: undefined;
	const result = { now: clock.startSecond(), newSpan, lateSpan };
	const next = clampToNow(nextState(state, result, lookBackSeconds), result.now, log);
	if (isPassStuck(state, result, lookBackSeconds)) log.warn(skipText(passFrom, 'failed'));
	return {
		alerts: [...newSpan.alerts, ...(lateSpan?.alerts ?? [])],
		state: next,
		error: newSpan.error ?? lateSpan?.error,
		position: newSpan.error === undefined ? next.passFrom : next.newFrom,
	};
}
