import type { IDataObject } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../shared/json';
import type { HandedOver } from '../../shared/polling/deliveries';
import type { StateFormat } from '../../shared/polling/runPoll';
import {
	isSecond,
	parseText,
	readList,
	type StoredValues,
} from '../../shared/polling/storedValues';
import { entriesOf, push, type Emitted, type Entry } from '../dedupe/emitted';
import { isUsable, type PageFacts, type Sizing } from '../windows/sizing';
import { pack, unpack } from './codec';

/** What the trigger knows from one poll to the next; times in whole seconds since 1970, service's clock. */
export interface State extends PageFacts, Sizing {
	/** Which service it was made with: the address of its interface. */
	service: string;
	/** Fingerprint of the filters that it was made with. */
	filters: string;
	/** Nothing before is read again: what was emitted of it is not known. */
	start: number;
	/** Everything before was read, or counted, after it had left the look-back. */
	verified: number;
	/** Everything before was read once. */
	position: number;
	/** How far the reading of the look-back has come that is under way; 0 where none is. */
	resumeAt: number;
	/** How long its next window may be, in seconds. */
	lookBackStep: number;
	/** When the trigger last looked further back than the look-back. */
	widened: number;
	/** How much later than Look Back alerts were seen to arrive, in seconds. */
	lateBy: number;
	/** The service's count of windows, `from-to`, from before they were read. */
	counts: Map<string, number>;
	emitted: Emitted;
	/** What was handed to n8n and not seen to finish; empty without redelivery. */
	handedOver: AlertDelivery[];
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
	const { version, service, filters, start, verified, position, resumeAt, widened } = data;
	const { lookBackStep, step, failures, resends, ceiling, page, lateBy } = data;
	if (version === undefined && position === undefined) return {};
	if (version !== VERSION || typeof service !== 'string' || typeof filters !== 'string') {
		return { note: 'The stored state is of another version of this node and is not used' };
	}
	const times = { start, verified, position, resumeAt, widened };
	const numbers = { ...times, lookBackStep, step, failures, resends, ceiling, page, lateBy };
	const entries = unpack(data.emitted);
	const handedOver = readList(parseText(data.handedOver), deliveryIn);
	const isReadable = areSeconds(numbers) && isUsable(numbers) && numbers.lookBackStep > 0;
	if (!isReadable || !isInOrder(numbers) || entries === undefined || handedOver === undefined) {
		return { note: 'The stored state cannot be read and is not used' };
	}
	const emitted: Emitted = new Map();
	for (const [fingerprint, end] of entries) push(emitted, fingerprint, end);
	const counts = countsIn(parseText(data.counts));
	const distrustsCounts = data.distrustsCounts !== false;
	return { state: { ...numbers, service, filters, distrustsCounts, counts, emitted, handedOver } };
}

function write({ counts, emitted, handedOver, ...plain }: State): StoredValues {
	const waiting = handedOver.map(({ alerts, ...delivery }) => ({
		...delivery,
		alerts: pack(alerts),
	}));
	return {
		version: VERSION,
		...plain,
		counts: JSON.stringify(Object.fromEntries(counts)),
		emitted: pack([...entriesOf(emitted)]),
		handedOver: JSON.stringify(waiting),
	};
}

export const STATE_FORMAT: StateFormat<State> = { read, write };

const isInOrder = ({
	start,
	verified,
	position,
}: Pick<State, 'start' | 'verified' | 'position'>): boolean =>
	start <= verified && verified <= position;

const areSeconds = <Name extends string>(
	some: Readonly<Record<Name, unknown>>,
): some is Record<Name, number> => Object.values(some).every(isSecond);

/** The stored counts; a window without one is read again. */
const countsIn = (stored: unknown): Map<string, number> =>
	new Map(
		Object.entries(isObject(stored) ? stored : {}).filter((entry): entry is [string, number] =>
			Number.isInteger(entry[1]),
		),
	);

function deliveryIn({ id, from, to, tries, alerts }: JsonObject): AlertDelivery | undefined {
	const numbers = { from, to, tries };
	const entries = unpack(alerts);
	if (typeof id !== 'string' || !areSeconds(numbers) || entries === undefined) return undefined;
	return { id, ...numbers, alerts: entries };
}
