import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { ApiError } from '../shared/http/apiError';
import { createClient } from '../shared/http/client';
import type { Service } from '../shared/pagination/service';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { pollInterval } from '../shared/polling/pollInterval';
import { memoryPerTrigger } from '../shared/polling/pollMemory';
import {
	runPoll,
	timeLeftUntil,
	type Poll,
	type PollResult,
	type Sampling,
} from '../shared/polling/runPoll';
import { compare } from './changes';
import { MUST_LAST_MINUTES, type Settings } from './fields';
import type { Kind } from './kinds';
import { readWatched, type Seen } from './reading';
import { handOver } from './redelivery';
import { rowsOf } from './rows';
import { countUnkept, MOST_WORDS, STANDSTILL, STATE_FORMAT, type State } from './state';
import { settingsOf, watchesOf, type Watch } from './watches';

/**
 * One poll: an item for each change, or null. In a test run from the editor: what is wrong now, and
 * nothing is remembered.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await runPoll(
		host,
		STATE_FORMAT,
		async (one) => await report(host, one),
		async (one) => await sample(host, one),
	);
}

/** What this process knows of a kind: things by id, since the state has no room for their names. */
interface KindMemory {
	names: Map<string, Seen>;
	/** Whether it was said that the state cannot hold all. */
	isUnkeptTold: boolean;
}

const memoryOf = memoryPerTrigger((): Record<Kind['name'], KindMemory> => ({
	log_source: { names: new Map(), isUnkeptTold: false },
	agent: { names: new Map(), isUnkeptTold: false },
}));

async function report(host: IPollFunctions, poll: Poll<State>): Promise<PollResult<State>> {
	const { deliveries, isStart, log } = poll;
	const settings = settingsOf(host);
	const listings = await readAll(host, watchesOf(settings), poll);
	const { next, changes } = judge(host, listings, poll, settings);
	const unfinished =
		settings.options.redeliver === true
			? deliveries.unfinished(next.handedOver, isStart, log)
			: undefined;
	if (unfinished === undefined) {
		return { state: { ...next, handedOver: [] }, items: changes.map((json) => ({ json })) };
	}
	const { id, rows, handedOver } = handOver(unfinished, changes, deliveries, log);
	return { state: { ...next, handedOver }, items: rows.map((json) => ({ json })), delivery: id };
}

/** What changed since the state of a poll, and the state after it. */
function judge(
	host: IPollFunctions,
	listings: readonly Listing[],
	poll: Poll<State>,
	{ options }: Settings,
): { next: State; changes: IDataObject[] } {
	const { firstPoll = 'baseline', mustLast = MUST_LAST_MINUTES, reactivation } = options;
	const now = poll.clock.now();
	const elapsed = now - (poll.state?.polledAt ?? now);
	const wasOff =
		elapsed > Math.max(TIME_OFF, 2 * pollInterval(host.getNode().parameters.pollTimes));
	const isAnew = poll.isStart && wasOff && reactivation === 'first';
	const before = isAnew || poll.state === undefined ? firstState(now) : poll.state;
	// A clock that was ahead for a while does not hold silence back.
	const steadySince = wasOff && !isAnew ? now : Math.min(before.steadySince, now);
	const revision = before.revision + 1;
	const stamp = `${new Date(now * 1000).toISOString().slice(0, 10)}-${revision}`;
	const watched: State['watched'] = {};
	const changes: IDataObject[] = [];
	for (const { watch, seen } of listings) {
		const { kind, filters, limits, silentAfter } = watch;
		const was = before.watched[kind.name];
		const isOtherListing = was?.filters !== filters;
		if (isOtherListing) {
			requireSome(watch, seen);
			poll.log.info(
				`Baseline: ${seen.length} ${kind.nouns} are remembered as they are; what changes from now on is reported`,
			);
		}
		const isOtherLimit = was?.limits !== limits;
		const listed = new Set(seen.map(({ group }) => group.toLowerCase()));
		const unknown = watch.groups.filter((group) => !listed.has(group));
		if (isOtherLimit && unknown.length > 0) {
			poll.log.warn(`No log source is in ${unknown.join(', ')}: check Silent After, by Group`);
		}
		const { changes: found, after } = compare(kind, was?.things ?? new Map(), seen, {
			now,
			silentAfter,
			mustLast: mustLast * 60,
			unknown: isOtherListing ? firstPoll : 'new',
			isOtherListing,
			isOtherLimit,
			isSettled: now - steadySince >= mustLast * 60,
		});
		watched[kind.name] = { filters, limits, things: after };
		const memory = memoryOf(host)[kind.name];
		const isCompared = [kind.changes.state, kind.changes.setting].some((change) =>
			watch.changes.includes(change),
		);
		const unkept = isCompared ? countUnkept(after) : 0;
		if (unkept > 0 && !memory.isUnkeptTold) {
			poll.log.warn(
				`There are more than ${MOST_WORDS} different values of ${kind.fields.state} and ${kind.fields.setting}: those of ${unkept} ${kind.nouns} cannot be remembered, and their changes are not reported`,
			);
		}
		memory.isUnkeptTold = unkept > 0;
		const { names } = memory;
		for (const each of seen) names.set(each.id, each);
		changes.push(...rowsOf(watch, found, stamp, names));
		for (const id of names.keys()) if (!after.has(id)) names.delete(id);
	}
	const isDue = elapsed < 0 || elapsed >= STANDSTILL;
	const next: State = {
		polledAt: isDue ? now : before.polledAt,
		steadySince,
		revision: changes.length > 0 ? revision : before.revision,
		watched,
		handedOver: poll.state?.handedOver ?? [],
	};
	return { next, changes };
}

/** A trigger that has polled nothing for so long, in seconds, was off, or could not read. */
const TIME_OFF = 3600;

const firstState = (now: number): State => ({
	polledAt: now,
	steadySince: 0,
	revision: now,
	watched: {},
	handedOver: [],
});

/** @throws InvalidParameterError where filters leave nothing to watch */
function requireSome({ filters }: Watch, seen: readonly Seen[]): void {
	if (seen.length > 0 || filters === '{}') return;
	throw new InvalidParameterError(
		'No log source fits the filters, so that none is watched',
		'Set other Filters, or remove them.',
	);
}

/** What a watch sees. */
interface Listing {
	watch: Watch;
	seen: Seen[];
}

/** A minute of the service's limit, in ms. */
const LIMIT_MS = 60_000;

/** @throws ApiError where not all listings can be read whole in time */
async function readAll(
	host: IPollFunctions,
	watches: readonly Watch[],
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<Listing[]> {
	const client = await createClient(host, {
		scope: 'logsources.READ',
		retryPolicy: { attempts: 3, maxWaitMs: budget / 5 },
		timeLeft: timeLeftUntil(end),
	});
	const service: Service = {
		pause: client.pause,
		note: (message) => {
			log.warn(message);
		},
		timeZone: client.timeZone,
		send: async (request) => {
			const wait = client.available() > 0 ? 0 : LIMIT_MS;
			if (clock.hostNow() + wait > deadline) throw new ApiError(OUT_OF_TIME);
			const answer = await client.send(request);
			clock.observe(answer.date);
			return answer;
		},
	};
	const listings = [];
	for (const watch of watches) {
		listings.push({ watch, seen: await readWatched(service, watch, clock) });
	}
	return listings;
}

const OUT_OF_TIME = {
	message: 'The time of a poll is over before its lists are read whole',
	description:
		'Nothing is reported until they can be. The service answers slowly, or its limit of requests is used up: let the trigger poll less often, or narrow its filters.',
	applied: 'no',
	retry: 'idempotent',
	failure: { cause: 'temporarily-unavailable' },
} as const;

/** How many changes a test run shows. */
const SAMPLE = 10;

/** What is wrong now, for a test run. */
async function sample(host: IPollFunctions, poll: Sampling): Promise<INodeExecutionData[]> {
	const listings = await readAll(host, watchesOf(settingsOf(host)), poll);
	const now = poll.clock.now();
	const rows = listings.flatMap(({ watch, seen }) => {
		requireSome(watch, seen);
		const { changes } = compare(watch.kind, new Map(), seen, {
			now,
			silentAfter: watch.silentAfter,
			mustLast: 0,
			unknown: 'report',
			isOtherListing: true,
			isOtherLimit: true,
			isSettled: true,
		});
		return rowsOf(watch, changes, String(now), new Map());
	});
	if (rows.length > 0) return rows.slice(0, SAMPLE).map((json) => ({ json }));
	throw new NodeOperationError(host.getNode(), 'Nothing is silent or in a wrong state now', {
		description:
			'A test run shows what the chosen changes find wrong now. To see an item, set Silent After to a minute and test this step again. An active workflow waits for changes by itself.',
		level: 'info',
	});
}
