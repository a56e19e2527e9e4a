import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import type { RecordedRequest } from '../service/recorder';
import type { LogSource } from '../service/world';
import type { Named, WriteHistory } from './history';

/** What is known after a history: the service before and after, what it was asked, what was told. */
export interface Ending {
	before: readonly LogSource[];
	after: readonly LogSource[];
	requests: readonly RecordedRequest[];
	/** One row for each item. */
	rows: readonly IDataObject[];
	/** The id of a log source as the service writes it. */
	idOf: (source: LogSource) => string;
}

/** The sentences of what is wrong in an ending; empty if nothing is. */
export function faultsIn(history: WriteHistory, ending: Ending): string[] {
	const { items, fault } = history;
	const { rows } = ending;
	if (rows.length !== items.length) return [`${rows.length} rows for ${items.length} items`];
	const of = (item: Named, index: number): string[] => {
		const row = rows[index] ?? {};
		const about = `item ${index}, ${item.log_source} of ${item.domain_name}, ${asText(row['outcome'])}: `;
		const wrong = [
			...(row['outcome'] === 'unknown' && fault === undefined ? ['nothing was lost'] : []),
			...(asText(row['detail']) === '' ? ['no detail'] : []),
			...(history.operation === 'delete'
				? wrongDeletion(history, ending, item, row)
				: wrongAddition(history, ending, item, row)),
		];
		return wrong.map((what) => about + what);
	};
	return [...items.flatMap(of), ...doubles(history, ending)];
}

/** Whether two names are one to the service. */
const isOne = ({ tellsCaseApart }: WriteHistory, one: string, other: string): boolean =>
	tellsCaseApart ? one === other : one.toLowerCase() === other.toLowerCase();

const isSame = (history: WriteHistory, source: Named, item: Named): boolean =>
	source.domain_name === item.domain_name && isOne(history, source.log_source, item.log_source);

const normal = (name: string): string => name.trim().toLowerCase();

/** The log sources that an item may mean: those of its exact name or, if there is none, those alike. */
function meant(sources: readonly LogSource[], item: Named): readonly LogSource[] {
	const alike = sources.filter(
		(source) =>
			source.domain_name === item.domain_name &&
			normal(source.log_source) === normal(item.log_source),
	);
	const exact = alike.filter(({ log_source }) => log_source === item.log_source);
	return exact.length > 0 ? exact : alike;
}

function wrongAddition(
	history: WriteHistory,
	{ before, after, idOf }: Ending,
	item: Named,
	row: IDataObject,
): string[] {
	const isNew = (source: LogSource): boolean => !before.includes(source);
	const own = after.filter((source) => isSame(history, source, item));
	const id = asText(row['log_source_id']);
	const told = id === '' ? undefined : after.find((source) => idOf(source) === id);
	if (row['outcome'] !== 'succeeded') {
		const isAmbiguous =
			meant(before, item).length > 1 && asText(row['detail']).startsWith('Ambiguous');
		return row['outcome'] === 'failed' &&
			history.operation === 'return' &&
			own.length > 0 &&
			!isAmbiguous
			? [`it is there, and the row says: ${asText(row['detail'])}`]
			: [];
	}
	const isAdded = row['detail'] === 'Added';
	return [
		...(isAdded && !own.some(isNew) ? ['it was not added'] : []),
		...(isAdded && told !== undefined && !isNew(told) ? ['the ID is of an older one'] : []),
		...(id !== '' && told === undefined ? ['the ID is of nothing'] : []),
		...(told !== undefined && !meant(after, item).includes(told) ? ['the ID is of another'] : []),
		...(history.returnIds && id === '' ? ['no ID'] : []),
	];
}

function wrongDeletion(
	history: WriteHistory,
	{ before, after }: Ending,
	item: Named,
	row: IDataObject,
): string[] {
	const own = meant(before, item);
	const was = own.length === 1;
	const isGone = !own.some((source) => after.includes(source));
	// A row whose answer was lost says so: its log source may have been gone before.
	const isTold = /answer was lost/.test(asText(row['detail']));
	const isAlone =
		history.items.filter((other) => meant(before, other).some((source) => own.includes(source)))
			.length === 1;
	return [
		...(row['outcome'] === 'succeeded' && !isGone ? ['it is not gone'] : []),
		...(row['outcome'] === 'succeeded' && !was && !isTold ? ['it was not there'] : []),
		...(row['outcome'] === 'failed' && was && isGone && isAlone ? ['it is gone'] : []),
	];
}

/** What was sent for more items than there are, or was changed without an item that says so. */
function doubles(history: WriteHistory, { before, after, requests }: Ending): string[] {
	const sent = requests
		.filter(({ method, status }) => method !== 'GET' && status !== 503)
		.flatMap(({ body }) => (body as { log_sources: Named[] }).log_sources);
	const count = (all: readonly Named[], item: Named): number =>
		all.filter(
			({ log_source, domain_name }) =>
				log_source === item.log_source && domain_name === item.domain_name,
		).length;
	const asks = (item: Named, source: LogSource): boolean =>
		history.operation === 'delete'
			? meant(before, item).includes(source)
			: isSame(history, source, item);
	const changed =
		history.operation === 'delete'
			? before.filter((source) => !after.includes(source))
			: after.filter((source) => !before.includes(source));
	return [
		...history.items
			.filter((item) => count(sent, item) > count(history.items, item))
			.map(({ log_source }) => `${log_source} was sent twice`),
		...changed
			.filter((source) => !history.items.some((item) => asks(item, source)))
			.map(({ log_source }) => `${log_source} was changed, and no item asked for it`),
	];
}
