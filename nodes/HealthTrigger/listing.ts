import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { ApiError, unexpectedAnswer } from '../shared/http/apiError';
import { createClient } from '../shared/http/client';
import { asText } from '../shared/json';
import { wholeList } from '../shared/pagination/list';
import type { Service } from '../shared/pagination/paginate';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { timeLeftUntil, type Sampling } from '../shared/polling/runPoll';
import { clocked } from '../shared/polling/serviceClock';
import { isSecond } from '../shared/polling/storedValues';
import { AHEAD, isNever, ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { LISTED, type Seen } from './changes';
import type { Watch } from './watches';

/** What a watch sees. */
interface Listing {
	watch: Watch;
	seen: readonly Seen[];
	/** Which service it is of, and by which filters. */
	source: string;
}

/**
 * Reads what is watched.
 * @throws ApiError if not all of it can be read whole in time
 */
export async function readListings(
	host: IPollFunctions,
	watches: readonly Watch[],
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<Listing[]> {
	const client = await createClient(host, {
		scope: 'logsources.READ',
		retryPolicy: { attempts: 3, maxWaitMs: budget / 5 },
		timeLeft: timeLeftUntil(end),
	});
	const send = clocked(client.send, clock, (request) => request);
	const service: Service = {
		pause: client.pause,
		note: (message) => log.warn(message),
		send: async (request) => {
			const leaves = clock.hostNow() + client.expectedWait(1);
			if (leaves > deadline) throw new ApiError('incomplete', OUT_OF_TIME);
			return await send(request);
		},
	};
	const zone = new ServiceTimeZone(client.timeZone);
	const listings: Listing[] = [];
	for (const watch of watches) {
		const { list, query, types, time } = watch;
		const rows = await wholeList(service, list, query);
		const isWatched = ({ names: { type = '' } }: Seen): boolean =>
			types.length === 0 || types.includes(type.toLowerCase());
		const seen = rows.map((row) => seenIn(row, watch, zone)).filter(isWatched);
		const latest = clock.now() + AHEAD / 1000;
		const ahead = seen.filter(({ lastSeen = 0 }) => lastSeen > latest).length;
		if (ahead > 0) log.warn(`${ahead} ${list.nouns} have a ${time} that is ahead: ${ZONE}`);
		listings.push({ watch, seen, source: JSON.stringify([client.address, query, types]) });
	}
	return listings;
}

const ZONE = 'check Time Zone of the Service in the credential';
const OUT_OF_TIME = {
	what: 'The time of a poll is over before its lists are read whole',
	remedy: 'Nothing is reported until they can be. The service answers slowly, or its limit of requests is used up: let the trigger poll less often, or narrow its filters.',
} as const;

/** Characters at most of a text that is remembered. */
const LONGEST_TEXT = 200;

/** @throws ApiError if a record has no ID or name, or a time that cannot be read */
function seenIn(row: IDataObject, { list, ...watch }: Watch, zone: ServiceTimeZone): Seen {
	const text = (field: string): string => asText(row[field]).trim().slice(0, LONGEST_TEXT);
	const [id, name, time] = [text(list.id), text(list.name), text(watch.time)];
	if (!/^\d+$/.test(id) || name === '') {
		throw unexpectedAnswer(list.request, `a record has no ${list.id} or no ${list.name}`);
	}
	const lastSeen = isNever(time) ? undefined : (zone.momentOf(time) ?? NaN) / 1000;
	if (lastSeen !== undefined && !isSecond(lastSeen)) {
		throw unexpectedAnswer(list.request, `${watch.time} "${time}" of ${name} cannot be read`);
	}
	const labels = Object.fromEntries(
		Object.entries(watch.labels).map(([label, field]) => [label, text(field)]),
	);
	const states = Object.values(watch.states).map((field) => text(field).toLowerCase());
	return { id, names: { name, ...labels }, states: [LISTED, ...states], lastSeen };
}

/** @throws InvalidParameterError if filters leave nothing to watch */
export function requireSome({ watch: { query, types }, seen }: Listing): void {
	const filters = [...types, ...Object.values(query)];
	if (seen.length > 0 || filters.every((filter) => filter === undefined)) return;
	throw new InvalidParameterError('No log source fits the filters', 'Set other Filters.');
}
