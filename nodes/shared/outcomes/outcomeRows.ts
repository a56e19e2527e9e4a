import type { IDataObject } from 'n8n-workflow';

/** What a row is made of: what an item asks for, what became of it, and what else is known. */
export interface ReportedItem {
	sent: IDataObject;
	outcome: string;
	detail: string;
	extra: IDataObject;
}

/**
 * The json of each item: `outcome` and `detail`, then the names and ids of the thing, then the rest. All
 * rows have the same keys in the same order, so that a table of them has no holes; a cell without a
 * value is an empty text.
 * @param columns the names and ids, in order
 */
export function outcomeRows(
	items: readonly ReportedItem[],
	columns: readonly string[],
): IDataObject[] {
	const known = items.map(({ sent, extra }) => ({ ...sent, ...extra }));
	const present = new Set<string>();
	for (const row of known) for (const key in row) present.add(key);
	const leading = columns.filter((column) => present.has(column));
	const keys = new Set([...leading, ...present]);
	return items.map(({ outcome, detail }, index) => {
		const row: IDataObject = { outcome, detail };
		for (const key of keys) row[key] = known[index]?.[key] ?? '';
		return row;
	});
}
