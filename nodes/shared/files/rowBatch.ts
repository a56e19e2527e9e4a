import type { IDataObject } from 'n8n-workflow';

/** A row as it arrived. */
export interface ArrivedRow {
	row: IDataObject;
	/** The JSON text that it was parsed from; left out where that cannot stand for it. */
	text?: string;
}

/** Rows that were read together. */
export interface Gathered {
	readonly length: number;
	/** Whether these are the rows gathered before; rows that are all alike are not told apart. */
	repeats(before: this): boolean;
}

/** A page of an export. */
export interface RowPage<G extends Gathered> {
	rows: G;
	/** Its number in the count of the service. */
	number: number;
}

/** Gathers rows as they arrive. The wire calls it anew for each attempt. */
export type Gather<G extends Gathered> = (rows: Iterable<ArrivedRow>) => G;

/** Rows as they are, for items. */
export class Rows implements Gathered {
	constructor(readonly all: readonly IDataObject[]) {}

	get length(): number {
		return this.all.length;
	}

	repeats({ all: before }: Rows): boolean {
		return sameRows(this.all, before) && !areAlike(this.all);
	}
}

export const asRows: Gather<Rows> = (rows) => new Rows(Array.from(rows, ({ row }) => row));

/** Whether two lists hold the same rows. Most differ in the first one. */
export function sameRows(rows: readonly IDataObject[], others: readonly IDataObject[]): boolean {
	const same = (row: IDataObject, index: number): boolean =>
		JSON.stringify(row) === JSON.stringify(others[index]);
	return rows.length > 0 && rows.length === others.length && rows.every(same);
}

function areAlike(rows: readonly IDataObject[]): boolean {
	const first = JSON.stringify(rows[0]);
	return rows.every((row) => JSON.stringify(row) === first);
}
