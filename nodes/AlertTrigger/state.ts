import type { IDataObject } from 'n8n-workflow';

import type { Log, StateFormat } from '../shared/polling/runPoll';
import { areSeconds, type StoredValues } from '../shared/polling/storedValues';
import { pack, prune, unpack, type Emitted } from './emitted';
import { instant, LONGEST } from './windows';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State {
	/** The service that it was made with: the address of its interface. */
	readonly service: string;
	/** Nothing before is read any more: what was emitted of it is forgotten. */
	readonly start: number;
	/** Where reading goes on. */
	readonly at: number;
	/** When the pass that is under way began; 0 between two passes. */
	readonly began: number;
	/** When the last pass over all of Look Back began; 0 if the next one is. */
	readonly looked: number;
	/** How long the next window is, in seconds. */
	readonly step: number;
	/** Of its own poll alone, which adds to it. */
	readonly emitted: Emitted;
}

const VERSION = 2;

/** Reads the node's static data; what cannot be a state is not used, with a note. */
function read(data: Readonly<IDataObject>): ReturnType<StateFormat<State>['read']> {
	const { version, service, start, at, began, looked, step } = data;
	if (version === undefined) return {};
	const numbers = { start, at, began, looked, step };
	const emitted = unpack(data.emitted);
	const isReadable = version === VERSION && typeof service === 'string' && areSeconds(numbers);
	if (!isReadable || emitted === undefined || numbers.step === 0) {
		return { note: 'The stored state cannot be read: the trigger begins again with First Fetch' };
	}
	return { state: { service, ...numbers, emitted } };
}

const write = ({ emitted, ...plain }: State): StoredValues => ({
	version: VERSION,
	...plain,
	emitted: pack(emitted),
});

export const STATE_FORMAT: StateFormat<State> = { read, write };

const newState = (service: string, start: number, emitted: Emitted = new Map()): State => ({
	service,
	start,
	at: start,
	began: 0,
	looked: 0,
	step: LONGEST,
	emitted,
});

/** What the user set; times in seconds. */
export interface PollSettings {
	service: string;
	/** How far back to begin without a state. */
	firstFetch: number;
	/** How far back alerts may still arrive. */
	lookBack: number;
	/** A trigger that n8n starts after a longer pause begins with what is new. */
	mostPause: number;
	/** Alerts that a poll may emit. */
	mostAlerts: number;
}

/** A state that is further ahead of the clock than this, in seconds, is not used. */
const MOST_AHEAD = 600;

/**
 * Where a poll begins: where the last one left off, as far as that fits the service and its clock.
 * @param isStart whether n8n has just started the trigger
 */
export function startingState(
	stored: State | undefined,
	{ service, firstFetch, lookBack, mostPause }: PollSettings,
	{ now, isStart }: { now: number; isStart: boolean },
	log: Log,
): State {
	if (stored === undefined) return newState(service, now - firstFetch);
	if (stored.start > now + MOST_AHEAD) {
		log.warn('The clock of the service was set back: the trigger begins again with First Fetch');
		return newState(service, now - Math.max(firstFetch, lookBack), stored.emitted);
	}
	if (isStart && now - stored.at - lookBack > mostPause) {
		log.warn(`The trigger was off: alerts from ${instant(stored.at)} on are skipped`);
		return newState(service, now);
	}
	return stored;
}

/** What each pass reads again, in seconds. */
const RECENT = 60;

/**
 * The state after a poll. When a pass has come up to now, the next one begins shortly before this one did,
 * or Look Back before the last one that began there, if that is a third of Look Back ago.
 */
export function afterPoll(state: State, now: number, lookBack: number): State {
	const began = Math.min(state.began, now);
	const looked = Math.min(state.looked, now);
	if (state.at < now) return { ...state, began, looked };
	const isDue = now - looked >= lookBack / 3;
	const next = isDue ? looked - lookBack : began - Math.min(lookBack, RECENT);
	return { ...state, at: Math.max(state.start, next), began: 0, looked: isDue ? 0 : looked };
}

/** Alerts that are remembered at most: some 5 MB of text, which n8n stores with each execution. */
const MOST_REMEMBERED = 250_000;

/** Forgets what no later window holds, and the oldest of too many alerts. */
export function forget(state: State, lookBack: number, log: Log): State {
	const { emitted, at, looked } = state;
	const next = looked === 0 ? at : Math.min(at, looked - lookBack);
	const start = Math.max(state.start, next);
	// A search begins a second before its window.
	prune(emitted, start - 1);
	if (emitted.size <= MOST_REMEMBERED) return { ...state, start };
	log.warn(
		`More than ${MOST_REMEMBERED} alerts lie within Look Back: it is shortened. Set filters`,
	);
	const ends = Array.from(emitted.values(), ({ end }) => end).sort((a, b) => b - a);
	const least = (ends[MOST_REMEMBERED] ?? 0) + 2;
	prune(emitted, least - 1);
	return { ...state, start: least, at: Math.max(at, least) };
}
