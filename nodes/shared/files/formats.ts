import type { IDataObject } from 'n8n-workflow';

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
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** A value as a cell: what could run as a formula is made text by an apostrophe. */
function cell(value: IDataObject[string]): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
	return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
