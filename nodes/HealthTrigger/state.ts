import type { IDataObject } from 'n8n-workflow';

import { asText, isObject, type JsonObject } from '../shared/json';
import type { StateFormat } from '../shared/polling/runPoll';
import {
	areSeconds,
	isSecond,
	parseText,
	readList,
	type StoredValues,
} from '../shared/polling/storedValues';
import type { Inventory, Remembered } from './changes';
import { AGENTS, LOG_SOURCES, type Kind } from './kinds';

/** What is remembered of the log sources or agents that a listing held. */
interface Watched {
	/** The filters of the listing, as a text. */
	filters: string;
	things: Inventory;
}

/** What the trigger knows from one poll to the next. */
export interface State {
	/** Which service it was made with: the address of its interface. */
	service: string;
	/** The service's time at a poll, seconds since 1970; not every poll moves it. */
	polledAt: number;
	/** Since when it polls without a long break, in the same way. */
	steadySince: number;
	/** How often something was reported, counted from the second of the first poll. */
	revision: number;
	watched: Partial<Record<Kind['name'], Watched>>;
}

const VERSION = 1;

/** How long `polledAt` may stand still, in seconds: each of its moves makes n8n store all. */
export const STANDSTILL = 600;

function read(data: Readonly<IDataObject>): ReturnType<StateFormat<State>['read']> {
	const { version, service, polledAt, steadySince, revision } = data;
	if (version === undefined && polledAt === undefined) return {};
	const numbers = { polledAt, steadySince, revision };
	if (version !== VERSION || typeof service !== 'string' || !areSeconds(numbers)) {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	const watched: State['watched'] = {};
	const notes: string[] = [];
	for (const { name, list } of [LOG_SOURCES, AGENTS]) {
		if (data[name] === undefined || data[name] === '') continue;
		const found = watchedIn(parseText(data[name]));
		if (found === undefined) notes.push(`The stored ${list.nouns} cannot be read and are not used`);
		else watched[name] = found;
	}
	return {
		state: { service, ...numbers, watched },
		...(notes.length === 0 ? {} : { note: notes.join('. ') }),
	};
}

function watchedIn(stored: unknown): Watched | undefined {
	if (!isObject(stored) || typeof stored.filters !== 'string') return undefined;
	const things = readList(stored.things, thingIn);
	if (things === undefined) return undefined;
	return { filters: stored.filters, things: new Map(things.map((thing) => [thing.id, thing])) };
}

function thingIn(stored: JsonObject): Remembered | undefined {
	const text = (name: keyof Remembered): string => asText(stored[name]);
	const { silentSince, unheardSince, appearedAt, missingSince, pending } = stored;
	const times = { silentSince, unheardSince, appearedAt, missingSince };
	if (!/^\d+$/.test(text('id')) || !areTimes(times)) return undefined;
	if (pending !== undefined && !isPending(pending)) return undefined;
	return {
		id: text('id'),
		name: text('name'),
		domain: text('domain'),
		group: text('group'),
		type: text('type'),
		state: text('state'),
		setting: text('setting'),
		...times,
		pending,
	};
}

const areTimes = <Name extends string>(
	some: Readonly<Record<Name, unknown>>,
): some is Record<Name, number | undefined> =>
	Object.values(some).every((value) => value === undefined || isSecond(value));

const isPending = (value: unknown): value is NonNullable<Remembered['pending']> =>
	isObject(value) && typeof value.state === 'string' && isSecond(value.since);

function write({ watched, ...plain }: State): StoredValues {
	const text = (name: Kind['name']): string => {
		const { filters, things } = watched[name] ?? {};
		return things === undefined
			? ''
			: JSON.stringify({ filters, things: [...things.values()].map(withoutBlanks) });
	};
	return {
		version: VERSION,
		...plain,
		log_source: text('log_source'),
		agent: text('agent'),
	};
}

/** Agents have no domain, and most things nothing that is pending. */
const withoutBlanks = (thing: Remembered): object =>
	Object.fromEntries(
		Object.entries(thing).filter(([, value]) => value !== '' && value !== undefined),
	);

export const STATE_FORMAT: StateFormat<State> = { read, write };
