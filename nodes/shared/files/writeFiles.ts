import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RowPages } from '../pagination/pages';
import { shortText, valueText } from '../texts';
import type { RowFormat } from './rowFormats';

interface RowFile extends FileCounts {
	binary: IBinaryData;
	fileName: string;
}

interface FileCounts {
	bytes: number;
	recordCount: number;
}

export interface FileSettings {
	format: RowFormat;
	/** Without the extension; a number follows if the run already has a file of this name. */
	name: string;
	/** The columns that every table has. Each row has them as keys, perhaps with undefined values. */
	columns: readonly string[];
	/** The bound on the size of a file, unless a single page is larger. */
	maxBytes: number;
	/** The name of the item's binary field. */
	field: string;
}

/** The maximum size of a file if n8n keeps files in memory or in its database. */
const MAX_BYTES_IN_MEMORY = 32_000_000;

/** n8n's type names buffers and streams, but its file store takes whatever fs.writeFile takes. */
interface FileHelpers {
	prepareBinaryData(
		body: Buffer | AsyncIterable<Buffer>,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData>;
}

/** The files, and texts about what is missing in them. */
interface WrittenRows {
	files: RowFile[];
	missing: string[];
}

/** Writes the files of one run, which have different names. */
export class FileWriter {
	/** The names in lower case, since file systems may ignore case. */
	private readonly usedNames = new Set<string>();
	private probe: Promise<boolean> | undefined;

	constructor(private readonly helpers: FileHelpers) {}

	/** Returns whether n8n streams files into its file store. Otherwise it keeps them in memory. */
	readonly streamsFiles = async (): Promise<boolean> =>
		await (this.probe ??= storesFiles(this.helpers));

	/**
	 * Writes pages of rows into one file, or into several of a bounded size. A file ends where a page ends. Without
	 * rows, there is one file that has none. One page is in memory at a time, and the current file if n8n does not stream
	 * files.
	 */
	async write(
		pages: RowPages,
		{ format, name, columns, maxBytes }: FileSettings,
	): Promise<WrittenRows> {
		const isStreamed = await this.streamsFiles();
		const limit = isStreamed ? maxBytes : Math.min(maxBytes, MAX_BYTES_IN_MEMORY);
		const encoder = new RowEncoder(format, columns);
		const written: WrittenRows = { files: [], missing: [] };
		/** Yields the pages with rows. The bytes of a page are valid until the next one is read. */
		async function* encodePages(): AsyncGenerator<EncodedPage, void, undefined> {
			for await (const { rows, missing = [] } of pages) {
				written.missing.push(...missing);
				if (rows.length > 0) yield { recordCount: rows.length, bytes: encoder.encode(rows) };
			}
		}
		const encoded = encodePages();
		// The page that no file holds yet: a header names its columns, and a file ends before the page that does not fit.
		let page = await encoded.next();
		/** Yields the bytes of one file and counts them in `contents`. */
		async function* bytesOf(contents: FileCounts): AsyncGenerator<Buffer, void, undefined> {
			const header = encoder.header();
			contents.bytes += header.length;
			yield header;
			while (
				page.done !== true &&
				(contents.recordCount === 0 || contents.bytes + page.value.bytes.length <= limit)
			) {
				const { recordCount, bytes } = page.value;
				contents.bytes += bytes.length;
				contents.recordCount += recordCount;
				yield bytes;
				page = await encoded.next();
			}
		}
		try {
			do {
				const contents: FileCounts = { bytes: 0, recordCount: 0 };
				const bytes = bytesOf(contents);
				const fileName = this.claimName(name, format.extension);
				const body = isStreamed ? bytes : await toBuffer(bytes);
				const binary = await this.helpers.prepareBinaryData(body, fileName, format.mimeType);
				written.files.push({ binary, fileName, ...contents });
			} while (page.done !== true);
		} finally {
			await encoded.return();
		}
		const { omittedFields } = encoder;
		if (omittedFields.size > 0) {
			const names = shortText([...omittedFields].map(valueText).join(', '));
			written.missing.push(
				`The table has no column for fields that the first page did not have: ${names}. Use NDJSON to keep all fields`,
			);
		}
		return written;
	}

	/** Returns a file name that the run does not use yet, if necessary with a number, and marks it as used. */
	private claimName(name: string, extension: string): string {
		let fileName = `${name}.${extension}`;
		for (let number = 2; this.usedNames.has(fileName.toLowerCase()); number++) {
			fileName = `${name}-${number}.${extension}`;
		}
		this.usedNames.add(fileName.toLowerCase());
		return fileName;
	}
}

/** Makes one item per file: its name, its counts, and what is missing from all files together. */
export const fileItems = (
	{ files, missing }: WrittenRows,
	field: string,
	item: number,
): INodeExecutionData[] =>
	files.map(({ binary, fileName, recordCount, bytes }, index) => ({
		json: {
			file_name: fileName,
			records: recordCount,
			complete: missing.length === 0,
			missing: missing.join('. '),
			details: { part: index + 1, parts: files.length, bytes },
		},
		binary: { [field]: binary },
		pairedItem: { item },
	}));

interface EncodedPage {
	recordCount: number;
	bytes: Buffer;
}

/** Stores an empty file, whose ID shows where n8n keeps files. */
async function storesFiles(helpers: FileHelpers): Promise<boolean> {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.alloc(0), 'empty', 'text/plain');
	return id.startsWith('filesystem');
}

async function toBuffer(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
	const copies: Buffer[] = [];
	for await (const chunk of bytes) copies.push(Buffer.from(chunk));
	return Buffer.concat(copies);
}

class RowEncoder {
	/** The fields of rows that a table has no column for. */
	readonly omittedFields = new Set<string>();
	/** The columns of every file: the documented ones, and the other fields of the first page with rows. */
	private columns: ReadonlySet<string> | undefined;
	/** Shared by all pages: one buffer per page makes Node collect n8n's whole heap again and again. */
	private buffer = Buffer.alloc(0);

	constructor(
		private readonly format: RowFormat,
		private readonly documented: readonly string[],
	) {}

	/** Returns the header of a file, once the first page with rows was encoded, whose columns it names. */
	header(): Buffer {
		return Buffer.from(this.format.header?.([...(this.columns ?? this.documented)]) ?? '');
	}

	/** Encodes rows. The bytes are valid until the next call. */
	encode(rows: readonly IDataObject[]): Buffer {
		const columnSet = (this.columns ??= this.columnsOf(rows));
		const columns = [...columnSet];
		const text = rows.map((row) => this.format.row(row, columns)).join('');
		// A character takes at most three bytes.
		if (this.buffer.length < text.length * 3) this.buffer = Buffer.allocUnsafe(text.length * 3);
		if (this.format.header !== undefined) {
			for (const row of rows) {
				for (const name in row) {
					if (row[name] !== undefined && !columnSet.has(name)) this.omittedFields.add(name);
				}
			}
		}
		return this.buffer.subarray(0, this.buffer.write(text));
	}

	/** Returns the columns of rows, in their order. One array of all names would block n8n for long. */
	private columnsOf(rows: readonly IDataObject[]): ReadonlySet<string> {
		const columns = new Set<string>();
		for (const row of rows) {
			for (const name of Object.keys(row)) {
				if (row[name] !== undefined || this.documented.includes(name)) columns.add(name);
			}
		}
		return columns;
	}
}
