import type { IPollFunctions, IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedAnswer } from '../shared/http/apiError';
import { createClient } from '../shared/http/client';
import { asText, toId } from '../shared/json';
import { shortText } from '../shared/http/statedError';
import type { Service } from '../shared/pagination/service';
import { wholeList } from '../shared/pagination/list';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { timeLeftUntil, type Sampling } from '../shared/polling/runPoll';
import { clocked, type ServiceClock } from '../shared/polling/serviceClock';
import { isSecond } from '../shared/polling/storedValues';
import { AHEAD, isNever, ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { LOG_SOURCES, type Kind } from './kinds';
import type { Watch } from './watches';

/** What names a log source or an agent. */
export interface Thing {
	/** Its digits. */
	id: string;
	name: string;
	domain: string;
	group: string;
	type: string;
}

/** A log source or an agent as its listing shows it. */
export interface Seen extends Thing {
	/** Collector state or agent status, and collection status or version: lower case, empty if not told. */
	state: string;
	setting: string;
	/** The last event or sync, seconds since 1970; `never` if there was none. */
	lastSeen: number | 'never' | 'unreadable';
}

/**
 * Reads the log sources or agents of a watch.
 * @throws ApiError if the listing cannot be read whole, or no time in it can be read
 */
export async function readListing(
	service: Service,
	{ kind, query, types, changes }: Watch,
	clock: ServiceClock,
): Promise<Seen[]> {
	const rows = await readRows(service, kind, query);
	const zone = new ServiceTimeZone(service.timeZone);
	const seen = rows.map((row) => seenIn(row, kind, zone));
	const isTimed = changes.includes(kind.changes.silent) || changes.includes(kind.changes.back);
	if (isTimed) checkTimes(rows, seen, kind, { now: clock.now(), warn: service.note });
	return types.length === 0 ? seen : seen.filter(({ type }) => types.includes(type.toLowerCase()));
}

/** @throws ApiError if the listing cannot be read whole, or a record has no usable id */
async function readRows(
	service: Service,
	{ list }: Kind,
	query: Watch['query'],
): Promise<IDataObject[]> {
	const rows = new Map<string, IDataObject>();
	for (const row of await wholeList(service, list, query)) {
		const id = toId(row[list.id])?.toString();
		if (id === undefined) throw unexpectedAnswer(list.request, 'a record has no usable ID');
		const other = rows.get(id);
		if (other !== undefined && asText(other[list.name]) !== asText(row[list.name])) {
			throw unexpectedAnswer(list.request, 'two records have one ID');
		}
		rows.set(id, { ...row, [list.id]: id });
	}
	return [...rows.values()];
}

function seenIn(row: IDataObject, { fields }: Kind, zone: ServiceTimeZone): Seen {
	const text = (field = ''): string => asText(row[field]).trim();
	return {
		id: text(fields.id),
		name: text(fields.name),
		domain: text(fields.domain),
		group: text(fields.group),
		type: text(fields.type),
		state: text(fields.state).toLowerCase(),
		setting: text(fields.setting).toLowerCase(),
		lastSeen: secondOf(text(fields.time), zone),
	};
}

function secondOf(time: string, zone: ServiceTimeZone): Seen['lastSeen'] {
	if (isNever(time)) return 'never';
	const second = (zone.momentOf(time) ?? NaN) / 1000;
	return isSecond(second) ? second : 'unreadable';
}

/**
 * Notes which times tell no silence.
 * @throws ApiError if no time can be read
 */
function checkTimes(
	rows: readonly IDataObject[],
	seen: readonly Seen[],
	{ list: { request, nouns }, fields }: Kind,
	{ now, warn }: { now: number; warn: (message: string) => void },
): void {
	const bad = seen.flatMap(({ lastSeen }, at) => (lastSeen === 'unreadable' ? [at] : []));
	const [first] = bad;
	if (first !== undefined) {
		const example = `${fields.time} "${shortText(rows[first]?.[fields.time]).slice(0, 60)}"`;
		if (seen.every(({ lastSeen }) => typeof lastSeen === 'string')) {
			throw unexpectedAnswer(request, `no time can be read, for instance ${example}`);
		}
		warn(
			`The silence of ${bad.length} ${nouns} is not known: their time cannot be read, for instance ${example}`,
		);
	}
	if (seen.length > 0 && seen.every(({ lastSeen }) => lastSeen === 'never')) {
		warn(
			`${seen.length} ${nouns} have no ${fields.time}: their silence counts from when the trigger first saw them`,
		);
	}
	const ahead = seen.filter(({ lastSeen }) => Number(lastSeen) > now + AHEAD / 1000).length;
	if (ahead > 0) {
		warn(
			`The ${fields.time} of ${ahead} ${nouns} is ahead of the clock of the service: check Time Zone of the Service in the credential`,
		);
	}
}

/** What a watch sees. */
export interface Listing {
	watch: Watch;
	seen: readonly Seen[];
}

/**
 * Reads what is watched.
 * @returns the listings, and which service they are of: the address of its interface
 * @throws ApiError if not all listings can be read whole in time
 */
export async function readListings(
	host: IPollFunctions,
	watches: readonly Watch[],
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<{ service: string; listings: Listing[] }> {
	const client = await createClient(host, {
		scope: LOG_SOURCES.list.request.scope,
		retryPolicy: { attempts: 3, maxWaitMs: budget / 5 },
		timeLeft: timeLeftUntil(end),
	});
	const send = clocked(client.send, clock, (request) => request);
	const service: Service = {
		pause: client.pause,
		note: (message) => log.warn(message),
		timeZone: client.timeZone,
		send: async (request) => {
			const wait = client.expectedWait(1);
			if (clock.hostNow() + wait > deadline) throw new ApiError('incomplete', OUT_OF_TIME);
			return await send(request);
		},
	};
	const listings: Listing[] = [];
	for (const watch of watches) {
		listings.push({ watch, seen: await readListing(service, watch, clock) });
	}
	return { service: client.address, listings };
}

const OUT_OF_TIME = {
	what: 'The time of a poll is over before its lists are read whole',
	said: 'Nothing is reported until they can be. The service answers slowly, or its limit of requests is used up: let the trigger poll less often, or narrow its filters.',
} as const;

/** @throws InvalidParameterError if filters leave nothing to watch */
export function requireSome({ watch: { filters }, seen }: Listing): void {
	if (seen.length > 0 || filters === '{}') return;
	throw new InvalidParameterError(
		'No log source fits the filters, so that none is watched',
		'Set other Filters, or remove them.',
	);
}
