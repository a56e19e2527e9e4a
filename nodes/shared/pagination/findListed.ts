import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { Query } from '../http/request';
import { asText, shortText, toJson, type Id } from '../json';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { wholeList, type List } from './list';
import type { Service } from './paginate';

/** A row of a list as it is looked for: by its id, or by its name. */
export interface Wanted {
	id?: Id | undefined;
	name?: string | undefined;
	/** What narrows the list; a row that has other values in these fields is not meant. */
	within?: Query;
}

/** Finds the rows that are meant. @throws ApiError if their listing could not be read */
export type Find = (wanted: Wanted) => readonly IDataObject[];

/** Things that are looked up by a request each; more are looked up in the whole list. */
const MAX_SINGLE_LOOK_UPS = 10;

/** Names are compared without regard to case and to blanks around them, as Windows compares them. */
export const normalizeKey = (key: string): string => key.trim().toLowerCase();

const keyOf = (value: unknown): string => normalizeKey(asText(value));

/**
 * Reads what a list holds of all that is wanted: a filtered request for each of at most ten things, the
 * whole list once for more. A list without filters is read whole, once for each thing that it belongs to.
 * @throws ApiError if no listing can be read
 */
export async function findListed(
	service: Service,
	list: List,
	all: readonly Wanted[],
): Promise<Find> {
	const narrow = new Set(all.map((wanted) => toJson(narrowed(list, wanted))));
	const isWhole = list.isPaged && narrow.size > MAX_SINGLE_LOOK_UPS;
	const queryOf = (wanted: Wanted): Query => (isWhole ? {} : narrowed(list, wanted));
	const listings = new Map<string, Find | ApiError>();
	for (const query of all.map(queryOf)) {
		const key = toJson(query);
		if (listings.has(key)) continue;
		const rows = await wholeList(service, list, query).catch(asApiErrorOrThrow);
		// No other listing can be read either.
		if (rows instanceof ApiError && rows.stopsAll) throw rows;
		listings.set(key, rows instanceof ApiError ? rows : findIn(list, rows));
	}
	return (wanted) => {
		const find = listings.get(toJson(queryOf(wanted)));
		if (find instanceof ApiError) throw find;
		return find?.(wanted) ?? [];
	};
}

/** The query of one row. A list without pages has no filters beside those that it needs. */
const narrowed = (list: List, { id, name = '', within = {} }: Wanted): Query => ({
	...(!list.isPaged ? {} : id === undefined ? { [list.name]: name.trim() } : { [list.id]: id }),
	...Object.fromEntries(
		Object.entries(within).map(([field, value]) => [
			field,
			typeof value === 'string' ? value.trim() : value,
		]),
	),
});

/** Finds rows by id or name: those that are spelled exactly so, or else those that differ in case or blanks. */
function findIn(list: List, rows: readonly IDataObject[]): Find {
	const groups = new Map<string, IDataObject[]>();
	for (const row of rows) {
		for (const key of [`id ${asText(row[list.id])}`, `name ${keyOf(row[list.name])}`]) {
			const group = groups.get(key);
			if (group === undefined) groups.set(key, [row]);
			else group.push(row);
		}
	}
	return ({ id, name = '', within = {} }) => {
		if (id !== undefined) return groups.get(`id ${id}`) ?? [];
		const alike = groups.get(`name ${keyOf(name)}`) ?? [];
		// A listing may leave out the field that it was narrowed by.
		const isWithin = (row: IDataObject, compared: (value: unknown) => string): boolean =>
			Object.entries(within).every(
				([field, value]) => row[field] === undefined || compared(row[field]) === compared(value),
			);
		const exact = alike.filter((row) => row[list.name] === name && isWithin(row, asText));
		return exact.length > 0 ? exact : alike.filter((row) => isWithin(row, keyOf));
	};
}

const MAX_NAMESAKES = 5;

/** Why rows of a list are not the one that is wanted. */
export function notOne(
	list: List,
	{ id, name = '', within = {} }: Wanted = {},
	rows: readonly IDataObject[],
): InvalidParameterError {
	const places = Object.values(within).map((value) => `"${asText(value)}"`);
	const what =
		id === undefined ? `named ${[`"${name}"`, ...places].join(' in ')}` : `with the ID ${id}`;
	if (rows.length === 0) {
		return new InvalidParameterError(
			`Not found: the service lists no ${list.noun} ${what}`,
			`Choose the ${list.noun} from the list, or correct the value.`,
		);
	}
	const shown = rows.slice(0, MAX_NAMESAKES).map((row) => {
		const [title, detail] = [list.name, list.detail ?? ''].map((field) => shortText(row[field]));
		return `${title} (${[detail, `ID ${asText(row[list.id])}`].filter(Boolean).join(', ')})`;
	});
	const more = rows.length > MAX_NAMESAKES ? `, … and ${rows.length - MAX_NAMESAKES} more` : '';
	return new InvalidParameterError(
		`Ambiguous: ${rows.length} ${list.nouns} are ${what}: ${shown.join(', ')}${more}`,
		'Select the one you mean by its ID.',
	);
}
