import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { Query } from '../http/request';
import { toJson, type Id } from '../json';
import { messageWithAdvice } from '../nodeErrors';
import { readList, type ServiceList } from '../pagination/list';
import type { ServiceAccess } from '../pagination/pages';
import { InvalidParameterError } from '../parameters/invalidParameter';
import {
	asText,
	equalsIgnoringCase,
	labelOfName,
	nameKey,
	quote,
	shortText,
	valueText,
} from '../texts';

/** A record as an item names it: by its ID or by its name. */
export interface Target {
	id?: Id | undefined;
	name?: string | undefined;
	/** Values that a row found by its name must have, such as its domain. They also narrow each filtered request. */
	within?: Query;
}

/** Makes the key of a record by its ID or by one of its names. The name of a record may equal the ID of another. */
export const recordKey = (kind: 'id' | 'name' | 'alias', value: unknown): string =>
	`${kind} ${nameKey(asText(value))}`;

/** The rows that a list shows for a target: one if it exists and is not ambiguous. */
export type Rows = readonly IDataObject[];

/** Above this number of filtered requests, the whole list is read. */
const MAX_FILTERED_REQUESTS = 10;

/**
 * Finds the records of items in a list as it is now. The items of a session read the whole list at most once; if it
 * has no pages, once for each `within`.
 * @param mayBeNew whether the items will create the records: most do not exist, so the whole list is read at once
 * @returns the rows of each item; an ApiError if the list cannot be read, or rows that matter are missing
 */
export async function findRecords<
	I extends { readonly session: { readonly service: ServiceAccess } },
>(
	list: ServiceList,
	items: readonly I[],
	targetOf: (item: I) => Target,
	mayBeNew = false,
): Promise<ReadonlyMap<I, Rows | ApiError>> {
	const found = new Map<I, Rows | ApiError>();
	for (const session of new Set(items.map((item) => item.session))) {
		const own = items.filter((item) => item.session === session);
		const rows = await findRows(session.service, list, own.map(targetOf), mayBeNew);
		for (const [index, item] of own.entries()) found.set(item, rows[index] ?? []);
	}
	return found;
}

/** Finds the rows of targets. A filter finds what the whole list would show. No request is sent twice. */
async function findRows(
	service: ServiceAccess,
	list: ServiceList,
	targets: readonly Target[],
	mayBeNew: boolean,
): Promise<Array<Rows | ApiError>> {
	const filterOf = ({ id, name, within }: Target): Query =>
		id === undefined ? { [list.nameField]: name, ...within } : { [list.idField]: id };
	const filters = new Set(targets.map((target) => toJson(filterOf(target))));
	const usesFilters = list.isPaged && !mayBeNew && filters.size <= MAX_FILTERED_REQUESTS;
	const lists = new Map<string, Promise<Awaited<ReturnType<typeof openList>> | ApiError>>();
	const find = async (query: Query, target: Target): Promise<Rows | ApiError> => {
		const key = toJson(query);
		const opening = lists.get(key) ?? openList(service, list, query).catch(asApiErrorOrThrow);
		lists.set(key, opening);
		const opened = await opening;
		if (opened instanceof ApiError) return opened;
		const rows = opened.findRow(target);
		if (opened.shortfall === undefined) return rows;
		// A count decides nothing about a record that the list shows.
		if (rows.length === 0) return opened.shortfall;
		service.addNote(messageWithAdvice(opened.shortfall));
		return rows;
	};
	const results: Array<Rows | ApiError> = [];
	for (const target of targets) {
		const found = usesFilters ? await find(filterOf(target), target) : undefined;
		const isKnown = Array.isArray(found) && (found.length > 0 || target.id !== undefined);
		// A filter may fail or be case-sensitive, so a list with pages is read without one.
		const query = list.isPaged ? {} : (target.within ?? {});
		results.push(isKnown ? found : await find(query, target));
	}
	return results;
}

/** Returns whether a row has values. A list without pages was filtered by them, and may leave their fields out. */
export const isWithin = ({ isPaged }: ServiceList, within: Query, row: IDataObject): boolean =>
	Object.entries(within).every(
		([field, value]) =>
			(row[field] === undefined && !isPaged) || equalsIgnoringCase(row[field], value),
	);

async function openList(service: ServiceAccess, list: ServiceList, query: Query) {
	const { rows, shortfall } = await readList(service, list, query);
	return { findRow: makeFinder(list, rows), shortfall };
}

/** Makes a function that finds rows by ID, or by name: the exact spelling, then any case, then the alias. */
export function makeFinder(
	list: ServiceList,
	rows: readonly IDataObject[],
): (target: Target) => Rows {
	const { idField, nameField, aliasOf } = list;
	const index = new Map<string, IDataObject[]>();
	// If a list changes while it is read, a row may appear on two pages.
	for (const row of new Map(rows.map((row) => [asText(row[idField]) || row, row])).values()) {
		const keys = [
			recordKey('id', row[idField]),
			recordKey('name', row[nameField]),
			recordKey('alias', aliasOf?.(row)),
		];
		for (const key of keys) {
			const sameKey = index.get(key);
			if (sameKey === undefined) index.set(key, [row]);
			else sameKey.push(row);
		}
	}
	return ({ id, name = '', within = {} }) => {
		if (id !== undefined) return index.get(recordKey('id', id)) ?? [];
		const [byName, byAlias] = (['name', 'alias'] as const).map((kind) =>
			(index.get(recordKey(kind, name)) ?? []).filter((row) => isWithin(list, within, row)),
		);
		const exact = byName?.filter((row) => row[nameField] === name);
		return [exact, byName, byAlias].find((found) => found?.length) ?? [];
	};
}

const MAX_NAMESAKES = 5;

/** Returns the only row of a target. @throws InvalidParameterError if there is not just one, or the given error */
export function onlyRow(
	list: ServiceList,
	{ id, name = '', within = {} }: Target,
	rows: Rows | Error,
): IDataObject {
	if (rows instanceof Error) throw rows;
	const [row] = rows;
	if (row !== undefined && rows.length === 1) return row;
	const filters = Object.entries(within).map(
		([field, value]) => `${labelOfName(field.replace(/_(?:id|name)$/, ''))} ${valueText(value)}`,
	);
	const identity =
		id === undefined
			? `named ${[quote(name), ...filters].join(' with ')}`
			: `with the ID ${valueText(id)}`;
	if (row === undefined) {
		throw new InvalidParameterError(
			`Not found: the service lists no ${list.noun} ${identity}`,
			`${labelOfName(list.noun)} › Get Many lists them.`,
		);
	}
	const namesakes = rows.slice(0, MAX_NAMESAKES).map((namesake) => {
		const [title, detail] = [list.nameField, list.detailField].map((field) =>
			valueText(namesake[field]),
		);
		return `${title} (${[detail, `ID ${valueText(namesake[list.idField])}`].filter(Boolean).join(', ')})`;
	});
	const more = rows.length > MAX_NAMESAKES ? `, … and ${rows.length - MAX_NAMESAKES} more` : '';
	const { namespace } = list;
	const places = new Set(rows.map((namesake) => valueText(namesake[namespace?.field ?? ''])));
	throw new InvalidParameterError(
		`Ambiguous: the service lists ${rows.length} ${list.plural} ${identity}: ${namesakes.join(', ')}${more}`,
		namespace !== undefined && places.size === rows.length
			? `Set ${namespace.label} to one of: ${shortText([...places].join(', '))}.`
			: 'Use the ID if this operation takes one, or rename the others in the service.',
	);
}
