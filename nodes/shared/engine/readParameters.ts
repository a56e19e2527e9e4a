import { isObject, type Id } from '../json';
import { asReportableOrThrow } from '../nodeErrors';
import { EMPTY_FILTERS } from '../operation/listOptions';
import { isResolved, type Operation, type ResolvedField } from '../operation/operation';
import { operationFields, type EngineValues } from '../operation/operationFields';
import { requireId } from '../pagination/list';
import { isIdOrName, type IdOrName, type ParameterValues } from '../parameters/fieldReaders';
import { ParameterReader } from '../parameters/reader';
import { divideUnsent } from '../parameters/unsent';
import { findRecords, onlyRow } from '../records/findRecords';
import type { Run } from './run';

/** The session of an input item and its parameters. A value that could not be read is undefined. */
export interface ItemParameters {
	session: Run['sessions'][number];
	params: ReturnType<typeof divideUnsent> & EngineValues;
	/** The first error of a value. */
	error: Error | undefined;
}

/** Reads the parameters of each input item. A name in a field with `resolvedIn` becomes the ID of its record. */
export async function readParameters(
	{ context, sessions }: Run,
	operation: Operation,
): Promise<ItemParameters[]> {
	const fields = operationFields(operation);
	const reader = new ParameterReader(context, fields, EMPTY_FILTERS);
	let items = sessions.map((session, index): ItemParameters => {
		const { values, error } = reader.read(index);
		// The reader has validated the values by these fields.
		const params = divideUnsent(fields, values) as ItemParameters['params'];
		return { session, params, error };
	});
	for (const field of fields) {
		if (isResolved(field)) items = await withIds(items, field);
		for (const member of field.options ?? []) {
			if (isResolved(member)) items = await withIds(items, member, field.name);
		}
	}
	return items;
}

const choicesOf = (value: unknown): IdOrName[] => [value].flat().filter(isIdOrName);

/** Replaces each choice in a field by its ID. The node does not look up the names of an item with an error. */
async function withIds(
	items: readonly ItemParameters[],
	{ name: field, resolvedIn: list }: ResolvedField,
	collection?: string,
): Promise<ItemParameters[]> {
	const holderOf = ({ params }: ItemParameters): ParameterValues => {
		const holder = collection === undefined ? params : params[collection];
		return isObject(holder) ? holder : {};
	};
	const named = items.flatMap((item) => {
		const { session, error } = item;
		if (error !== undefined || session instanceof Error) return [];
		const choices = choicesOf(holderOf(item)[field]).filter(({ name }) => name !== undefined);
		return choices.map((choice) => ({ session, choice }));
	});
	const found = await findRecords(list, named, ({ choice }) => choice);
	const rowsOf = new Map(named.map((lookUp) => [lookUp.choice, found.get(lookUp) ?? []]));
	/** Returns the ID of a choice; undefined for a name of an item that cannot be sent. */
	const idOf = (choice: IdOrName): Id | undefined => {
		const rows = rowsOf.get(choice);
		return rows === undefined ? choice.id : requireId(list, onlyRow(list, choice, rows));
	};
	return items.map((item) => {
		const holder = holderOf(item);
		const value = holder[field];
		const withValue = (changed: unknown): ItemParameters => {
			const part = { ...holder, [field]: changed };
			const params = collection === undefined ? part : { [collection]: part };
			return { ...item, params: { ...item.params, ...params } };
		};
		try {
			if (Array.isArray(value)) return withValue([...new Set(choicesOf(value).map(idOf))]);
			return isIdOrName(value) ? withValue(idOf(value)) : item;
		} catch (error) {
			return { ...withValue(undefined), error: asReportableOrThrow(error) };
		}
	});
}
