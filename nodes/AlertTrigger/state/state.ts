import type { IDataObject } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../shared/json';
import type { HandedOver } from '../../shared/polling/deliveries';
import type { StateFormat } from '../../shared/polling/runPoll';
import {
	areSeconds,
	isSecond,
	parseText,
	readList,
	type StoredValues,
} from '../../shared/polling/storedValues';
import { entriesOf, push, type Entry, type Emitted } from '../dedupe/emitted';
import type { Window } from '../windows/windows';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State {
	/** Which service it was made with: the address of its interface. */
	readonly service: string;
	/** Fingerprint of the filters that it was made with. */
	readonly filters: string;
	/** Nothing before is read again: what was emitted of it is not known. */
	readonly start: number;
	/** Everything before was read after it had left the look-back. */
	readonly verified: number;
	/** Everything before was read once. */
	readonly position: number;
	/** How the look-back was last gone over. */
	readonly lookBack: Pass;
	/** The same of what had left the look-back. */
	readonly wide: Pass;
	/** How much later than Look Back alerts were seen to arrive, in seconds. */
	readonly lateBy: number;
	/** How long the next window of new time may be, in seconds. */
	readonly step: number;
	/** How long the next window of anything older may be, in seconds. */
	readonly lookBackStep: number;
	/** Of its own poll alone, which adds to it. */
	readonly emitted: Emitted;
	/** What was handed to n8n and not seen to finish; empty without redelivery. */
	readonly handedOver: AlertDelivery[];
}

/** A window that is gone over again. */
export interface Pass extends Readonly<Window> {
	/** How far it has come. */
	readonly at: number;
	/** When it began. */
	readonly begun: number;
	/** The service's count from before it began; undefined if none can be compared. */
	readonly total?: number | undefined;
}

/** Alerts that were handed over together. */
export interface AlertDelivery extends HandedOver {
	/** The time that the alerts were found in. */
	from: number;
	to: number;
	/** Fingerprint of each alert and its number among identical ones. */
	alerts: readonly Entry[];
}

const VERSION = 1;

/** Reads the node's static data; what cannot be a state is not used, with a note. */
function read(data: Readonly<IDataObject>): ReturnType<StateFormat<State>['read']> {
	const { version, service, filters, start, verified, position, lateBy, step, lookBackStep } = data;
	if (version === undefined && position === undefined) return {};
	if (version !== VERSION || typeof service !== 'string' || typeof filters !== 'string') {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	const numbers = { start, verified, position, lateBy, step, lookBackStep };
	const entries = unpack(data.emitted);
	const handedOver = readList(parseText(data.handedOver), deliveryIn);
	const isReadable =
		areSeconds(numbers) &&
		numbers.start <= numbers.verified &&
		numbers.verified <= numbers.position &&
		Math.min(numbers.step, numbers.lookBackStep) > 0;
	if (!isReadable || entries === undefined || handedOver === undefined) {
		return { note: 'The stored state cannot be read and is not used' };
	}
	const emitted: Emitted = new Map();
	for (const [fingerprint, end] of entries) push(emitted, fingerprint, end);
	const lookBack = passIn(data.lookBack) ?? noPass(numbers.verified);
	const wide = passIn(data.wide) ?? noPass(numbers.start);
	return { state: { ...numbers, service, filters, lookBack, wide, emitted, handedOver } };
}

function write({ lookBack, wide, emitted, handedOver, ...plain }: State): StoredValues {
	const waiting = handedOver.map(({ alerts, ...delivery }) => ({
		...delivery,
		alerts: pack(alerts),
	}));
	return {
		version: VERSION,
		...plain,
		lookBack: JSON.stringify(lookBack),
		wide: JSON.stringify(wide),
		emitted: pack([...entriesOf(emitted)]),
		handedOver: JSON.stringify(waiting),
	};
}

export const STATE_FORMAT: StateFormat<State> = { read, write };

/** A pass over nothing, up to a second. */
export const noPass = (second: number): Pass => ({
	from: second,
	to: second,
	at: second,
	begun: second,
});

/** A stored pass; undefined if it cannot be read, and all of its window is to be gone over. */
function passIn(stored: unknown): Pass | undefined {
	const text = parseText(stored);
	if (!isObject(text)) return undefined;
	const { from, to, at, begun, total } = text;
	const numbers = { from, to, at, begun };
	if (!areSeconds(numbers)) return undefined;
	return isSecond(total) ? { ...numbers, total } : numbers;
}

function deliveryIn({ id, from, to, tries, alerts }: JsonObject): AlertDelivery | undefined {
	const numbers = { from, to, tries };
	const entries = unpack(alerts);
	if (typeof id !== 'string' || !areSeconds(numbers) || entries === undefined) return undefined;
	return { id, ...numbers, alerts: entries };
}

const FINGERPRINT_BYTES = 8;
const ENTRY_BYTES = FINGERPRINT_BYTES + 4;

/** Entries as one text: 16 characters each, which state and database hold at a fraction of objects. */
export function pack(entries: readonly Entry[]): string {
	const bytes = Buffer.alloc(entries.length * ENTRY_BYTES);
	entries.forEach(([fingerprint, number], index) => {
		const at = index * ENTRY_BYTES;
		bytes.write(fingerprint, at, FINGERPRINT_BYTES, 'hex');
		bytes.writeUInt32BE(number, at + FINGERPRINT_BYTES);
	});
	return bytes.toString('base64');
}

/** The entries of a text; undefined when it is not one that was packed. */
export function unpack(text: unknown): Entry[] | undefined {
	if (typeof text !== 'string') return undefined;
	const bytes = Buffer.from(text, 'base64');
	// Decoding skips what is not base64 and keeps what is left when a text was cut off.
	if (bytes.length % ENTRY_BYTES !== 0 || text.length !== (bytes.length / 3) * 4) return undefined;
	const entries: Entry[] = [];
	for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
		const end = at + FINGERPRINT_BYTES;
		entries.push([bytes.toString('hex', at, end), bytes.readUInt32BE(end)]);
	}
	return entries;
}
