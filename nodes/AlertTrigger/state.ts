import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson } from '../shared/json';
import { countOf, withoutOld, type Emitted } from './dedupe';
import { pack, unpack, type Entry } from './packed';
import { LONGEST_STEP } from './windows';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State {
	/** Fingerprint of the filters that it was made with. */
	filters: string;
	/** All that happened before was read at least once. */
	watermark: number;
	/** What was emitted of that which happened since then is known. Nothing before is read again. */
	since: number;
	/** How long a window may be, as far as its size and the poll's time let it. */
	step: number;
	emitted: Emitted;
	/** What was handed to n8n and not seen to finish; empty without redelivery. */
	handedOver: readonly Batch[];
}

/** Alerts that were handed over together. */
export interface Batch {
	/** Names the n8n process and the hand-over in it. */
	id: string;
	/** The time that the alerts were found in. */
	from: number;
	to: number;
	/** Fingerprint of each alert and its number among twins. */
	alerts: readonly Entry[];
}

const VERSION = 1;

/** Alerts that are remembered at most: some 4 MB of text, which n8n stores with each execution. */
export const MOST_REMEMBERED = 250_000;

/** Past this a number of seconds is no time that anything happened at (2106). */
const LAST_SECOND = 0xffff_ffff;

/** What was stored, and a sentence for the log where it cannot be used as it is. */
export interface Stored {
	state?: State;
	note?: string;
}

/** Reads the node's static data. Whatever it holds, nothing that it makes the trigger do loses an alert. */
export function readState(data: IDataObject): Stored {
	if (data.version === undefined && data.watermark === undefined) return {};
	const { version, filters, watermark, since, step } = data;
	if (version !== VERSION || typeof filters !== 'string') {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	if (!isSecond(watermark) || !isSecond(since)) {
		return { note: 'The stored state cannot be read and is not used' };
	}
	const entries = unpack(data.emitted);
	const handedOver = batchesIn(data.handedOver);
	return {
		state: {
			filters,
			watermark,
			since: Math.min(since, watermark),
			step: isSecond(step) && step >= 1 ? Math.min(step, LONGEST_STEP) : LONGEST_STEP,
			emitted: emittedFrom(entries ?? []),
			handedOver: handedOver ?? [],
		},
		...(entries === undefined || handedOver === undefined
			? { note: 'A part of the stored state cannot be read: alerts may be emitted a second time' }
			: {}),
	};
}

/** Writes a state where it differs from what is stored: any write makes n8n store all of it. */
export function writeState(data: IDataObject, state: State): void {
	const { filters, watermark, since, step, handedOver } = state;
	const fields: IDataObject = {
		version: VERSION,
		filters,
		watermark,
		since,
		step,
		emitted: pack([...state.emitted].flatMap(([print, ends]) => ends.map((end) => [print, end]))),
		handedOver: JSON.stringify(
			handedOver.map(({ alerts, ...batch }) => ({ ...batch, alerts: pack(alerts) })),
		),
	};
	for (const [name, value] of Object.entries(fields)) {
		if (data[name] !== value) data[name] = value;
	}
}

/**
 * The state without what a later poll cannot read again. With more than {@link MOST_REMEMBERED} alerts
 * left, the oldest are forgotten and the time they happened in is not read again either.
 */
export function trimmed(state: State, since: number): { state: State; forgotten: number } {
	const emitted = withoutOld(state.emitted, since - 1);
	const count = countOf(emitted);
	const kept = { ...state, since, emitted };
	if (count <= MOST_REMEMBERED) return { state: kept, forgotten: 0 };
	const ends = [...emitted.values()].flat().sort((one, other) => other - one);
	const oldest = Math.min((ends[MOST_REMEMBERED] ?? 0) + 2, state.watermark);
	const bounded = withoutOld(emitted, oldest - 1);
	return {
		state: { ...kept, since: Math.max(since, oldest), emitted: bounded },
		forgotten: count - countOf(bounded),
	};
}

function emittedFrom(entries: readonly Entry[]): Emitted {
	const emitted = new Map<string, readonly number[]>();
	const alone = new Map<number, readonly number[]>();
	for (const [fingerprint, end] of entries) {
		const before = emitted.get(fingerprint);
		let ends = before === undefined ? alone.get(end) : [...before, end];
		if (ends === undefined) {
			ends = [end];
			alone.set(end, ends);
		}
		emitted.set(fingerprint, ends);
	}
	return emitted;
}

function batchesIn(text: unknown): Batch[] | undefined {
	if (typeof text !== 'string') return undefined;
	try {
		const list = parseJson(text);
		if (!Array.isArray(list)) return undefined;
		const batches = list.flatMap((batch: unknown): Batch[] => {
			if (!isObject(batch)) return [];
			const { id, from, to } = batch;
			const alerts = unpack(batch.alerts);
			return typeof id === 'string' && isSecond(from) && isSecond(to) && alerts !== undefined
				? [{ id, from, to, alerts }]
				: [];
		});
		return batches.length === list.length ? batches : undefined;
	} catch {
		return undefined;
	}
}

const isSecond = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_SECOND;
