import type { IDataObject } from 'n8n-workflow';

/** The rules by which rows become the text of a file. */
export interface RowFormat {
	extension: string;
	mimeType: string;
	/** The first line of a table, with the columns of its first rows. */
	header?(columns: readonly string[]): string;
	/** The text of a row, with the end of its line. */
	row(row: IDataObject, columns: readonly string[]): string;
}

/** CSV by RFC 4180. An apostrophe disarms a cell that a spreadsheet could run as a formula. */
const csvFormat = (separator: ',' | ';', byteOrderMark: string) => ({
	extension: 'csv',
	mimeType: 'text/csv',
	header: (columns: readonly string[]) =>
		columns.length === 0 ? '' : `${byteOrderMark}${columns.map(toCell).join(separator)}\r\n`,
	row: (row: IDataObject, columns: readonly string[]) =>
		`${columns.map((column) => toCell(row[column])).join(separator)}\r\n`,
});

/** The formats of files. Excel needs the mark to read UTF-8, and semicolons to see columns. */
export const ROW_FORMATS = {
	csv: csvFormat(',', ''),
	excel: csvFormat(';', '\uFEFF'),
	ndjson: {
		extension: 'ndjson',
		mimeType: 'application/x-ndjson',
		row: (row: IDataObject) => `${JSON.stringify(row)}\n`,
	},
} as const satisfies Record<string, RowFormat>;

/** Matches the separators of spreadsheets in all countries, and the ends of cells and lines. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** Finds a formula at the beginning, after characters that a spreadsheet skips. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u;
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

function toCell(value: IDataObject[string]): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
	return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
