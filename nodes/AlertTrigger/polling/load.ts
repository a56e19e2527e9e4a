import type { IPollFunctions } from 'n8n-workflow';

import { filterBody } from '../../Alert/filters';
import { hashOf } from '../../Alert/alertRow';
import { UtcTimes } from '../../Alert/serviceTime';
import { querySent, searchRequest } from '../../Alert/searchRequest';
import type { ApiRequest } from '../../shared/http/request';
import { createClient } from '../../shared/http/client';
import { toJson } from '../../shared/json';
import { memoryPerTrigger } from '../../shared/polling/pollMemory';
import { pollInterval, timeOff } from '../../shared/polling/pollParameters';
import { timeLeftUntil, type Sampling } from '../../shared/polling/runPoll';
import {
	FIRST_FETCH_MINUTES,
	LOOK_BACK_MINUTES,
	MOST_ALERTS,
	REACTIVATION,
	REACTIVATION_HOURS,
	type Settings,
} from '../fields';
import type { PageFacts, Reading } from '../reading/windowReader';
import { timesOf, type Window } from '../windows/windows';
import type { PollSettings } from '../state/transitions';

/** What is looked back at least: the service's clock is known to within some seconds only. */
const LEAST_LOOK_BACK = 5;

export const pageFactsOf = memoryPerTrigger((): PageFacts => ({
	page: 0,
	distrustedUntil: 0,
	leftBehind: [],
	requiring: new Set(),
}));

/**
 * How a poll reads, and which service: the address of its interface.
 * @throws NodeOperationError if the credential holds no usable base URL, domain or time zone
 */
export async function readingOf(
	host: IPollFunctions,
	settings: Settings,
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<{ reading: Reading; times: UtcTimes; service: string }> {
	// Whether a refused search is sent again, or a shorter one, is for the reading to say.
	const client = await createClient(host, {
		scope: 'alerts.READ',
		retryPolicy: { attempts: 1, maxWaitMs: budget / 5 },
		requiring: pageFactsOf(host).requiring,
		timeLeft: timeLeftUntil(end),
	});
	let slowest = 0;
	const reading = {
		clock,
		service: {
			send: async (request: ApiRequest) => {
				const sentAt = clock.hostNow();
				const answer = await client.send(request);
				slowest = Math.max(slowest, clock.hostNow() - sentAt);
				clock.observe(answer.date);
				return answer;
			},
		},
		requestsLeft: client.available,
		request: (window: Window) => searchRequest({ ...settings, ...timesOf(window) }),
		deadline,
		canEnd: () => clock.hostNow() + slowest < end,
		log,
	};
	const { timeZone, address: service } = client;
	const times = new UtcTimes({ timeZone, note: (message) => log.warn(message) });
	return { reading, times, service };
}

/** What is sent of the settings' query, for the log, since n8n shows no hint of a poll; undefined without one. */
export function sentQuery(settings: Settings): string | undefined {
	const { query } = filterBody(settings);
	return query === undefined ? undefined : querySent(query);
}

/**
 * What the settings ask of a poll.
 * @param stateless seconds since the trigger was started, if no state has been kept since
 * @param service the address of the service's interface
 */
export function pollSettingsOf(
	host: IPollFunctions,
	settings: Settings,
	stateless: number,
	service: string,
): PollSettings {
	const {
		firstFetch = FIRST_FETCH_MINUTES,
		lookBack = LOOK_BACK_MINUTES,
		reactivation = REACTIVATION,
		reactivationHours = REACTIVATION_HOURS,
	} = settings.options;
	const { pollTimes } = host.getNode().parameters;
	const hours = { everything: Infinity, lastHours: reactivationHours, now: 0 }[reactivation];
	return {
		service,
		filters: filtersOf(settings),
		firstFetch: Math.max(firstFetch * 60, 2 * pollInterval(pollTimes)) + stateless,
		lookBack: Math.max(lookBack * 60, LEAST_LOOK_BACK),
		timeOff: timeOff(pollTimes),
		reactivation: hours * 3600,
		mostAlerts: settings.options.maxAlerts ?? MOST_ALERTS,
	};
}

/** The same for the same choice, in whatever order and spelling. */
function filtersOf(settings: Settings): string {
	const { severity = [], status = [], profile_ids = [] } = settings.filters;
	const sorted = (values: readonly unknown[]) =>
		[...new Set(values.map((value) => String(value).trim().toLowerCase()))].sort();
	const { query } = filterBody(settings);
	const comparisons =
		settings.filters.conditions === undefined
			? [query?.trim() ?? '']
			: (query ?? '').split(' AND ').sort();
	return hashOf([sorted(severity), sorted(status), sorted(profile_ids), comparisons].map(toJson));
}
