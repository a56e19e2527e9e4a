import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson } from '../shared/json';
import { countOf, withoutOld, type Emitted } from './dedupe';
import { pack, unpack, type Entry } from './packed';
import { LONGEST_STEP } from './windows';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State {
	/** Fingerprint of the filters that it was made with. */
	filters: string;
	/** All that had arrived by then was read. */
	watermark: number;
	/** What was emitted of that which happened since then is known. Nothing before is read again. */
	since: number;
	/** When the last lap began that was finished, whether or not it could be believed. */
	lastLap: number;
	/** The lap that is under way, where a poll could not finish it. */
	lap?: Lap;
	/** How long a window may be, as far as its size and the poll's time let it. */
	step: number;
	emitted: Emitted;
	/** What was handed to n8n and not seen to finish; empty without redelivery. */
	handedOver: readonly Batch[];
}

/** A reading of the time from the look-back to the service's now, which may take several polls. */
export interface Lap {
	/** The service's time when it began. */
	began: number;
	/** All that happened before was read in this lap. */
	position: number;
	/** Whether the service counted in it what it did not serve. */
	isDoubtful: boolean;
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
	const { version, filters, watermark, since, lastLap, step } = data;
	if (version !== VERSION || typeof filters !== 'string') {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	if (!isSecond(watermark) || !isSecond(since)) {
		return { note: 'The stored state cannot be read and is not used' };
	}
	const entries = unpack(data.emitted);
	const lap = lapIn(data.lap);
	const handedOver = batchesIn(data.handedOver);
	return {
		state: {
			filters,
			watermark,
			since,
			lastLap: isSecond(lastLap) ? lastLap : 0,
			...(lap === undefined ? {} : { lap }),
			step: isSecond(step) && step >= 1 ? Math.min(step, LONGEST_STEP) : LONGEST_STEP,
			emitted: emittedFrom(entries ?? []),
			handedOver: handedOver ?? [],
		},
		...(entries === undefined || handedOver === undefined
			? { note: 'A part of the stored state cannot be read: alerts may be emitted a second time' }
			: {}),
	};
}

/**
 * Writes a state where it differs from what is stored: any write makes n8n store all of it.
 * @param mark tells this writing from all others
 * @returns whether it was written
 */
export function writeState(data: IDataObject, state: State, mark: string): boolean {
	const { filters, watermark, since, lastLap, lap, step, handedOver } = state;
	const fields: IDataObject = {
		version: VERSION,
		filters,
		watermark,
		since,
		lastLap,
		lap: lap === undefined ? '' : JSON.stringify(lap),
		step,
		emitted: pack([...state.emitted].flatMap(([print, ends]) => ends.map((end) => [print, end]))),
		handedOver: JSON.stringify(
			handedOver.map(({ alerts, ...batch }) => ({ ...batch, alerts: pack(alerts) })),
		),
	};
	const changed = Object.entries(fields).filter(([name, value]) => data[name] !== value);
	for (const [name, value] of changed) data[name] = value;
	if (changed.length > 0) data.mark = mark;
	return changed.length > 0;
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
	const read = state.lap?.position ?? state.watermark;
	const oldest = Math.min((ends[MOST_REMEMBERED] ?? 0) + 2, read);
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

function lapIn(text: unknown): Lap | undefined {
	const lap = parsed(text);
	if (!isObject(lap)) return undefined;
	const { began, position, isDoubtful } = lap;
	return isSecond(began) && isSecond(position) && typeof isDoubtful === 'boolean'
		? { began, position, isDoubtful }
		: undefined;
}

function batchesIn(text: unknown): Batch[] | undefined {
	const list = parsed(text);
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
}

/** The value of a JSON text; undefined where it is none. */
function parsed(text: unknown): unknown {
	if (typeof text !== 'string' || text === '') return undefined;
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

const isSecond = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_SECOND;
