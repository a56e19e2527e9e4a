import type { IDataObject } from 'n8n-workflow';

import { pick } from '../json';
import { InvalidParameterError } from '../parameters/invalidParameter';

/** Turns a row of the service into the row that the user sees. */
export type RowView = (row: IDataObject) => IDataObject;

/** The values of Output and Fields; Simplified by default. */
export interface OutputChoice {
	output?: 'simplified' | 'raw' | 'selectedFields' | undefined;
	selectedFields?: readonly string[] | undefined;
}

/**
 * Makes the view that the user chose in Output; undefined for Raw, which changes nothing.
 * @param simplifiedFields the fields of Simplified, in order
 * @throws InvalidParameterError if Selected Fields names none
 */
export function chosenView(
	simplifiedFields: readonly string[],
	{ output = 'simplified', selectedFields = [] }: OutputChoice,
): RowView | undefined {
	if (output === 'raw') return undefined;
	const names = output === 'simplified' ? simplifiedFields : selectedFields;
	if (names.length > 0) return (row) => pick(names, row);
	throw new InvalidParameterError(
		'Output is Selected Fields, and no field is selected',
		'Add Fields to Options and choose some, or set Output to Simplified or Raw.',
	);
}
