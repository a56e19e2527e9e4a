import type { IDataObject } from 'n8n-workflow';

/** The named fields of a row, in the order of the names. */
export function pick(names: readonly string[], row: IDataObject): IDataObject {
	const picked: IDataObject = {};
	for (const name of names) {
		if (name in row) picked[name] = row[name];
	}
	return picked;
}

/** A row with the named fields first, in the order of the names; nothing is added or left out. */
export const leadingColumns = (names: readonly string[], row: IDataObject): IDataObject => ({
	...pick(names, row),
	...row,
});
