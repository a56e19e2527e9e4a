import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { UtcTimes } from '../Alert/alertRows';
import { filterBody } from '../Alert/filters';
import { newestAlerts } from '../Alert/newestAlerts';
import { querySent, searchRequest } from '../Alert/searchRequest';
import { createClient } from '../shared/http/client';
import { nodeOperationError } from '../shared/nodeErrors';
import {
	runPoll,
	timeLeftUntil,
	warnOfOtherService,
	type Poll,
	type Sampling,
} from '../shared/polling/runPoll';
import { pollInterval, timeOff } from '../shared/polling/pollParameters';
import { clocked } from '../shared/polling/serviceClock';
import { NewAlerts } from './emitted';
import { FIELDS, FIRST_FETCH, LOOK_BACK, MAX_ALERTS, type Settings } from './fields';
import { byTime, itemsOf } from './items';
import { readOn, type Reading } from './readOn';
import { forget, startingState, STATE_FORMAT, type State } from './state';
import { timesOf, type Window } from './windows';

/** One poll: the items of the alerts that are new, or null; the newest alerts in a test run. */
export const poll = async (host: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await runPoll(host, { fields: FIELDS, format: STATE_FORMAT, report, sample });

async function report(
	host: IPollFunctions,
	settings: Settings,
	{ state: stored, isStart, ...poll }: Poll<State>,
) {
	const { clock, log } = poll;
	const isFirst = !clock.isKnown;
	const { reading, times, service } = await readingOf(host, settings, poll);
	const { query } = filterBody(settings);
	// n8n shows no hints of a poll.
	if (query !== undefined && isFirst) log.info(querySent(query));
	const isOther = stored !== undefined && stored.service !== service;
	if (isOther) warnOfOtherService(stored.service, log);
	// The time is that of an answer, since the host's clock may have been set back.
	if (isFirst || (stored?.at ?? 0) >= clock.now()) {
		await reading.service.send(reading.request({ from: clock.now() - 1, to: clock.now() }));
	}
	const pollSettings = pollSettingsOf(host, settings.options, service);
	const time = { now: clock.now(), isStart: isFirst || isStart };
	const before = startingState(isOther ? undefined : stored, pollSettings, time, log);
	const { alerts, state, error, hasGained } = await readOn(before, reading, pollSettings);
	if (error !== undefined) {
		if (!hasGained) throw error;
		log.warn(`${error.message}; what was read is kept, the rest is read with the next poll`);
	}
	const next = forget(state, pollSettings.lookBack, log);
	return { state: next, items: itemsOf(alerts.sort(byTime), settings, times) };
}

/** How long a request may wait for the pace, in ms: polls a minute apart have all of its 60 requests then. */
const LONGEST_WAIT = 5000;

/**
 * How a poll reads, and which service: the address of its interface.
 * @throws NodeOperationError if the credential holds no usable base URL, domain or time zone
 */
async function readingOf(
	host: IPollFunctions,
	settings: Settings,
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<{ reading: Reading; times: UtcTimes; service: string }> {
	const client = await createClient(host, {
		scope: 'alerts.READ',
		// What is refused is not sent again: a shorter search is.
		retryPolicy: { attempts: 1, maxWaitMs: budget / 5 },
		timeLeft: timeLeftUntil(end),
	});
	const request = (window: Window) => searchRequest({ ...settings, ...timesOf(window) });
	const lastSecond = () => request({ from: clock.now() - 1, to: clock.now() });
	const send = clocked(client.send, clock, lastSecond);
	const mayAsk = (longestWait = LONGEST_WAIT) => {
		const wait = client.expectedWait(1);
		return wait <= longestWait && clock.hostNow() + wait <= deadline;
	};
	const reading = { clock, log, service: { send }, request, mayAsk };
	return { reading, times: new UtcTimes(client), service: client.address };
}

/** What is looked back at least, in seconds: the service's clock is known to within some seconds only. */
const LEAST_LOOK_BACK = 5;

function pollSettingsOf(host: IPollFunctions, options: Settings['options'], service: string) {
	const { firstFetch = FIRST_FETCH, lookBack = LOOK_BACK, maxAlerts = MAX_ALERTS } = options;
	const { pollTimes } = host.getNode().parameters;
	return {
		service,
		firstFetch: Math.max(firstFetch * 60, 2 * pollInterval(pollTimes)),
		lookBack: Math.max(lookBack * 60, LEAST_LOOK_BACK),
		mostPause: options.reactivation === 'now' ? timeOff(pollTimes) : Infinity,
		mostAlerts: maxAlerts,
	};
}

/** How many alerts a test run shows, and how far it looks back, in seconds. */
const SAMPLE = 10;
const SAMPLE_AGO = 30 * 86_400;

/**
 * The newest alerts of the last 30 days for a test run, the newest first.
 * @throws NodeOperationError if there is none, ApiError
 */
async function sample(
	host: IPollFunctions,
	settings: Settings,
	poll: Sampling,
): Promise<INodeExecutionData[]> {
	const { reading, times } = await readingOf(host, settings, poll);
	const { query } = filterBody(settings);
	if (query !== undefined) poll.log.info(querySent(query));
	const window = { from: poll.clock.now() - SAMPLE_AGO, to: poll.clock.now() };
	const service = { ...reading.service, note: (text: string) => poll.log.warn(text) };
	const newest = await newestAlerts(service, reading.request(window), SAMPLE);
	const found = new NewAlerts(new Map(), SAMPLE);
	found.take(newest, window);
	if (found.alerts.length > 0) return itemsOf(found.alerts, settings, times);
	throw nodeOperationError(host.getNode(), 'No alert of the last 30 days fits the filters', {
		description:
			`Raise an alert, for instance by an event that one of your alert profiles watches, or set fewer filters, and test this step again. An active workflow waits for alerts by itself. ${query === undefined ? '' : querySent(query)}`.trim(),
		level: 'info',
	});
}
