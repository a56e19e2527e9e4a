import type { IDataObject } from 'n8n-workflow';

import { pick } from '../json';
import { InvalidParameterError } from '../parameters/invalidParameter';

/** Makes the row that the user sees. */
export type RowView = (row: IDataObject) => IDataObject;

/** The choice of Output; Simplified by default. */
export interface OutputChoice {
	output?: 'simplified' | 'raw' | 'selectedFields' | undefined;
	selectedFields?: readonly string[] | undefined;
}

/**
 * Makes the view of a choice of Output; undefined for Raw, which is the row as the service sent it.
 * @param simple the fields of Simplified, in their order
 * @param whole the row that fields are picked from
 * @throws InvalidParameterError if Selected Fields names none
 */
export function chosenView(
	simple: readonly string[],
	{ output = 'simplified', selectedFields = [] }: OutputChoice,
	whole: RowView = (row) => row,
): RowView | undefined {
	if (output === 'raw') return undefined;
	const names = output === 'simplified' ? simple : selectedFields;
	if (names.length > 0) return (row) => pick(names, whole(row));
	throw new InvalidParameterError(
		'Output is Selected Fields, and no field is selected',
		'Add Fields to Options and choose some, or set Output to Simplified or Raw.',
	);
}
