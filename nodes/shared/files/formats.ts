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

const NEEDS_CARE = /[",\r\n]|^\s*[=+\-@]|^\t/;
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;

/** A value as a cell: what could run as a formula is made text by an apostrophe. */
function cell(value: IDataObject[string]): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	if (!NEEDS_CARE.test(text)) return text;
	const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
