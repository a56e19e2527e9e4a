import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { Query } from '../http/request';
import { toJson, type Id } from '../json';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { asText, equalsIgnoringCase, nameKey, shortText } from '../texts';
import { readList, type List } from './list';
import type { ServiceAccess } from './pages';

/** The row of a list that an item names, by its ID or by its name. */
export interface Target {
	id?: Id | undefined;
	name?: string | undefined;
	/** Values that its row must have, such as its domain; they also filter the list. */
	within?: Query;
}

/** Returns the rows of a target, or the error for which the list could not be read. */
export type Finder = (target: Target) => readonly IDataObject[] | ApiError;

/** If there are more targets, the whole list is read, which takes fewer requests. */
const MAX_FILTERED_TARGETS = 10;

/** The key of a target: its ID, or its name without regard to case, and its `within`. */
export const targetKey = (target: Target): string => nameKey(caseSensitiveKey(target));

const caseSensitiveKey = ({ id, name, within = {} }: Target): string =>
	toJson(id === undefined ? { name, within } : { id: String(id), within });

/**
 * Looks up targets. Up to ten are requested by the filters of the service, one request each. The whole
 * list is read once for all targets if there are more, and for those whose filter fails or finds no name.
 * A list without pages is read once for each value of `within`.
 * @param areToBeCreated whether the targets will be created: most do not exist, so the whole list is read at once
 */
export async function createFinder(
	service: ServiceAccess,
	list: List,
	targets: readonly Target[],
	areToBeCreated = false,
): Promise<Finder> {
	const remaining = new Map(targets.map((target) => [caseSensitiveKey(target), target]));
	const rowsByTarget = new Map<string, ReturnType<Finder>>();
	let fatalError: ApiError | undefined;
	const readFinder = async (query: Query): Promise<Finder> => {
		// After an error that stops all requests, no other list is requested.
		const response = fatalError ?? (await readList(service, list, query).catch(asApiErrorOrThrow));
		// With pages, a filter must find what the whole list shows.
		if (!(response instanceof ApiError))
			return indexRows(list, list.isPaged ? {} : query, response);
		if (response.blocks !== undefined) fatalError = response;
		return () => response;
	};
	if (list.isPaged && !areToBeCreated && remaining.size <= MAX_FILTERED_TARGETS) {
		for (const [key, target] of remaining) {
			const { id, name = '', within } = target;
			const filter = id === undefined ? { [list.name]: name, ...within } : { [list.id]: id };
			const find = await readFinder(filter);
			const rows = find(target);
			if (rows instanceof ApiError || (id === undefined && rows.length === 0)) continue;
			rowsByTarget.set(key, rows);
			remaining.delete(key);
		}
	}
	const finderByQuery = new Map<string, Finder>();
	for (const [key, target] of remaining) {
		// A filter may be case-sensitive, so a list with pages is read without one.
		const query = list.isPaged ? {} : (target.within ?? {});
		const queryKey = toJson(query);
		const find = finderByQuery.get(queryKey) ?? (await readFinder(query));
		finderByQuery.set(queryKey, find);
		rowsByTarget.set(key, find(target));
	}
	return (target) => rowsByTarget.get(caseSensitiveKey(target)) ?? [];
}

/**
 * Finds rows by ID, or by name: the exact spelling first, then ignoring case and blanks, then by alias.
 * The filters in `query` stand for fields that the rows leave out.
 * If the list is incomplete, each name gives the error `shortfall`, since a missing row may have the same
 * name. An ID gives it only if it is not found.
 */
function indexRows(
	list: List,
	query: Query,
	{ rows, shortfall }: Awaited<ReturnType<typeof readList>>,
): Finder {
	const groups = new Map<string, IDataObject[]>();
	const add = (kind: string, value: unknown, row: IDataObject): void => {
		const key = `${kind} ${nameKey(asText(value))}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [row]);
		else group.push(row);
	};
	// If a list changes while it is read, a row may appear on two pages.
	for (const row of new Map(rows.map((row) => [asText(row[list.id]) || row, row])).values()) {
		add('id', row[list.id], row);
		add('name', row[list.name], row);
		if (list.alias !== undefined) add('alias', row[list.alias], row);
	}
	return ({ id, name = '', within = {} }) => {
		if (id !== undefined) return groups.get(`id ${id}`) ?? shortfall ?? [];
		if (shortfall !== undefined) return shortfall;
		// A list may leave out a field that it was filtered by.
		const isWithin = (row: IDataObject): boolean =>
			Object.entries(within).every(([field, value]) =>
				equalsIgnoringCase(row[field] ?? query[field], value),
			);
		const sameName = (groups.get(`name ${nameKey(name)}`) ?? []).filter(isWithin);
		const exact = sameName.filter((row) => row[list.name] === name);
		if (exact.length > 0) return exact;
		if (sameName.length > 0) return sameName;
		return (groups.get(`alias ${nameKey(name)}`) ?? []).filter(isWithin);
	};
}

const MAX_NAMESAKES = 5;

/** Makes the error of a target that has no row, more than one, or one without a usable ID. */
export function notFoundOrAmbiguous(
	list: List,
	{ id, name = '', within = {} }: Target = {},
	rows: readonly IDataObject[],
): InvalidParameterError {
	const places = Object.entries(within).map(([field, value]) => `${field} ${asText(value)}`);
	const identity =
		id === undefined ? `named ${[`"${name}"`, ...places].join(' with ')}` : `with the ID ${id}`;
	if (rows.length === 0) {
		return new InvalidParameterError(
			`Not found: the service lists no ${list.noun} ${identity}`,
			`Choose the ${list.noun} from the list, or correct the value.`,
		);
	}
	if (rows.length === 1) {
		return new InvalidParameterError(
			`The service lists the ${list.noun} ${identity} without a usable ID`,
			'Check it in the console of the service.',
		);
	}
	const namesakes = rows.slice(0, MAX_NAMESAKES).map((row) => {
		const [title, detail] = [list.name, list.detail ?? ''].map((field) => shortText(row[field]));
		return `${title} (${[detail, `ID ${asText(row[list.id])}`].filter(Boolean).join(', ')})`;
	});
	const more = rows.length > MAX_NAMESAKES ? `, … and ${rows.length - MAX_NAMESAKES} more` : '';
	return new InvalidParameterError(
		`Ambiguous: ${rows.length} ${list.nouns} are ${identity}: ${namesakes.join(', ')}${more}`,
		'Select one of them by its ID.',
	);
}
