import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/json';
import { pack, unpack, type Entry } from '../../shared/polling/codec';
import type { StateFormat } from '../../shared/polling/runPoll';
import { isSecond, parseText, type StoredValues } from '../../shared/polling/storedValues';
import type { Emitted } from '../dedupe/emitted';
import type { PageFacts } from '../reading/windowReader';
import { LONGEST_STEP } from '../reading/windows';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State extends PageFacts {
	/** Fingerprint of the filters that it was made with. */
	filters: string;
	/** Nothing before is read again: what was emitted of it is not known. */
	start: number;
	/** Everything before was read after it had left the look-back. */
	verified: number;
	/** Everything before was read once. */
	position: number;
	/** The stretches from `start` to `position`, each beginning where the one before ends. */
	blocks: Block[];
	/** The reading of the look-back that is under way, where a poll could not finish it. */
	sweep: Sweep | undefined;
	/** How long the next window may be. */
	step: number;
	/** Polls since the trigger last looked further back than the look-back. */
	polls: number;
	/** How much later than Look Back alerts were seen to arrive, in seconds. */
	lateBy: number;
	emitted: Emitted;
	/** What was handed to n8n and not seen to finish; empty without redelivery. */
	handedOver: Batch[];
}

/** A stretch of time that was read to its end. */
export interface Block {
	to: number;
	/** The service's count before it was read; {@link UNKNOWN} where there is none to compare with. */
	total: number;
}

export const UNKNOWN = -1;

/** A reading of the look-back, which may take several polls. */
export interface Sweep {
	/** The service's time when it began. */
	began: number;
	/** It has come this far. */
	at: number;
	/** The count of the block that is read in its middle, or {@link UNKNOWN}. */
	total?: number;
}

/** Alerts that were handed over together. */
export interface Batch {
	/** Names the n8n process and the hand-over in it. */
	id: string;
	/** The time that the alerts were found in. */
	from: number;
	to: number;
	/** How often it was redelivered, or tried to be. */
	tries: number;
	/** Fingerprint of each alert and its number among identical ones. */
	alerts: readonly Entry[];
}

const VERSION = 2;

/** Reads the node's static data. Whatever it holds, nothing that it makes the trigger do loses an alert. */
function read(data: Readonly<IDataObject>): ReturnType<StateFormat<State>['read']> {
	const { version, filters, start, verified, position, step, page, polls, lateBy } = data;
	if (version === undefined && position === undefined) return {};
	if (version !== VERSION || typeof filters !== 'string') {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	if (!isSecond(start) || !isSecond(verified) || !isSecond(position)) {
		return { note: 'The stored state cannot be read and is not used' };
	}
	const entries = unpack(data.emitted);
	const handedOver = batchesIn(data.handedOver);
	return {
		state: {
			filters,
			start: Math.min(start, verified, position),
			verified: Math.min(verified, position),
			position,
			blocks: blocksIn(data.blocks, start, position),
			sweep: sweepIn(data.sweep),
			step: isSecond(step) && step >= 1 ? Math.min(step, LONGEST_STEP) : LONGEST_STEP,
			page: isSecond(page) ? page : 0,
			isDoubtful: data.isDoubtful !== false,
			polls: isSecond(polls) ? polls : 0,
			lateBy: isSecond(lateBy) ? lateBy : 0,
			emitted: emittedFrom(entries ?? []),
			handedOver: handedOver ?? [],
		},
		...(entries === undefined || handedOver === undefined
			? { note: 'A part of the stored state cannot be read: alerts may be emitted a second time' }
			: {}),
	};
}

function write({ blocks, sweep, emitted, handedOver, ...plain }: State): StoredValues {
	return {
		version: VERSION,
		...plain,
		blocks: JSON.stringify(blocks.map(({ to, total }) => [to, total])),
		sweep: sweep === undefined ? '' : JSON.stringify(sweep),
		emitted: pack([...emitted].flatMap(([print, ends]) => ends.map((end) => [print, end]))),
		handedOver: JSON.stringify(
			handedOver.map(({ alerts, ...batch }) => ({ ...batch, alerts: pack(alerts) })),
		),
	};
}

export const STATE_FORMAT: StateFormat<State> = { read, write };

function emittedFrom(entries: readonly Entry[]): Emitted {
	const emitted: Emitted = new Map();
	for (const [fingerprint, end] of entries) {
		const ends = emitted.get(fingerprint);
		if (ends === undefined) emitted.set(fingerprint, [end]);
		else ends.push(end);
	}
	return emitted;
}

/** The stored blocks; where they do not lead from `start` to `position`, one that must be read again. */
function blocksIn(text: unknown, start: number, position: number): Block[] {
	const list = parseText(text);
	const blocks = (Array.isArray(list) ? list : []).flatMap((block: unknown): Block[] => {
		const pair: readonly unknown[] = Array.isArray(block) ? block : [];
		const [to, total] = pair;
		return isSecond(to) && typeof total === 'number' ? [{ to, total }] : [];
	});
	const isInOrder = blocks.every(({ to }, index) => to > (blocks[index - 1]?.to ?? start));
	const isWhole = isInOrder && (blocks.at(-1)?.to ?? start) === position;
	return isWhole || position <= start ? blocks : [{ to: position, total: UNKNOWN }];
}

function sweepIn(text: unknown): Sweep | undefined {
	const sweep = parseText(text);
	if (!isObject(sweep)) return undefined;
	const { began, at, total } = sweep;
	if (!isSecond(began) || !isSecond(at)) return undefined;
	return typeof total === 'number' ? { began, at, total } : { began, at };
}

function batchesIn(text: unknown): Batch[] | undefined {
	const list = parseText(text);
	if (!Array.isArray(list)) return undefined;
	const batches = list.flatMap((batch: unknown): Batch[] => {
		if (!isObject(batch)) return [];
		const { id, from, to, tries } = batch;
		const alerts = unpack(batch.alerts);
		return typeof id === 'string' &&
			isSecond(from) &&
			isSecond(to) &&
			isSecond(tries) &&
			alerts !== undefined
			? [{ id, from, to, tries, alerts }]
			: [];
	});
	return batches.length === list.length ? batches : undefined;
}
