import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import { asText, toJson, type Id } from '../json';
import { Namesakes, normalizeKey } from '../outcomes/namesakes';
import { listRequest, pagesOf, type List } from './list';
import { keeping, type Service } from './service';
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
 * Reads what a list holds of all that is wanted, in as few listings as possible. How a filter of the
 * service compares names is not documented: it decides only on what is spelled exactly so.
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
	const kept = keeping(service);
	const isEnough = (rows: readonly IDataObject[]): boolean => {
		const listing = new Listing(rows, list);
		return !list.isPaged && all.every((wanted) => listing.find(wanted).length > 0);
	};
	const readAll = async (queries: readonly Query[]): Promise<void> => {
		for (const query of queries) {
			const key = toJson(query);
			if (listings.has(key)) continue;
			listings.set(key, new Listing(await rowsOf(kept, list, query, isEnough), list));
		}
	};
	const found = (wanted: Wanted, query: Query): readonly IDataObject[] =>
		listings.get(toJson(query))?.find(wanted) ?? [];
	const isFound = (wanted: Wanted): boolean =>
		wanted.id !== undefined ||
		found(wanted, narrowed(list, wanted)).some((row) => isSpelled(list, row, wanted));
	const readWhole = async (wanted: readonly Wanted[]): Promise<void> => {
		await readAll(wanted.map(({ within = {} }) => within));
		const unheard = wanted.filter(({ within = {} }) => listings.get(toJson(within))?.size === 0);
		await readAll(unheard.map(withoutTexts));
	};
	const narrow = list.isPaged ? all.map((wanted) => narrowed(list, wanted)) : [];
	const isNarrow = list.isPaged && new Set(narrow.map(toJson)).size <= MAX_SINGLE_LOOK_UPS;
	if (isNarrow) await readAll(narrow);
	const left = isNarrow ? all.filter((wanted) => !isFound(wanted)) : all;
	await (isNarrow ? readWhole(left).catch(passIncomplete) : readWhole(left));
	return (wanted) => {
		const own = narrowed(list, wanted);
		const wider = [wanted.within ?? {}, withoutTexts(wanted)];
		const inTurn = isFound(wanted) ? [own, ...wider] : [...wider, own];
		return inTurn.map((query) => found(wanted, query)).find(({ length }) => length > 0) ?? [];
	};
}

/** A service that counts too much serves no whole list: what its filter found is found. */
export function passIncomplete(error: unknown): void {
	const apiError = asApiErrorOrThrow(error);
	if (apiError.kind !== 'incomplete') throw apiError;
}

/** The query of one row. A list without pages has no filters beside those that it needs. */
export const narrowed = (list: List, { id, name, within }: Wanted): Query => ({
	...(!list.isPaged ? {} : id === undefined ? { [list.name]: name } : { [list.id]: id }),
	...within,
});

/** What narrows a list without doubt: a text may have another case. */
const withoutTexts = ({ within = {} }: Wanted): Query =>
	Object.fromEntries(Object.entries(within).filter(([, value]) => typeof value !== 'string'));

/**
 * The rows of a query: of one by an id, the pages until it is found. If it is not, and the service counts
 * more, all there is was counted, or the filter did not work: the whole list tells.
 */
async function rowsOf(
	service: Service,
	list: List,
	query: Query,
	isEnough: (rows: readonly IDataObject[]) => boolean,
): Promise<readonly IDataObject[]> {
	const id = query[list.id];
	if (id === undefined) return await wholeList(service, list, query, isEnough);
	const isMeant = (row: IDataObject): boolean => asText(row[list.id]) === asText(id);
	let counted = 0;
	let read = 0;
	const watched: Service = { ...service, counted: (count) => void (counted = count) };
	for await (const rows of pagesOf(list)(watched, listRequest(list, query), Infinity)) {
		const row = rows.find(isMeant);
		if (row !== undefined) return [row];
		read += rows.length;
	}
	return counted > read ? (await wholeList(service, list)).filter(isMeant) : [];
}

/** The rows of one listing. */
class Listing {
	readonly size: number;
	private readonly byId: ReadonlyMap<string, IDataObject>;
	private readonly byName: Namesakes<IDataObject>;
	/** What was found by name: many items may name the same. */
	private readonly found = new Map<string, readonly IDataObject[]>();

	constructor(rows: readonly IDataObject[], list: List) {
		this.size = rows.length;
		this.byId = new Map(rows.map((row) => [asText(row[list.id]), row]));
		this.byName = new Namesakes(rows, (row) => asText(row[list.name]));
	}

	find(wanted: Wanted): readonly IDataObject[] {
		const { id, name = '', within = {} } = wanted;
		if (id !== undefined) return [this.byId.get(String(id)) ?? []].flat();
		const key = toJson([name, within]);
		const known = this.found.get(key) ?? this.named(name, within);
		this.found.set(key, known);
		return known;
	}

	private named(name: string, within: Query): readonly IDataObject[] {
		const exact = this.byName.find(name, (row) => isWithin(row, within, asText));
		if (exact.length > 0) return exact;
		return this.byName.find(name, (row) => isWithin(row, within, keyOf));
	}
}

const keyOf = (value: unknown): string => normalizeKey(asText(value));

/** A listing may leave out the field that it was narrowed by. */
const isWithin = (row: IDataObject, within: Query, compared: (value: unknown) => string): boolean =>
	Object.entries(within).every(
		([field, value]) => row[field] === undefined || compared(row[field]) === compared(value),
	);

/** Whether a row is spelled exactly as it is looked for. */
const isSpelled = (list: List, row: IDataObject, { name, within = {} }: Wanted): boolean =>
	row[list.name] === name && isWithin(row, within, asText);
