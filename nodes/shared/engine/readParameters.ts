import { isObject, toId } from '../json';
import { asReportableOrThrow } from '../nodeErrors';
import { EMPTY_FILTERS } from '../operation/emptyFilters';
import { operationFields } from '../operation/nodeProperties';
import { isResolved, type Operation } from '../operation/operation';
import type { ServiceList } from '../pagination/list';
import { ParameterReader } from '../parameters/reader';
import { divideUnsent } from '../parameters/unsent';
import { findRecords, onlyRow } from '../records/directory';
import type { Run } from './run';

/** The session of an input item and its parameters. A value that could not be read is undefined. */
export interface ItemParameters {
	session: Run['sessions'][number];
	params: ReturnType<typeof divideUnsent>;
	/** The first error of a value. */
	error: Error | undefined;
}

/** Reads the parameters of each input item. A name in a picker with `resolvedIn` becomes the ID of its record. */
export async function readParameters(
	{ context, sessions }: Run,
	operation: Operation,
): Promise<ItemParameters[]> {
	const fields = operationFields(operation);
	const reader = new ParameterReader(context, fields, EMPTY_FILTERS);
	let items = sessions.map((session, index): ItemParameters => {
		const { values, error } = reader.read(index);
		return { session, params: divideUnsent(fields, values), error };
	});
	for (const { name, resolvedIn } of fields.filter(isResolved)) {
		items = await withIds(items, name, resolvedIn);
	}
	return items;
}

/** Replaces each choice in a picker by its ID. A name is looked up only if its item can be sent. */
async function withIds(
	items: readonly ItemParameters[],
	field: string,
	list: ServiceList,
): Promise<ItemParameters[]> {
	const named = items.flatMap((item) => {
		const { params, session, error } = item;
		const name = isObject(params[field]) ? params[field].name : undefined;
		const isNamed = typeof name === 'string' && error === undefined && !(session instanceof Error);
		return isNamed ? [{ item, session, target: { name } }] : [];
	});
	const found = await findRecords(list, named, ({ target }) => target);
	const namedBy = new Map(named.map((look) => [look.item, look]));
	return items.map((item) => {
		const look = namedBy.get(item);
		const picked = item.params[field];
		const withId = (id: unknown): ItemParameters => ({
			...item,
			params: { ...item.params, [field]: id },
		});
		if (look === undefined) return isObject(picked) ? withId(picked.id) : item;
		try {
			return withId(toId(onlyRow(list, look.target, found.get(look) ?? [])[list.idField]));
		} catch (error) {
			return { ...withId(undefined), error: asReportableOrThrow(error) };
		}
	});
}
