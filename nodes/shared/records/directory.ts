import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import type { Query } from '../http/request';
import { toJson, type Id } from '../json';
import { readList, type ServiceList } from '../pagination/list';
import type { ServiceAccess } from '../pagination/pages';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { asText, equalsIgnoringCase, labelOfName, nameKey, quoted, valueText } from '../texts';

/** A record as an item names it: by its ID or by its name. */
export interface Target {
	id?: Id | undefined;
	name?: string | undefined;
	/** Values that a row found by its name must have, such as its domain. They also filter a list without pages. */
	within?: Query;
}

/** The rows that a list shows for a target: one if it exists and is not ambiguous. */
export type Rows = readonly IDataObject[];

/** If there are more targets, the whole list is read, which takes fewer requests. */
const MAX_FILTERED_TARGETS = 10;

/** The key of a target: its ID, or its name without regard to case, and its `within`. */
export const targetKey = ({ id, name = '', within = {} }: Target): string =>
	nameKey(toJson(id === undefined ? { name: nameKey(name), within } : { id: String(id), within }));

/**
 * The records of a list as they are when they are first looked up. A filter of the service is only a
 * shortcut: what it finds is what the whole list shows. No request is sent twice.
 */
export class Directory {
	private readonly findersByQuery = new Map<string, Promise<(target: Target) => Rows>>();
	private readonly usesFilters: boolean;

	/**
	 * @param targets all targets that will be looked up
	 * @param mayBeNew whether they will be created: most do not exist, so the whole list is read at once
	 */
	constructor(
		private readonly service: ServiceAccess,
		private readonly list: ServiceList,
		targets: readonly Target[],
		mayBeNew = false,
	) {
		const isShort = new Set(targets.map(targetKey)).size <= MAX_FILTERED_TARGETS;
		this.usesFilters = list.isPaged && !mayBeNew && isShort;
	}

	/** Finds the rows of a target. @throws ApiError if the list cannot be read, or rows that matter are missing */
	async find(target: Target): Promise<Rows> {
		const found = this.usesFilters ? await this.findByFilter(target) : undefined;
		if (found !== undefined) return found;
		// A filter may be case-sensitive, so a list with pages is read without one.
		const findInList = await this.read(this.list.isPaged ? {} : (target.within ?? {}));
		return findInList(target);
	}

	/** Returns undefined if only the whole list can decide: the filter fails or finds no name. */
	private async findByFilter(target: Target): Promise<Rows | undefined> {
		const { id, name, within } = target;
		const { list } = this;
		const filter =
			id === undefined ? { [list.nameField]: name, ...within } : { [list.idField]: id };
		try {
			const findInList = await this.read(filter);
			const rows = findInList(target);
			return id === undefined && rows.length === 0 ? undefined : rows;
		} catch (error) {
			asApiErrorOrThrow(error);
			return undefined;
		}
	}

	private read(query: Query): Promise<(target: Target) => Rows> {
		const key = toJson(query);
		const { list, service } = this;
		const finder =
			this.findersByQuery.get(key) ??
			readList(service, list, query).then((listed) => finderOf(list, listed));
		this.findersByQuery.set(key, finder);
		return finder;
	}
}

/**
 * Finds rows by ID, or by name: the exact spelling first, then ignoring case and blanks, then by alias.
 * The finder throws the error `shortfall` for each name, since a missing row may have the same name, and for
 * an ID that it does not find.
 */
function finderOf(
	list: ServiceList,
	{ rows, shortfall }: Awaited<ReturnType<typeof readList>>,
): (target: Target) => Rows {
	const { idField, nameField, aliasField = nameField } = list;
	const index = new Map<string, IDataObject[]>();
	const keyOf = (field: string, value: unknown): string => `${field} ${nameKey(asText(value))}`;
	// If a list changes while it is read, a row may appear on two pages.
	for (const row of new Map(rows.map((row) => [asText(row[idField]) || row, row])).values()) {
		for (const field of new Set([idField, nameField, aliasField])) {
			const key = keyOf(field, row[field]);
			const sameKey = index.get(key);
			if (sameKey === undefined) index.set(key, [row]);
			else sameKey.push(row);
		}
	}
	return ({ id, name = '', within = {} }) => {
		const byId = id === undefined ? undefined : index.get(keyOf(idField, id));
		if (byId !== undefined) return byId;
		if (shortfall !== undefined) throw shortfall;
		if (id !== undefined) return [];
		// A list without pages was filtered by `within`, and may leave these fields out.
		const isWithin = (row: IDataObject): boolean =>
			!list.isPaged ||
			Object.entries(within).every(([field, value]) => equalsIgnoringCase(row[field], value));
		const byField = (field: string): Rows => (index.get(keyOf(field, name)) ?? []).filter(isWithin);
		const byName = byField(nameField);
		const exact = byName.filter((row) => row[nameField] === name);
		return [exact, byName, byField(aliasField)].find(({ length }) => length > 0) ?? [];
	};
}

/** Returns the only row of a target. @throws InvalidParameterError if there is none or more than one */
export function onlyRow(
	list: ServiceList,
	{ id, name = '', within = {} }: Target,
	rows: Rows,
): IDataObject {
	const [row] = rows;
	if (row !== undefined && rows.length === 1) return row;
	const places = Object.entries(within).map(([field, value]) => `${field} ${valueText(value)}`);
	const identity =
		id === undefined
			? `named ${[quoted(name), ...places].join(' with ')}`
			: `with the ID ${valueText(id)}`;
	if (row === undefined) {
		throw new InvalidParameterError(
			`Not found: the service lists no ${list.noun} ${identity}`,
			`${labelOfName(list.noun)} › Get Many lists them.`,
		);
	}
	const namesakes = rows.slice(0, MAX_NAMESAKES).map((namesake) => {
		const [title, detail] = [list.nameField, list.detailField ?? ''].map((field) =>
			valueText(namesake[field]),
		);
		return `${title} (${[detail, `ID ${valueText(namesake[list.idField])}`].filter(Boolean).join(', ')})`;
	});
	const more = rows.length > MAX_NAMESAKES ? `, … and ${rows.length - MAX_NAMESAKES} more` : '';
	throw new InvalidParameterError(
		`Ambiguous: the service lists ${rows.length} ${list.plural} ${identity}: ${namesakes.join(', ')}${more}`,
		'Use the ID if this operation takes one, or rename the others in the service.',
	);
}

const MAX_NAMESAKES = 5;
