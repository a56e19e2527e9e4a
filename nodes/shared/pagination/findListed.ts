import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import { asText, toJson, type Id } from '../json';
import { Namesakes, normalizeKey } from '../outcomes/namesakes';
import type { List } from './list';
import type { Service } from './service';
import { wholeList } from './wholeList';

type Query = NonNullable<ApiRequest['query']>;

/** A row of a list as it is looked for: by its id, or by its name. */
export interface Wanted {
	id?: Id | undefined;
	name?: string | undefined;
	/** What narrows the list; a row that has other values in these fields is not meant. */
	within?: Query;
}

/** Rows that are looked up one by one; more are looked up in the whole list. */
const MAX_SINGLE_LOOK_UPS = 10;

/**
 * Reads what a list holds of all that is wanted, in as few listings as possible.
 * @returns finds the rows that are meant: one by an id; by a name those spelled exactly so or, if there
 * is none, those that differ in case or in blanks around it
 * @throws ApiError
 */
export async function findListed(
	service: Service,
	list: List,
	all: readonly Wanted[],
): Promise<(wanted: Wanted) => readonly IDataObject[]> {
	const listings = new Map<string, Listing>();
	const readAll = async (queries: readonly Query[]): Promise<void> => {
		for (const query of queries) {
			const key = toJson(query);
			if (listings.has(key)) continue;
			listings.set(key, new Listing(await wholeList(service, list, query), list));
		}
	};
	const find = (wanted: Wanted): readonly IDataObject[] => {
		const queries = [narrowed(list, wanted), wanted.within ?? {}];
		const found = queries.map((query) => listings.get(toJson(query))?.find(wanted) ?? []);
		return found.find((rows) => rows.length > 0) ?? [];
	};
	const narrow = list.isPaged ? all.map((wanted) => narrowed(list, wanted)) : [];
	const isNarrow = list.isPaged && new Set(narrow.map(toJson)).size <= MAX_SINGLE_LOOK_UPS;
	if (isNarrow) await readAll(narrow);
	// The service may compare the names of a filter with regard to case.
	const left = isNarrow
		? all.filter((wanted) => wanted.id === undefined && find(wanted).length === 0)
		: all;
	const whole = readAll(left.map(({ within = {} }) => within));
	await (isNarrow ? whole.catch(passIncomplete) : whole);
	return find;
}

/** A service that counts too much serves no whole list: what its filter found is found. */
function passIncomplete(error: unknown): void {
	const apiError = asApiErrorOrThrow(error);
	if (apiError.kind !== 'incomplete') throw apiError;
}

const narrowed = (list: List, { id, name, within }: Wanted): Query => ({
	...(id === undefined ? { [list.name]: name } : { [list.id]: id }),
	...within,
});

/** The rows of one listing. */
class Listing {
	private readonly byId: ReadonlyMap<string, IDataObject>;
	private readonly byName: Namesakes<IDataObject>;

	constructor(rows: readonly IDataObject[], list: List) {
		this.byId = new Map(rows.map((row) => [asText(row[list.id]), row]));
		this.byName = new Namesakes(rows, (row) => asText(row[list.name]));
	}

	find({ id, name = '', within = {} }: Wanted): readonly IDataObject[] {
		if (id === undefined) return this.byName.find(name, (row) => isWithin(row, within));
		const row = this.byId.get(String(id));
		return row === undefined ? [] : [row];
	}
}

/** A listing may leave out the field that it was narrowed by. */
const isWithin = (row: IDataObject, within: Query): boolean =>
	Object.entries(within).every(
		([field, value]) =>
			row[field] === undefined || normalizeKey(asText(row[field])) === normalizeKey(asText(value)),
	);
