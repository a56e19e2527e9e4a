import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import type { RecordedRequest } from '../service/recorder';
import type { Named, WriteHistory } from './history';

/** A log source or an agent, with its id inside the service. */
export interface Thing extends Named {
	id: number;
}

/** What is known after a history: the service before and after, what it was asked, what was told. */
export interface Ending {
	before: readonly Thing[];
	after: readonly Thing[];
	/** The ids of what the service does not delete. */
	inUse: readonly number[];
	requests: readonly RecordedRequest[];
	/** One row for each item. */
	rows: readonly IDataObject[];
	/** The id of a thing as the service writes it. */
	idOf: (thing: Thing) => string;
}

/** The sentences of what is wrong in an ending; empty if nothing is. */
export function faultsIn(history: WriteHistory, ending: Ending): string[] {
	const { items } = history;
	const { rows } = ending;
	if (rows.length !== items.length) return [`${rows.length} rows for ${items.length} items`];
	const of = (item: Named, index: number): string[] => {
		const row = rows[index] ?? {};
		const about = `item ${index}, ${item.log_source} of ${item.domain_name}, ${asText(row['outcome'])}: `;
		const wrong = [
			...(row['outcome'] === 'unknown' && isCertain(history) ? ['nothing was lost'] : []),
			...(asText(row['detail']) === '' ? ['no detail'] : []),
			...(history.operation.startsWith('delete')
				? wrongDeletion(history, ending, item, row)
				: wrongAddition(history, ending, item, row)),
		];
		return wrong.map((what) => about + what);
	};
	return [...items.flatMap(of), ...doubles(history, ending)];
}

/** Whether the answers tell of each item what became of it: refusals name no agent, and no certain ID. */
const isCertain = ({ operation, fault }: WriteHistory): boolean =>
	fault === undefined && operation !== 'addAgent' && operation !== 'deleteById';

/** Whether two names are one to the service. */
const isOne = ({ tellsCaseApart, operation }: WriteHistory, one: string, other: string): boolean =>
	tellsCaseApart && operation !== 'addAgent'
		? one === other
		: one.toLowerCase() === other.toLowerCase();

const isIn = (thing: Named, { domain_name }: Named): boolean =>
	thing.domain_name === domain_name.toLowerCase();

const isSame = (history: WriteHistory, thing: Named, item: Named): boolean =>
	isIn(thing, item) && isOne(history, thing.log_source, item.log_source);

/** Whether a thing is the one that an item names letter by letter. */
export const isExactly = (thing: Named, item: Named): boolean =>
	isIn(thing, item) && thing.log_source === item.log_source;

const normal = (name: string): string => name.trim().toLowerCase();

/** The things that an item may mean: those of its exact name or, if there is none, those alike. */
function meant(
	{ operation }: WriteHistory,
	things: readonly Thing[],
	item: Named,
): readonly Thing[] {
	const exact = things.filter((thing) => isExactly(thing, item));
	if (exact.length > 0 || operation === 'deleteById') return exact.slice(0, 1);
	return things.filter(
		(thing) => isIn(thing, item) && normal(thing.log_source) === normal(item.log_source),
	);
}

const isAmong = (things: readonly Thing[], { id }: Thing): boolean =>
	things.some((other) => other.id === id);

function wrongAddition(
	history: WriteHistory,
	{ before, after, idOf }: Ending,
	item: Named,
	row: IDataObject,
): string[] {
	const own = after.filter((thing) => isSame(history, thing, item));
	const id = asText(row['log_source_id']) || asText(row['agent_id']);
	const told = id === '' ? undefined : after.find((thing) => idOf(thing) === id);
	const isTold = row['outcome'] === 'succeeded';
	if (!isTold && history.operation !== 'return') return [];
	if (!isTold) {
		const isAmbiguous =
			meant(history, before, item).length > 1 && asText(row['detail']).startsWith('Ambiguous');
		return row['outcome'] === 'failed' && own.length > 0 && !isAmbiguous
			? [`it is there, and the row says: ${asText(row['detail'])}`]
			: [];
	}
	const isAdded = asText(row['detail']).startsWith('Added') || row['installation'] === 'done';
	return [
		...(isAdded && own.every((thing) => isAmong(before, thing)) ? ['it was not added'] : []),
		...(isAdded && told !== undefined && isAmong(before, told)
			? ['the ID is of an older one']
			: []),
		...(id !== '' && told === undefined ? ['the ID is of nothing'] : []),
		...(told !== undefined && !isAmong(meant(history, after, item), told)
			? ['the ID is of another']
			: []),
		...(history.returnIds && history.operation !== 'addAgent' && id === '' ? ['no ID'] : []),
	];
}

function wrongDeletion(
	history: WriteHistory,
	{ before, after, inUse }: Ending,
	item: Named,
	row: IDataObject,
): string[] {
	const own = meant(history, before, item);
	const was = own.length === 1;
	const isGone = !own.some((thing) => isAmong(after, thing));
	// A row whose answer was lost says so: its log source may have been gone before.
	const isTold = /answer was lost/.test(asText(row['detail']));
	const others = history.items.filter((other) =>
		meant(history, before, other).some((thing) => isAmong(own, thing)),
	);
	const isRefused = own.some(({ id }) => inUse.includes(id));
	return [
		...(row['outcome'] === 'succeeded' && !isGone ? ['it is not gone'] : []),
		...(row['outcome'] === 'succeeded' && !was && !isTold ? ['it was not there'] : []),
		...(row['outcome'] === 'succeeded' && isRefused ? ['it was refused'] : []),
		...(row['outcome'] === 'failed' && was && isGone && others.length === 1 ? ['it is gone'] : []),
	];
}

/** What was sent for more items than there are, or was changed without an item that says so. */
function doubles(history: WriteHistory, { before, after, requests, idOf }: Ending): string[] {
	const { items, operation } = history;
	const isDeletion = operation.startsWith('delete');
	const sent = requests
		.filter(({ method, status }) => method !== 'GET' && status !== 503)
		.flatMap(({ text }) => text.match(/\{[^{}]*\}/g) ?? []);
	const timesSent = (...parts: string[]): number =>
		sent.filter((text) => parts.every((part) => text.includes(part))).length;
	const asking = (thing: Thing): number =>
		items.filter((item) =>
			isDeletion ? isAmong(meant(history, before, item), thing) : isSame(history, thing, item),
		).length;
	const asMany = (item: Named): number => items.filter((other) => isAsked(item, other)).length;
	const changed = isDeletion
		? before.filter((thing) => !isAmong(after, thing))
		: after.filter((thing) => !isAmong(before, thing));
	const twice: readonly Named[] = isDeletion
		? before.filter((thing) => timesSent(`:${idOf(thing)}}`) > asking(thing))
		: items.filter(
				(item) => timesSent(`"${item.log_source}"`, `"${item.domain_name}"`) > asMany(item),
			);
	return [
		...twice.map(({ log_source }) => `${log_source} was sent twice`),
		...changed
			.filter((thing) => asking(thing) === 0)
			.map(({ log_source }) => `${log_source} was changed, and no item asked for it`),
	];
}

const isAsked = (one: Named, other: Named): boolean =>
	one.log_source === other.log_source && one.domain_name === other.domain_name;
