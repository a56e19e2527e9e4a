import type { IDataObject } from 'n8n-workflow';

/** Whether two lists hold the same rows, at least one. Most differ in the first one. */
export function areSameRows(rows: readonly IDataObject[], others: readonly IDataObject[]): boolean {
	const isSame = (row: IDataObject, index: number): boolean =>
		JSON.stringify(row) === JSON.stringify(others[index]);
	return rows.length > 0 && rows.length === others.length && rows.every(isSame);
}

/** Whether a page repeats the one before it; pages whose rows are all alike are not told apart. */
export const repeatsPage = (
	rows: readonly IDataObject[],
	before: readonly IDataObject[],
): boolean => areSameRows(rows, before) && !areAlike(rows);

/** Whether all rows are the same. */
export function areAlike([row, ...others]: readonly IDataObject[]): boolean {
	if (others.length === 0) return true;
	const first = JSON.stringify(row);
	return others.every((other) => JSON.stringify(other) === first);
}
