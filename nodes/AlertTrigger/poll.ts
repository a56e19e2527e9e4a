import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { numberedRowsMakerOf, rowMakerOf } from '../alerts/alertRowMaker';
import { alertViewOf } from '../alerts/alertView';
import { compareTimes, readNewestAlerts } from '../alerts/readNewestAlerts';
import { searchRequest, searchText } from '../alerts/searchRequest';
import { createPollClient } from '../polling/pollClient';
import { runPoll, type PollStart, type PollTools } from '../polling/runPoll';
import { nodeOperationError } from '../shared/nodeErrors';
import { DAY_MS, isoTimeOfSecond } from '../shared/times/moment';
import {
	decodeEmitted,
	encodeEmitted,
	MAX_REMEMBERED,
	NewAlertFinder,
	pruneEmitted,
} from './emitted';
import { FIELDS, pollLimitsOf, type Settings } from './fields';
import { OVERLAP_SECONDS, type TimeRange } from './nextWindow';
import { readNewAlerts } from './readNewAlerts';
import { startingState, STATE_FORMAT, type State } from './state';

/** Runs one poll. @returns the items of new alerts, null without any, or the newest alerts in a test run */
export const runAlertTrigger = async (
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> =>
	await runPoll(context, {
		fields: FIELDS,
		format: STATE_FORMAT,
		run: readNewItems,
		preview: previewAlerts,
	});

/** Makes searches of windows. Each begins earlier, since a service may exclude bounds or compare fractions of a second. */
const makeWindowSearch =
	(settings: Settings) =>
	({ from, to }: TimeRange) =>
		searchRequest({
			...settings,
			start_time: isoTimeOfSecond(from - OVERLAP_SECONDS),
			end_time: isoTimeOfSecond(to),
		});

const TOO_MANY = `The trigger remembers at most ${MAX_REMEMBERED} alerts, so Look Back was shortened. Set filters or a shorter Look Back`;

/** Reads the new alerts since the last poll. @throws ApiError if nothing could be read */
async function readNewItems(context: IPollFunctions, settings: Settings, start: PollStart<State>) {
	const { clock, log, warnHourly, state: stored } = start;
	const searchFor = makeWindowSearch(settings);
	const client = await createPollClient(context, 'alerts.READ', start);
	const now = clock.startSecond();
	const clockRequest = searchFor({ from: now - 1, to: now });
	// n8n shows no hints for polls, so the log has the filters.
	const hasFilters = Object.keys(settings.filters).length > 0;
	if (!clock.isSynced && hasFilters) log.info(searchText(clockRequest));
	// The first window depends on the service's clock, so one request must be answered first.
	const startsOver =
		stored !== undefined && (stored.newFrom > now || stored.address !== client.address);
	if (!clock.isSynced || startsOver) await client.send(clockRequest);
	const { maxAlerts, ...limits } = pollLimitsOf(settings, context.getNode().parameters.pollTimes);
	const startState = startingState(start, client.address, clock.startSecond(), limits);
	const emitted = decodeEmitted(startState.emitted);
	const newAlerts = new NewAlertFinder(emitted, maxAlerts);
	const source = { client, clock, log, warnHourly, searchFor, newAlerts };
	const { alerts, state, error, position } = await readNewAlerts(
		startState,
		source,
		limits.lookBackSeconds,
	);
	if (error !== undefined) {
		const hasProgress =
			state.newFrom !== startState.newFrom || state.newSeconds < startState.newSeconds;
		if (!hasProgress && alerts.length === 0) throw error;
		log.warn(`${error.message}. The next poll goes on from ${isoTimeOfSecond(position)}`);
	}
	alerts.sort((first, second) => compareTimes(first.record, second.record));
	const toRow = rowMakerOf(alertViewOf(settings.options), client);
	const items = alerts.map((alert): INodeExecutionData => ({ json: toRow(alert) }));
	const lateFrom = pruneEmitted(emitted, state.lateFrom, state.newFrom);
	const isShortened = lateFrom > state.lateFrom;
	if (isShortened) warnHourly('look back', TOO_MANY);
	// The shortened Look Back may begin after the pass began, so the pass goes on to the present.
	const pass = { passFrom: Math.max(state.passFrom, lateFrom), passBegan: undefined };
	const next = { ...state, ...(isShortened && { lateFrom, ...pass }) };
	return { state: { ...next, emitted: encodeEmitted(emitted) }, items };
}

/** A test run shows this many alerts of this span of time. */
const MAX_SAMPLE_ALERTS = 10;
const SAMPLE_DAYS = 30;

/** Reads samples for a test run, the newest first. @throws NodeOperationError if there is none, or ApiError */
async function previewAlerts(
	context: IPollFunctions,
	settings: Settings,
	tools: PollTools,
): Promise<INodeExecutionData[]> {
	const { clock, log } = tools;
	const client = await createPollClient(context, 'alerts.READ', tools);
	const now = clock.startSecond();
	const from = now - (SAMPLE_DAYS * DAY_MS) / 1000;
	const search = makeWindowSearch(settings)({ from, to: now });
	log.info(searchText(search));
	const service = { ...client, addNote: (text: string) => log.warn(text) };
	const { records, missing } = await readNewestAlerts(service, search, MAX_SAMPLE_ALERTS);
	for (const text of missing) log.warn(text);
	const toRows = numberedRowsMakerOf(alertViewOf(settings.options), client);
	if (records.length > 0) return toRows(records).map((json) => ({ json }));
	throw nodeOperationError(
		context.getNode(),
		`No alert of the last ${SAMPLE_DAYS} days fits the filters`,
		{
			description: `Raise an alert or set fewer filters, and test this step again. Once published, the workflow waits for alerts. ${searchText(search)}`,
			level: 'info',
		},
	);
}
