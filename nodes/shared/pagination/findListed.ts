import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import { asText, toJson, type Id } from '../json';
import { wholeList, type List } from './list';
import type { Service } from './service';

type Query = NonNullable<ApiRequest['query']>;

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
	const listings = new Map<string, Listing | ApiError>();
	for (const query of all.map(queryOf)) {
		const key = toJson(query);
		if (!listings.has(key)) listings.set(key, await listingOf(service, list, query));
	}
	return (wanted) => {
		const listing = listings.get(toJson(queryOf(wanted)));
		if (listing instanceof ApiError) throw listing;
		return listing?.find(wanted) ?? [];
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

/** @throws ApiError if no other listing can be read either */
async function listingOf(service: Service, list: List, query: Query): Promise<Listing | ApiError> {
	try {
		return new Listing(list, await wholeList(service, list, query));
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.stopsAll) throw apiError;
		return apiError;
	}
}

/** The rows of one listing, by id and by name. */
class Listing {
	private readonly byId = new Map<string, IDataObject[]>();
	private readonly byName = new Map<string, IDataObject[]>();

	constructor(
		private readonly list: List,
		rows: readonly IDataObject[],
	) {
		for (const row of rows) {
			add(this.byId, asText(row[list.id]), row);
			add(this.byName, keyOf(row[list.name]), row);
		}
	}

	/** Those that are spelled exactly so or, if there is none, those that differ in case or blanks. */
	find({ id, name = '', within = {} }: Wanted): readonly IDataObject[] {
		if (id !== undefined) return this.byId.get(String(id)) ?? [];
		const alike = this.byName.get(normalizeKey(name)) ?? [];
		const exact = alike.filter(
			(row) => row[this.list.name] === name && isWithin(row, within, asText),
		);
		return exact.length > 0 ? exact : alike.filter((row) => isWithin(row, within, keyOf));
	}
}

const keyOf = (value: unknown): string => normalizeKey(asText(value));

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
	const group = groups.get(key);
	if (group === undefined) groups.set(key, [value]);
	else group.push(value);
}

/** A listing may leave out the field that it was narrowed by. */
const isWithin = (row: IDataObject, within: Query, compared: (value: unknown) => string): boolean =>
	Object.entries(within).every(
		([field, value]) => row[field] === undefined || compared(row[field]) === compared(value),
	);
