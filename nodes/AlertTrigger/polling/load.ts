import type { IPollFunctions } from 'n8n-workflow';

import { filterBody } from '../../Alert/filters';
import { hash64 } from '../../Alert/hash64';
import { UtcTimes } from '../../Alert/serviceTime';
import { searchRequest } from '../../Alert/searchRequest';
import { createClient } from '../../shared/http/client';
import { toJson } from '../../shared/json';
import { pollParameters } from '../../shared/polling/pollParameters';
import { memoryPerTrigger } from '../../shared/polling/pollMemory';
import { pollInterval } from '../../shared/polling/pollInterval';
import { timeLeftUntil, type Sampling } from '../../shared/polling/runPoll';
import {
	FIELDS,
	FIRST_FETCH_MINUTES,
	LOOK_BACK_MINUTES,
	REACTIVATION_HOURS,
	type Settings,
} from '../fields';
import type { Reading } from '../reading/windowReader';
import { timesOf } from '../reading/windows';
import type { Following } from './decide';

/** What is looked back at least: the service's clock is known to within some seconds only. */
const LEAST_LOOK_BACK = 5;

/** A trigger that has read nothing for so long, in seconds, was off. */
const TIME_OFF = 3600;

/** @throws InvalidParameterError */
export const settingsOf = (host: IPollFunctions): Settings =>
	pollParameters(host, FIELDS) as Settings;

/** Endpoints that were seen to require a query; forgotten after a refusal. */
export const requiringOf = memoryPerTrigger(() => new Set<string>());

/** @throws NodeOperationError when the base URL of the credential cannot be one */
export async function readingOf(
	host: IPollFunctions,
	settings: Settings,
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<Reading> {
	// Whether a refused search is sent again, or a shorter one, is for the reading to say.
	const client = await createClient(host, {
		scope: 'alerts.READ',
		retryPolicy: { attempts: 1, maxWaitMs: budget / 5 },
		requiring: requiringOf(host),
		timeLeft: timeLeftUntil(end),
	});
	let slowest = 0;
	return {
		clock,
		service: {
			send: async (request) => {
				const sentAt = clock.hostNow();
				const answer = await client.send(request);
				slowest = Math.max(slowest, clock.hostNow() - sentAt);
				clock.observe(answer.date);
				return answer;
			},
		},
		times: new UtcTimes({
			timeZone: client.timeZone,
			note: (message) => host.logger.warn(message),
		}),
		requestsLeft: client.available,
		request: (window) => searchRequest({ ...settings, ...timesOf(window) }),
		deadline,
		canEnd: () => clock.hostNow() + slowest < end,
		log,
	};
}

/**
 * What the settings ask of a poll.
 * @param stateless seconds since the trigger was started, where no state has been kept since
 */
export function followingOf(
	host: IPollFunctions,
	settings: Settings,
	stateless: number,
): Following {
	const {
		firstFetch = FIRST_FETCH_MINUTES,
		lookBack = LOOK_BACK_MINUTES,
		reactivation = 'everything',
		reactivationHours = REACTIVATION_HOURS,
	} = settings.options;
	const interval = pollInterval(host.getNode().parameters.pollTimes);
	const hours = { everything: Infinity, lastHours: reactivationHours, now: 0 }[reactivation];
	return {
		filters: filtersOf(settings),
		firstFetch: Math.max(firstFetch * 60, 2 * interval) + stateless,
		lookBack: Math.max(lookBack * 60, LEAST_LOOK_BACK),
		timeOff: Math.max(TIME_OFF, 2 * interval),
		reactivation: hours * 3600,
	};
}

/** The same for the same choice, in whatever order and spelling. */
function filtersOf(settings: Settings): string {
	const { severity = [], status = [], profile_ids = [] } = settings.filters;
	const sorted = (values: readonly unknown[]) =>
		[...new Set(values.map((value) => String(value).trim().toLowerCase()))].sort();
	const { query } = filterBody(settings);
	const comparisons =
		settings.queryAs === 'conditions' ? (query ?? '').split(' AND ').sort() : [query?.trim() ?? ''];
	return hash64(toJson([sorted(severity), sorted(status), sorted(profile_ids), comparisons]));
}
