import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { Query } from '../http/request';
import { asText, nameKey, shortText, toJson, type Id } from '../json';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { readList, type List } from './list';
import type { Service } from './paginate';

/** A thing of a list as an item names it: by its ID, or by its name. */
export interface Target {
	id?: Id | undefined;
	name?: string | undefined;
	/** Fields that its row must have, such as its domain; they also narrow the list. */
	within?: Query;
}

/** Finds the rows of a target, or why the list that may hold them could not be read. */
export type Find = (target: Target) => readonly IDataObject[] | ApiError;

/** More targets than these are looked up in the whole list, which costs fewer requests. */
const MAX_FILTERED_TARGETS = 10;

/** A key that targets of one thing share; names that differ only in case may name one thing. */
export const targetKey = (target: Target): string => nameKey(exactKey(target));

const exactKey = ({ id, name = '', within = {} }: Target): string =>
	toJson([id === undefined ? name : String(id), within]);

/**
 * Finds targets as the whole list shows them. The filters of the service are a shortcut: up to ten
 * targets are requested by them, one request each, and a name that they do not find is looked for in
 * the list. The list is read once; a list without pages is read once for each thing that it belongs to.
 * @param isNew whether the targets are to be created: most are absent, so the list is read at once
 */
export async function findListed(
	service: Service,
	list: List,
	targets: readonly Target[],
	isNew = false,
): Promise<Find> {
	const remaining = new Map(targets.map((target) => [exactKey(target), target]));
	const found = new Map<string, Find>();
	// An error that stops all requests leaves no other list to read.
	let stop: Find | undefined;
	const read = async (query: Query): Promise<Find> => {
		if (stop !== undefined) return stop;
		const response = await readList(service, list, query).catch(asApiErrorOrThrow);
		if (!(response instanceof ApiError)) return findIn(list, response);
		const find = (): ApiError => response;
		if (response.stops !== undefined) stop = find;
		return find;
	};
	if (list.isPaged && !isNew && remaining.size <= MAX_FILTERED_TARGETS) {
		for (const [key, target] of remaining) {
			const { id, name = '', within } = target;
			const filter = id === undefined ? { [list.name]: name } : { [list.id]: id };
			const find = await read({ ...filter, ...within });
			const rows = find(target);
			if (rows instanceof ApiError || (id === undefined && rows.length === 0)) continue;
			found.set(key, find);
			remaining.delete(key);
		}
	}
	const lists = new Map<string, Find>();
	for (const [key, { within = {} }] of remaining) {
		// A filter may regard the case of a domain, so a list with pages is read whole.
		const query = list.isPaged ? {} : within;
		const find = lists.get(toJson(query)) ?? (await read(query));
		lists.set(toJson(query), find);
		found.set(key, find);
	}
	return (target) => found.get(exactKey(target))?.(target) ?? [];
}

/**
 * Finds rows by ID, or by name: in exactly this spelling, or else without regard to case and blanks, or
 * else by their alias. What a list with a shortfall does not show may exist.
 */
function findIn(list: List, { rows, shortfall }: Awaited<ReturnType<typeof readList>>): Find {
	const groups = new Map<string, IDataObject[]>();
	const add = (kind: string, value: unknown, row: IDataObject): void => {
		const key = `${kind} ${nameKey(asText(value))}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [row]);
		else group.push(row);
	};
	// A list that changes while it is read may show a row on two pages.
	for (const row of new Map(rows.map((row) => [row[list.id] ?? row, row])).values()) {
		add('id', row[list.id], row);
		add('name', row[list.name], row);
		if (list.alias !== undefined) add('alias', row[list.alias], row);
	}
	return ({ id, name = '', within = {} }) => {
		if (id !== undefined) return groups.get(`id ${id}`) ?? shortfall ?? [];
		// A listing may leave out the field that narrowed it.
		const isWithin = (row: IDataObject): boolean =>
			Object.entries(within).every(
				([field, value]) =>
					row[field] === undefined || nameKey(asText(row[field])) === nameKey(asText(value)),
			);
		const alike = (groups.get(`name ${nameKey(name)}`) ?? []).filter(isWithin);
		const exact = alike.filter((row) => row[list.name] === name);
		if (exact.length > 0) return exact;
		if (alike.length > 0) return alike;
		const byAlias = (groups.get(`alias ${nameKey(name)}`) ?? []).filter(isWithin);
		return byAlias.length > 0 ? byAlias : (shortfall ?? []);
	};
}

const MAX_NAMESAKES = 5;

/** Says why the rows of a target are not exactly one. */
export function notFoundOrAmbiguous(
	list: List,
	{ id, name = '', within = {} }: Target = {},
	rows: readonly IDataObject[],
): InvalidParameterError {
	const places = Object.values(within).map((value) => `"${asText(value)}"`);
	const thing =
		id === undefined ? `named ${[`"${name}"`, ...places].join(' in ')}` : `with the ID ${id}`;
	if (rows.length === 0) {
		return new InvalidParameterError(
			`Not found: the service lists no ${list.noun} ${thing}`,
			`Choose the ${list.noun} from the list, or correct the value.`,
		);
	}
	const shown = rows.slice(0, MAX_NAMESAKES).map((row) => {
		const [title, detail] = [list.name, list.detail ?? ''].map((field) => shortText(row[field]));
		return `${title} (${[detail, `ID ${asText(row[list.id])}`].filter(Boolean).join(', ')})`;
	});
	const more = rows.length > MAX_NAMESAKES ? `, … and ${rows.length - MAX_NAMESAKES} more` : '';
	return new InvalidParameterError(
		`Ambiguous: ${rows.length} ${list.nouns} are ${thing}: ${shown.join(', ')}${more}`,
		'Select one of them by its ID.',
	);
}
