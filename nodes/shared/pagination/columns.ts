import type { IDataObject } from 'n8n-workflow';

import { InvalidParameterError } from '../parameters/invalidParameter';

/** How a row is shown. */
export type RowView = (row: IDataObject) => IDataObject;

/** What Output asks for; Simplified without a choice. */
export interface OutputChoice {
	output?: 'simplified' | 'raw' | 'selectedFields' | undefined;
	selectedFields?: readonly string[] | undefined;
}

/** The named fields of a row, in the order of the names. */
export function pick(names: readonly string[], row: IDataObject): IDataObject {
	const picked: IDataObject = {};
	for (const name of names) {
		const value = row[name];
		if (value !== undefined) picked[name] = value;
	}
	return picked;
}

/** All of a row, with the fields first that a person reads first. */
export const wholeRow =
	({ columns }: { columns: readonly string[] }): RowView =>
	(row) => ({ ...pick(columns, row), ...row });

/**
 * The fields that Output asks for, in their order; undefined for Raw.
 * @param simple the fields of Simplified
 * @throws InvalidParameterError if Selected Fields names none
 */
export function chosenFields(
	{ output = 'simplified', selectedFields = [] }: OutputChoice,
	simple: readonly string[],
): readonly string[] | undefined {
	if (output === 'selectedFields' && selectedFields.length === 0) {
		throw new InvalidParameterError(
			'Output is Selected Fields, and no field is selected',
			'Add Fields to Options and choose some, or set Output to Simplified or Raw.',
		);
	}
	return { simplified: simple, selectedFields, raw: undefined }[output];
}

/**
 * What a row shows by a choice of Output.
 * @throws InvalidParameterError if Selected Fields names none
 */
export function chosenView(
	list: { columns: readonly string[]; simple: readonly string[] },
	choice: OutputChoice,
): RowView {
	const names = chosenFields(choice, list.simple);
	return names === undefined ? wholeRow(list) : (row) => pick(names, row);
}
