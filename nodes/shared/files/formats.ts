import type { IDataObject } from 'n8n-workflow';

/** How rows become the text of a file. */
export interface RowFormat {
	extension: string;
	mimeType: string;
	/** Whether the columns of the first rows are those of the whole file. */
	hasColumns: boolean;
	/** The first text of a file. */
	head(columns: readonly string[]): string;
	/** The text of a row, with the end of its line. */
	row(row: IDataObject, columns: readonly string[]): string;
}

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** CSV by RFC 4180. A cell that a spreadsheet could run as a formula is made text. */
const csv: RowFormat = {
	extension: 'csv',
	mimeType: 'text/csv',
	hasColumns: true,
	head: (columns) => (columns.length === 0 ? '' : lineOf(columns.map(cell))),
	row: (row, columns) => lineOf(columns.map((column) => cell(row[column]))),
};

const ndjson: RowFormat = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	hasColumns: false,
	head: () => '',
	row: (row) => `${JSON.stringify(row)}\n`,
};

/** The formats by the value of their choice. */
export const ROW_FORMATS = { csv, ndjson } as const;

/** What spreadsheets of some countries take for a separator, and the ends of cells and lines. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** The beginning of a formula, after characters that a spreadsheet skips. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u;
/** The same after what a spreadsheet may take for the end of a cell; `- ` begins an entry of a list. */
const INNER_FORMULA = /(?<!^)([;\t\r\n][\s\p{Cc}\p{Cf}]{0,20})([=@＝＠]|[+\-＋－](?=\S))/gu;
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** A value as a cell. An apostrophe makes text of what could run as a formula. */
function cell(value: IDataObject[string]): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const plain = text.replace(INNER_FORMULA, "$1'$2");
	const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${plain}` : plain;
	return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
