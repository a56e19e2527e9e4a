import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { ServiceTimeZone } from '../Alert/serviceTime';
import { toNodeError } from '../shared/engine/nodeErrors';
import { ApiError } from '../shared/http/apiError';
import { createClient } from '../shared/http/client';
import type { Service } from '../shared/http/request';
import { shownId, toId } from '../shared/json';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { ParameterReader } from '../shared/parameters/reader';
import { pollInterval } from '../shared/polling/pollInterval';
import { memoryPerTrigger } from '../shared/polling/pollMemory';
import { runPoll, type Poll } from '../shared/polling/runPoll';
import { ServiceClock } from '../shared/polling/serviceClock';
import { compare, type Change, type Rules } from './changes';
import { FIELDS, MUST_LAST_MINUTES, OUT_OF_TOUCH_MINUTES, type Settings } from './fields';
import { AGENTS, LOG_SOURCES, type Kind } from './kinds';
import { checkTimes, readListing, seenIn, type Seen } from './reading';
import { STANDSTILL, STATE_FORMAT, type State } from './state';

/**
 * One poll: an item for each change, or null. In a test run from the editor: what is wrong now, and
 * nothing is remembered.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (host.getMode() !== 'manual') {
		return await runPoll(host, STATE_FORMAT, async (one) => await report(host, one));
	}
	try {
		return [await sample(host)];
	} catch (error) {
		throw toNodeError(host, error);
	}
}

type Reading = Pick<Poll<State>, 'clock' | 'budget' | 'deadline' | 'log'>;

/** What to look for of a kind: the filters of its listing, and the changes to report. */
interface Watch {
	kind: Kind;
	filters: Settings['filters'];
	changes: readonly string[];
	/** The times that tell silence, as a text. */
	limits: string;
	silentAfter: Rules['silentAfter'];
}

/** What this process knows of things, by kind and id: the state has no room for their names. */
const namesOf = memoryPerTrigger(() => new Map<string, Seen>());

async function report(
	host: IPollFunctions,
	poll: Poll<State>,
): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(host);
	const watches = watchesOf(settings);
	const { firstPoll = 'baseline', mustLast = MUST_LAST_MINUTES } = settings.options;
	const names = namesOf(host);
	const listings = await readAll(host, watches, poll);
	const now = poll.clock.now();
	const state = rememberedBy(host, poll, settings, now);

	const next = following(state, now, breakOf(host));
	const told: Told[] = [];
	for (const { watch, seen } of listings) {
		const { kind, silentAfter } = watch;
		const was = state?.watched[kind.name];
		const filters = JSON.stringify(watch.filters).toLowerCase();
		const isOtherListing = was?.filters !== filters;
		if (isOtherListing && seen.length === 0 && filters !== '{}') {
			throw new InvalidParameterError(
				'No log source fits the filters, so that none is watched',
				'Set other Filters, or remove them.',
			);
		}
		const { changes, after } = compare(kind, was?.things ?? new Map(), seen, {
			now,
			silentAfter,
			mustLast: mustLast * 60,
			unknown: isOtherListing ? firstPoll : 'new',
			isOtherListing,
			isOtherLimit: was?.limits !== watch.limits,
			isSettled: now - next.steadySince >= mustLast * 60,
		});
		if (isOtherListing) {
			poll.log.info(
				`Baseline: ${after.size} ${kind.nouns} are remembered as they are; what changes from now on is reported`,
			);
		}
		next.watched[kind.name] = { filters, limits: watch.limits, things: after };
		for (const each of seen) names.set(`${kind.name} ${each.id}`, each);
		told.push(...wanted(changes, watch));
	}
	if (told.length > 0) next.revision += 1;
	poll.commit(next, told.length > 0);
	return told.length === 0 ? null : [itemsOf(told, next.revision, names)];
}

/** @throws InvalidParameterError */
function settingsOf(host: IPollFunctions): Settings {
	const reader = new ParameterReader(
		{
			getNode: () => host.getNode(),
			getTimezone: () => host.getTimezone(),
			getNodeParameter: (name) => host.getNodeParameter(name),
		},
		FIELDS,
	);
	return reader.read(0) as Settings;
}

/** @throws InvalidParameterError where there is nothing to look for */
function watchesOf(settings: Settings): Watch[] {
	const { filters, logSourceChanges, agentChanges, silentAfterByGroup } = settings;
	const { outOfTouchAfter = OUT_OF_TOUCH_MINUTES } = settings.options;
	const ofGroup = new Map(
		(silentAfterByGroup.groups ?? []).map(({ log_source_group, minutes }) => [
			log_source_group.trim().toLowerCase(),
			minutes === 0 ? Infinity : minutes * 60,
		]),
	);
	const watches: Watch[] = [
		{
			kind: LOG_SOURCES,
			filters,
			changes: logSourceChanges,
			limits: JSON.stringify([settings.silentAfter, ...ofGroup]),
			silentAfter: (group) => ofGroup.get(group.toLowerCase()) ?? settings.silentAfter * 60,
		},
		{
			kind: AGENTS,
			filters: {},
			changes: agentChanges,
			limits: String(outOfTouchAfter),
			silentAfter: () => outOfTouchAfter * 60,
		},
	];
	const chosen = watches.filter(({ changes }) => changes.length > 0);
	if (chosen.length > 0) return chosen;
	throw new InvalidParameterError(
		'Log Source Changes and Agent Changes are both empty',
		'Choose at least one change.',
	);
}

/** How long, in seconds, a trigger that has polled nothing was off. */
const breakOf = (host: IPollFunctions): number =>
	Math.max(3600, 2 * pollInterval(host.getNode().parameters.pollTimes));

/** The state to compare with: none where the trigger was off and is to begin anew. */
function rememberedBy(
	host: IPollFunctions,
	{ state, isStart }: Poll<State>,
	{ options }: Settings,
	now: number,
): State | undefined {
	const wasOff = isStart && now - (state?.polledAt ?? now) > breakOf(host);
	return wasOff && options.reactivation === 'first' ? undefined : state;
}

/** What is remembered of this poll, but for what it finds. */
function following(state: State | undefined, now: number, longBreak: number): State {
	if (state === undefined) return { polledAt: now, steadySince: 0, revision: now, watched: {} };
	const elapsed = now - state.polledAt;
	const isDue = elapsed < 0 || elapsed >= STANDSTILL;
	return {
		polledAt: isDue ? now : state.polledAt,
		steadySince: elapsed > longBreak ? now : state.steadySince,
		revision: state.revision,
		watched: {},
	};
}

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
	{ clock, budget, deadline, log }: Reading,
): Promise<Listing[]> {
	const client = await createClient(host, {
		scope: 'logsources.READ',
		retryPolicy: { attempts: 3, maxWaitMs: budget / 5 },
	});
	const service: Service = {
		pause: client.pause,
		note: () => undefined,
		send: async (request) => {
			const wait = client.available() > 0 ? 0 : LIMIT_MS;
			if (clock.hostNow() + wait > deadline) throw new ApiError(OUT_OF_TIME);
			const answer = await client.send(request);
			clock.observe(answer.date);
			return answer;
		},
	};
	const { timeZone } = client;
	const zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	const listings: Listing[] = [];
	for (const watch of watches) {
		const { kind, changes } = watch;
		const { types = [], ...query } = watch.filters;
		const rows = await readListing(service, kind, query);
		const seen = seenIn(rows, kind, zone);
		const isTimed = changes.includes(kind.changes.silent) || changes.includes(kind.changes.back);
		if (isTimed) checkTimes(rows, seen, kind, clock.now(), log.warn);
		const wantedTypes = new Set(types.map((type) => type.toLowerCase()));
		listings.push({
			watch,
			seen: seen.filter(({ type }) => types.length === 0 || wantedTypes.has(type.toLowerCase())),
		});
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

interface Told extends Change {
	kind: Kind;
}

const wanted = (found: readonly Change[], { kind, changes }: Watch): Told[] =>
	found
		.filter(({ facet }) => changes.includes(kind.changes[facet]))
		.map((change) => ({ ...change, kind }));

/** An item for each change. Its key is the same when a lost state makes the trigger report it again. */
function itemsOf(
	told: readonly Told[],
	revision: number,
	names: ReadonlyMap<string, Seen>,
): INodeExecutionData[] {
	return told.map(({ kind, facet, id, before, after, since, seen }) => {
		const change = kind.changes[facet];
		const known = seen ?? names.get(`${kind.name} ${id}`);
		const { name = '', domain = '', group = '', type = '', lastSeen } = known ?? {};
		const labels: IDataObject = kind === LOG_SOURCES ? { domain, group, type } : {};
		return {
			json: {
				change,
				kind: kind.name,
				id: shownId(toId(id) ?? 0),
				name,
				...labels,
				before,
				after,
				since: instant(since),
				last_seen: instant(typeof lastSeen === 'number' ? lastSeen : undefined),
				change_key: `${kind.name}-${id}-${change}-${revision}`,
			},
		};
	});
}

/** A second since 1970 in ISO 8601, in UTC; empty where it is not known. */
const instant = (second: number | undefined): string =>
	second === undefined ? '' : new Date(second * 1000).toISOString().replace('.000Z', 'Z');

/** How many changes a test run shows. */
const SAMPLE = 10;

const SAMPLE_BUDGET = 300_000;

const ANEW = { isOtherListing: true, isOtherLimit: true, isSettled: true };

/** What is wrong now, for a test run. */
async function sample(host: IPollFunctions): Promise<INodeExecutionData[]> {
	const watches = watchesOf(settingsOf(host));
	const clock = new ServiceClock(() => Date.now(), {});
	const deadline = Date.now() + SAMPLE_BUDGET;
	const reading = { clock, budget: SAMPLE_BUDGET, deadline, log: host.logger };
	const told = (await readAll(host, watches, reading)).flatMap(({ watch, seen }) => {
		const now = clock.now();
		const { silentAfter } = watch;
		const rules = { now, silentAfter, mustLast: 0, unknown: 'report', ...ANEW } as const;
		return wanted(compare(watch.kind, new Map(), seen, rules).changes, watch);
	});
	if (told.length > 0) return itemsOf(told.slice(0, SAMPLE), clock.now(), new Map());
	throw new NodeOperationError(host.getNode(), 'Nothing is silent or in a wrong state now', {
		description:
			'A test run shows what the chosen changes find wrong now. To see an item, set Silent After to a minute and test this step again. An active workflow waits for changes by itself.',
		level: 'info',
	});
}
