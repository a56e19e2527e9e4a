import type { IDataObject } from 'n8n-workflow';

/** Rows in one piece of text: short enough to be cheap to throw away. */
const ROWS_IN_PIECE = 100;

/** Columns of a table at most, and fields that are told to have none. */
const MOST_COLUMNS = 500;

/** The text of a page of rows, and what the file says about them. */
export interface SerializedRows {
	length: number;
	/** Pieces of text, made as they are taken; each row begins with the format's `between`. */
	pieces: Iterable<string>;
	/** The columns of the file, if its format has them fixed. */
	columns: readonly string[];
	/** The least and the greatest text in the field of the rows that holds their time. */
	firstTime: string | undefined;
	lastTime: string | undefined;
}

/** Writes rows as the text of one format. Its fixed columns are those of the first page with rows. */
export class RowSerializer {
	/** Fields of the rows that have no column. */
	readonly leftOut = new Set<string>();
	private columns: ReadonlySet<string> | undefined;

	/** @param timeField the field of a row that holds its time */
	constructor(
		private readonly format: RowFormat,
		private readonly timeField?: string,
	) {}

	serialize(rows: readonly IDataObject[]): SerializedRows {
		if (this.format.fixedColumns === true && rows.length > 0) this.columns ??= fieldsIn(rows);
		const columns = [...(this.columns ?? [])];
		this.noteLeftOut(rows);
		return {
			length: rows.length,
			pieces: this.piecesOf(rows, columns),
			columns,
			...this.timesIn(rows),
		};
	}

	private *piecesOf(
		rows: readonly IDataObject[],
		columns: readonly string[],
	): Generator<string, void, undefined> {
		const { format } = this;
		for (let at = 0; at < rows.length; at += ROWS_IN_PIECE) {
			let piece = '';
			for (const row of rows.slice(at, at + ROWS_IN_PIECE)) {
				piece += format.between + format.row(row, columns);
			}
			yield piece;
		}
	}

	private timesIn(rows: readonly IDataObject[]): Pick<SerializedRows, 'firstTime' | 'lastTime'> {
		let firstTime: string | undefined;
		let lastTime: string | undefined;
		if (this.timeField === undefined) return { firstTime, lastTime };
		for (const row of rows) {
			const time = row[this.timeField];
			if (typeof time !== 'string') continue;
			if (firstTime === undefined || time < firstTime) firstTime = time;
			if (lastTime === undefined || time > lastTime) lastTime = time;
		}
		return { firstTime, lastTime };
	}

	private noteLeftOut(rows: readonly IDataObject[]): void {
		const { columns, leftOut } = this;
		if (columns === undefined) return;
		for (const row of rows) {
			for (const name in row) {
				if (columns.has(name) || row[name] === undefined) continue;
				if (leftOut.size < MOST_COLUMNS) leftOut.add(name);
			}
		}
	}
}

function fieldsIn(rows: readonly IDataObject[]): Set<string> {
	const names = new Set<string>();
	for (const row of rows) {
		for (const name in row) {
			if (row[name] !== undefined && names.size < MOST_COLUMNS) names.add(name);
		}
	}
	return names;
}

/** How rows become the text of a file. */
export interface RowFormat {
	extension: string;
	mimeType: string;
	/** The first text of a file; the columns are those of its first rows. */
	head(columns: readonly string[]): string;
	/** The text of a row. */
	row(row: IDataObject, columns: readonly string[]): string;
	/** The text between two rows. */
	between: string;
	tail: string;
	/** Whether only the columns of the head are written. */
	fixedColumns?: boolean;
}

const LINE = '\r\n';

/** CSV by RFC 4180, its formulas defused: a spreadsheet shows them as text. */
const csv: RowFormat = {
	extension: 'csv',
	mimeType: 'text/csv',
	head: (columns) => (columns.length === 0 ? '' : `${columns.map(cell).join(',')}${LINE}`),
	row: (row, columns) => {
		let text = '';
		let before = '';
		for (const column of columns) {
			text += before + cell(row[column]);
			before = ',';
		}
		return text + LINE;
	},
	between: '',
	tail: '',
	fixedColumns: true,
};

const json: RowFormat = {
	extension: 'json',
	mimeType: 'application/json',
	head: () => '[\n',
	row: (row) => JSON.stringify(row),
	between: ',\n',
	tail: '\n]\n',
};

const ndjson: RowFormat = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	head: () => '',
	row: (row) => `${JSON.stringify(row)}\n`,
	between: '',
	tail: '',
};

/** The formats by the value of their choice. */
export const ROW_FORMATS = { csv, json, ndjson } as const;

/** What spreadsheets of some countries take for a separator, beside the ends of cells and lines. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** What begins a formula, behind characters that a spreadsheet skips, and what it takes for one. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u;
/** The same behind what a spreadsheet may take for the end of a cell; `- ` begins an entry of a list. */
const INNER_FORMULA = /(?<!^)([;\t\r\n][\s\p{Cc}\p{Cf}]{0,20})([=@＝＠]|[+\-＋－](?=\S))/gu;
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** A value as a cell: what could run as a formula is made text by an apostrophe. */
function cell(value: IDataObject[string]): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const plain = text.replace(INNER_FORMULA, "$1'$2");
	const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${plain}` : plain;
	return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
