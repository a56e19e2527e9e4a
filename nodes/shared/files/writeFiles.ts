import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { endingWith, type Ending } from '../pagination/paginate';

/** What is in a file. */
interface Contents {
	bytes: number;
	records: number;
	/** Pages with rows. */
	pages: number;
}

export interface RowFile {
	binary: IBinaryData;
	fileName: string;
	contents: Contents;
}

export interface FileSettings {
	format: RowFormat;
	/** Without its extension; a number follows if the run has a file of this name. */
	name: string;
	/** Bytes at most in a file, unless a single page has more. */
	maxBytes: number;
}

/** Bytes at most in a file if n8n holds each in memory: in its database, or in the items. */
const MAX_BYTES_IN_MEMORY = 32_000_000;

/** n8n's type asks for buffers and streams; its file store takes whatever fs.writeFile does. */
interface FileHelpers {
	prepareBinaryData(
		body: Buffer | AsyncIterable<Buffer>,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData>;
}

/**
 * Writes pages of rows into a file, or into parts of a bounded size, holding one or two pages at a
 * time. A part ends where a page ends. Without any row, one empty file is written.
 * @param used the names of the files of the run so far, in lower case
 * @returns the files, the fields of rows that a table has no column for, and what ended the pages
 */
export async function writeRowFiles(
	context: IExecuteFunctions,
	pages: AsyncGenerator<readonly IDataObject[], Ending, undefined>,
	{ format, name, maxBytes }: FileSettings,
	used: Set<string>,
): Promise<{ files: RowFile[]; leftOut: string[]; ending: Ending }> {
	const helpers: FileHelpers = context.helpers;
	const takesStreams = await storesFiles(helpers);
	const limit = takesStreams ? maxBytes : Math.min(maxBytes, MAX_BYTES_IN_MEMORY);
	const text = new RowText(format);
	const source: AsyncGenerator<readonly IDataObject[], unknown, undefined> = pages;
	let ending = endingWith();
	/** The next page with rows as bytes, which are valid until the one after it is read. */
	const read = async (): Promise<Page | undefined> => {
		for (;;) {
			const page = await pages.next();
			if (page.done === true) {
				ending = page.value;
				return undefined;
			}
			const records = page.value.length;
			if (records > 0) return { records, bytes: text.bytesOf(page.value) };
		}
	};
	let next: Page | undefined;
	/** The bytes of one file, counted into `contents`. */
	async function* bytesOf(contents: Contents): AsyncGenerator<Buffer, void, undefined> {
		if (next === undefined) return;
		const head = text.head();
		contents.bytes += head.length;
		yield head;
		do {
			const { records, bytes } = next;
			contents.bytes += bytes.length;
			contents.records += records;
			contents.pages += 1;
			yield bytes;
			next = await read();
		} while (next !== undefined && contents.bytes + next.bytes.length <= limit);
	}
	const files: RowFile[] = [];
	try {
		next = await read();
		do {
			const contents: Contents = { bytes: 0, records: 0, pages: 0 };
			const bytes = bytesOf(contents);
			const fileName = unusedName(name, format.extension, used);
			const body = takesStreams ? bytes : await wholeOf(bytes);
			const binary = await helpers.prepareBinaryData(body, fileName, format.mimeType);
			files.push({ binary, fileName, contents });
		} while (next !== undefined);
	} finally {
		await source.return(undefined);
	}
	return { files, leftOut: [...text.leftOut], ending };
}

/** A file name with the first number that no other file of the run has; the first file has none. */
function unusedName(name: string, extension: string, used: Set<string>): string {
	for (let number = 1; ; number++) {
		const fileName = `${name}${number === 1 ? '' : `-${number}`}.${extension}`;
		// File systems may ignore case.
		if (used.has(fileName.toLowerCase())) continue;
		used.add(fileName.toLowerCase());
		return fileName;
	}
}

interface Page {
	records: number;
	bytes: Buffer;
}

/** Whether n8n writes files as they come: its file store does, and says so in the id of a file. */
async function storesFiles(helpers: FileHelpers): Promise<boolean> {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.alloc(0), 'empty', 'text/plain');
	return id.startsWith('filesystem');
}

async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
	const copies: Buffer[] = [];
	for await (const each of bytes) copies.push(Buffer.from(each));
	return Buffer.concat(copies);
}

/** Rows that become one string at once: such a string is cheap to throw away. */
const ROWS_AT_ONCE = 100;

/** Rows as the text of a file. */
class RowText {
	/** Fields of rows that a table has no column for. */
	readonly leftOut = new Set<string>();
	/** The columns of every file, which are the fields of the first page with rows. */
	private columns: ReadonlySet<string> | undefined;
	/** One for all pages: with one for each, Node collects the whole heap of n8n again and again. */
	private buffer = Buffer.alloc(0);

	constructor(private readonly format: RowFormat) {}

	/** The first bytes of each file, once the first rows are known. */
	head(): Buffer {
		return Buffer.from(this.format.head([...(this.columns ?? [])]));
	}

	/** The bytes of rows, which are valid until the next ones. */
	bytesOf(rows: readonly IDataObject[]): Buffer {
		const known = (this.columns ??= new Set(rows.flatMap(namesIn)));
		const columns = [...known];
		let length = 0;
		for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
			const some = rows.slice(at, at + ROWS_AT_ONCE);
			const text = some.map((row) => this.format.row(row, columns)).join('');
			// A character takes at most three bytes.
			this.grow(length + text.length * 3);
			length += this.buffer.write(text, length);
		}
		if (this.format.hasColumns) {
			for (const row of rows) {
				for (const name of namesIn(row)) if (!known.has(name)) this.leftOut.add(name);
			}
		}
		return this.buffer.subarray(0, length);
	}

	private grow(needed: number): void {
		if (this.buffer.length >= needed) return;
		const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
		this.buffer.copy(larger);
		this.buffer = larger;
	}
}

const namesIn = (row: IDataObject): string[] =>
	Object.keys(row).filter((name) => row[name] !== undefined);

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

/** CSV by RFC 4180. A cell that a spreadsheet could run as a formula is made text. */
const csvWith = (separator: ',' | ';', byteOrderMark: string): RowFormat => ({
	extension: 'csv',
	mimeType: 'text/csv',
	hasColumns: true,
	head: (columns) =>
		columns.length === 0 ? '' : `${byteOrderMark}${columns.map(cell).join(separator)}\r\n`,
	row: (row, columns) => `${columns.map((column) => cell(row[column])).join(separator)}\r\n`,
});

const ndjson: RowFormat = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	hasColumns: false,
	head: () => '',
	row: (row) => `${JSON.stringify(row)}\n`,
};

/** The formats of files; Excel needs the mark for UTF-8, and opens semicolons in columns. */
export const ROW_FORMATS = {
	csv: csvWith(',', ''),
	excel: csvWith(';', '\uFEFF'),
	ndjson,
} as const;

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
