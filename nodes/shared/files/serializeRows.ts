import type { IDataObject } from 'n8n-workflow';

import type { ArrivedRow, Gathered, Gather } from './rowBatch';
import type { RowFormat } from './formats';

/** Rows whose text is made in one piece: short enough to be cheap to throw away. */
const ROWS_IN_PIECE = 100;

/** Rows as the text of a file. */
export class RowTexts implements Gathered {
	length = 0;
	/** The format's `between` belongs between two of them. */
	readonly pieces: string[] = [];
	/** The least and the greatest text in the member of the rows that tells their time. */
	firstTime: string | undefined;
	lastTime: string | undefined;
	/** Names of members that have no column. */
	readonly leftOut = new Set<string>();
	private first = '';
	private alike = true;

	/** @param columns of the file, where its format has them fixed */
	constructor(readonly columns: readonly string[]) {}

	repeats({ length, pieces }: RowTexts): boolean {
		const same = this.length === length && this.pieces.every((text, at) => text === pieces[at]);
		return same && !this.alike;
	}

	add(text: string, between: string): void {
		const piece = this.length % ROWS_IN_PIECE === 0 ? undefined : this.pieces.pop();
		this.pieces.push(piece === undefined ? text : piece + between + text);
		if (this.length === 0) this.first = text;
		else if (this.alike) this.alike = text === this.first;
		this.length += 1;
	}

	happened(at: IDataObject[string]): void {
		if (typeof at !== 'string') return;
		if (this.firstTime === undefined || at < this.firstTime) this.firstTime = at;
		if (this.lastTime === undefined || at > this.lastTime) this.lastTime = at;
	}
}

/**
 * Gathers rows as the text of one format. Its fixed columns are those of the first rows.
 * @param time the member of a row that tells its time
 */
export function asTexts(format: RowFormat, time?: string): Gather<RowTexts> {
	const { between, fixedColumns = false } = format;
	let columns: ReadonlySet<string> | undefined;
	return (arriving) => {
		let rows = arriving;
		if (fixedColumns && columns === undefined) {
			rows = [...arriving];
			columns = namesIn(rows);
		}
		const texts = new RowTexts([...(columns ?? [])]);
		for (const { row, text } of rows) {
			if (columns !== undefined) {
				for (const name in row) if (!columns.has(name)) texts.leftOut.add(name);
			}
			texts.add(format.row(row, texts.columns, text), between);
			if (time !== undefined) texts.happened(row[time]);
		}
		// Before there is a row, nothing is known of the columns.
		if (texts.length === 0) columns = undefined;
		return texts;
	};
}

function namesIn(rows: Iterable<ArrivedRow>): Set<string> {
	const names = new Set<string>();
	for (const { row } of rows) for (const name in row) names.add(name);
	return names;
}
