import type { IDataObject } from 'n8n-workflow';

import { isObject, isRow, type JsonObject } from '../shared/json';
import { pack, unpack, type Entry } from '../shared/polling/codec';
import type { StateFormat } from '../shared/polling/runPoll';
import { isSecond, parseText, readList, type StoredValues } from '../shared/polling/storedValues';
import type { Inventory, Remembered } from './changes';
import { AGENTS, LOG_SOURCES, type Kind } from './kinds';
import type { Delivery } from './redelivery';

/** What is remembered of the log sources or agents that a listing held. */
export interface Watched {
	/** The filters of the listing, and the times that silence was judged by, as texts. */
	filters: string;
	limits: string;
	things: Inventory;
}

/** What the trigger knows from one poll to the next. */
export interface State {
	/** The service's time at a poll, seconds since 1970; not every poll moves it. */
	polledAt: number;
	/** Since when it polls without a long break, in the same way. */
	steadySince: number;
	/** How often something was reported, counted from the second of the first poll. */
	revision: number;
	watched: Partial<Record<Kind['name'], Watched>>;
	/** What was handed to n8n and not seen to finish; empty without redelivery. */
	handedOver: Delivery[];
}

const VERSION = 1;

/** A thing takes 16 characters: its id, and 32 bits of what is remembered. */
const STATE_SHIFT = 22;
const SETTING_SHIFT = 15;
const WORD = 0x7f;
/** How many different states and settings of a kind the state has room for. */
export const MOST_WORDS = WORD;
const MINUTE = 0x7fff;

/** Gives words their numbers; {@link WORD} to those that there is no room for. */
function numbering(): { words: string[]; numberOf: (word: string) => number } {
	const words: string[] = [];
	const numbers = new Map<string, number>();
	const numberOf = (word: string): number => {
		let number = numbers.get(word);
		if (number === undefined && (number = words.length) < WORD) {
			numbers.set(word, number);
			words.push(word);
		}
		return Math.min(number, WORD);
	};
	return { words, numberOf };
}

/** How many things have a state or setting that the state has no room for: the next poll does not know it. */
export function countUnkept(things: Inventory): number {
	const { numberOf } = numbering();
	return [...things.values()].filter(
		({ state, setting }) => Math.max(numberOf(state), numberOf(setting)) === WORD,
	).length;
}

function packThings(things: Inventory): { words: string[]; things: string } {
	const { words, numberOf } = numbering();
	const entries = [...things].map(([id, { isSilent, isMissing, state, setting, since }]): Entry => {
		const bits =
			((isSilent ? 1 << 31 : 0) |
				(isMissing ? 1 << 30 : 0) |
				(since === undefined ? 0 : 1 << 29) |
				(numberOf(state) << STATE_SHIFT) |
				(numberOf(setting) << SETTING_SHIFT) |
				((since ?? 0) & MINUTE)) >>>
			0;
		return [BigInt(id).toString(16).padStart(16, '0'), bits];
	});
	return { words, things: pack(entries) };
}

/** @param latest no later than this, in minutes since 1970, anything is pending */
function unpackWatched(value: unknown, latest: number): Watched | undefined {
	const stored = parseText(value);
	if (!isObject(stored)) return undefined;
	const { filters, limits } = stored;
	if (typeof filters !== 'string' || typeof limits !== 'string') return undefined;
	const words: readonly unknown[] = Array.isArray(stored.words) ? stored.words : [];
	const entries = unpack(stored.things);
	if (entries === undefined) return undefined;
	const wordAt = (number: number): string => {
		const word = words[number & WORD];
		return typeof word === 'string' ? word : '';
	};
	const remembered = (bits: number): Remembered => ({
		isSilent: (bits & (1 << 31)) !== 0,
		isMissing: (bits & (1 << 30)) !== 0,
		state: wordAt(bits >>> STATE_SHIFT),
		setting: wordAt(bits >>> SETTING_SHIFT),
		since: (bits & (1 << 29)) === 0 ? undefined : latest - ((latest - (bits & MINUTE)) & MINUTE),
	});
	return {
		filters,
		limits,
		things: new Map(entries.map(([id, bits]) => [BigInt(`0x${id}`).toString(), remembered(bits)])),
	};
}

/** How long `polledAt` may stand still, in seconds: each of its moves makes n8n store all. */
export const STANDSTILL = 600;

function read(data: Readonly<IDataObject>): ReturnType<StateFormat<State>['read']> {
	const { version, polledAt, steadySince, revision } = data;
	if (version === undefined && polledAt === undefined) return {};
	const isUsable = isSecond(polledAt) && isSecond(steadySince) && isSecond(revision);
	if (version !== VERSION || !isUsable) {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	const latest = Math.ceil((polledAt + STANDSTILL) / 60);
	const watched: State['watched'] = {};
	const notes: string[] = [];
	for (const { name, list } of [LOG_SOURCES, AGENTS]) {
		if (data[name] === undefined || data[name] === '') continue;
		const found = unpackWatched(data[name], latest);
		if (found === undefined) notes.push(`The stored ${list.nouns} cannot be read and are not used`);
		else watched[name] = found;
	}
	const handedOver = readList(parseText(data.handedOver), deliveryIn);
	if (handedOver === undefined) {
		notes.push('The stored deliveries cannot be read: their changes are not redelivered');
	}
	return {
		state: { polledAt, steadySince, revision, watched, handedOver: handedOver ?? [] },
		...(notes.length === 0 ? {} : { note: notes.join('. ') }),
	};
}

function deliveryIn({ id, tries, changes }: JsonObject): Delivery | undefined {
	if (typeof id !== 'string' || !isSecond(tries) || !Array.isArray(changes)) return undefined;
	return { id, tries, changes: changes.filter(isRow) };
}

function write({ watched, handedOver, ...plain }: State): StoredValues {
	const text = (name: Kind['name']): string => {
		const { things, ...texts } = watched[name] ?? {};
		return things === undefined ? '' : JSON.stringify({ ...texts, ...packThings(things) });
	};
	return {
		version: VERSION,
		...plain,
		log_source: text('log_source'),
		agent: text('agent'),
		handedOver: JSON.stringify(handedOver),
	};
}

export const STATE_FORMAT: StateFormat<State> = { read, write };
