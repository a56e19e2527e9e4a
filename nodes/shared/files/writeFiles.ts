import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { RowSerializer, type RowFormat, type SerializedRows } from './serializeRows';

/** What is in a file. */
export interface Contents {
	bytes: number;
	records: number;
	pages: number;
	/** The least and the greatest text in the field of the rows that holds their time. */
	firstTime?: string;
	lastTime?: string;
}

export interface RowFile {
	binary: IBinaryData;
	fileName: string;
	contents: Contents;
}

export interface FileSettings {
	format: RowFormat;
	/** Without its extension; the second file and those after it are numbered. */
	name: string;
	/** Bytes at most in a file, unless a single page has more. */
	maxBytes: number;
	/** The field of a row that holds its time. */
	timeField?: string;
}

/** Bytes that are buffered before n8n is asked whether it takes streams. */
const BUFFERED_BYTES = 8_000_000;

/** Bytes at most in a file if n8n holds each in memory whole: in its database, or in the items. */
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
 * Writes pages of rows into a file, or into parts of a bounded size, holding a few pages at a time.
 * A part ends where a page ends. Without any row, one empty file is written.
 * @returns the files, and the fields of rows that came after the head of the file, which has no column for them
 */
export async function writeRowFiles(
	context: IExecuteFunctions,
	pages: AsyncIterable<readonly IDataObject[]>,
	{ format, name, maxBytes, timeField }: FileSettings,
): Promise<{ files: RowFile[]; leftOut: string[] }> {
	const source = new SerializedPages(inSlices(pages), format, timeField);
	const files: RowFile[] = [];
	let streams: boolean | undefined;
	let limit = maxBytes;
	const helpers: FileHelpers = context.helpers;
	const write = async (body: Buffer | AsyncIterable<Buffer>, contents: Contents): Promise<void> => {
		const number = files.length === 0 ? '' : `-${files.length + 1}`;
		const fileName = `${name}${number}.${format.extension}`;
		const binary = await helpers.prepareBinaryData(body, fileName, format.mimeType);
		files.push({ binary, fileName, contents });
	};
	try {
		do {
			const contents: Contents = { bytes: 0, records: 0, pages: 0 };
			const texts = source.texts(contents, () => limit);
			const buffered: Buffer[] = [];
			let whole = await buffer(texts, buffered, BUFFERED_BYTES);
			if (!whole) {
				streams ??= await takesStreams(context);
				if (!streams) {
					limit = Math.min(maxBytes, MAX_BYTES_IN_MEMORY);
					whole = await buffer(texts, buffered, Infinity);
				}
			}
			await write(whole ? Buffer.concat(buffered) : continued(buffered, texts), contents);
		} while (await source.hasMore());
	} finally {
		await source.close();
	}
	return { files, leftOut: [...source.serializer.leftOut] };
}

/** Rows that become text at once. */
const MOST_ROWS = 5000;

/** Rows of a page, and whether they are its first ones. */
type Slice = { rows: readonly IDataObject[]; isStart: boolean };
type SerializedSlice = SerializedRows & Pick<Slice, 'isStart'>;

/** The rows of pages in slices: n8n does other work between two of them. */
async function* inSlices(
	pages: AsyncIterable<readonly IDataObject[]>,
): AsyncGenerator<Slice, void, undefined> {
	for await (const page of pages) {
		for (let at = 0; at < page.length; at += MOST_ROWS) {
			yield { rows: page.slice(at, at + MOST_ROWS), isStart: at === 0 };
		}
	}
}

/**
 * The text of a page, in one buffer for all pages: memory outside the heap that is thrown away page
 * by page has n8n's whole heap collected again and again.
 */
class PageText {
	private length = 0;
	private bytes = Buffer.alloc(0);

	/** Begins the next page. */
	begin(pieces: Iterable<string>): void {
		this.length = 0;
		for (const piece of pieces) this.add(piece);
	}

	/** The bytes of the page, from one of them on, until the next page is begun. */
	read(from: number): Buffer {
		return this.bytes.subarray(from, this.length);
	}

	private add(text: string): void {
		// A character takes three bytes at most.
		const needed = this.length + text.length * 3;
		if (this.bytes.length < needed) {
			const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
			this.bytes.copy(larger, 0, 0, this.length);
			this.bytes = larger;
		}
		this.length += this.bytes.write(text, this.length);
	}
}

/** The pages as text; the next one is read ahead, since the file it goes into is not known before. */
class SerializedPages {
	private readonly text = new PageText();
	private readonly slices: AsyncIterator<Slice>;
	readonly serializer: RowSerializer;
	private next: SerializedSlice | undefined;

	constructor(
		slices: AsyncIterable<Slice>,
		private readonly format: RowFormat,
		timeField: string | undefined,
	) {
		this.slices = slices[Symbol.asyncIterator]();
		this.serializer = new RowSerializer(format, timeField);
	}

	async hasMore(): Promise<boolean> {
		return (await this.peek()) !== undefined;
	}

	async close(): Promise<void> {
		await this.slices.return?.();
	}

	/** The text of one file, which counts what it holds as it goes. What is yielded is valid until the next. */
	async *texts(contents: Contents, limit: () => number): AsyncGenerator<Buffer, void, undefined> {
		const { format, text } = this;
		const counted = (own: string): Buffer => {
			const bytes = Buffer.from(own);
			contents.bytes += bytes.length;
			return bytes;
		};
		yield counted(format.head((await this.peek())?.columns ?? []));
		for (let page = await this.peek(); page !== undefined; page = await this.peek()) {
			// The first row of a file has none before it.
			const bytes = text.read(contents.records === 0 ? format.between.length : 0);
			if (contents.records > 0 && contents.bytes + bytes.length > limit()) break;
			this.next = undefined;
			contents.bytes += bytes.length;
			if (page.isStart) contents.pages += 1;
			count(contents, page);
			// One text a page: each that is written is a wait of its own.
			yield bytes;
		}
		yield counted(format.tail);
	}

	private async peek(): Promise<SerializedSlice | undefined> {
		if (this.next !== undefined) return this.next;
		const slice = await this.slices.next();
		if (slice.done === true) return undefined;
		const { rows, isStart } = slice.value;
		this.next = { ...this.serializer.serialize(rows), isStart };
		this.text.begin(this.next.pieces);
		return this.next;
	}
}

function count(contents: Contents, { length, firstTime, lastTime }: SerializedRows): void {
	contents.records += length;
	if (firstTime === undefined || lastTime === undefined) return;
	const { firstTime: first = firstTime, lastTime: last = lastTime } = contents;
	contents.firstTime = firstTime < first ? firstTime : first;
	contents.lastTime = lastTime > last ? lastTime : last;
}

/** Takes texts until there are that many bytes; true if that was all of them. */
async function buffer(
	texts: AsyncGenerator<Buffer, void, undefined>,
	into: Buffer[],
	enough: number,
): Promise<boolean> {
	for (let bytes = 0; bytes < enough;) {
		const { value, done } = await texts.next();
		if (done === true) return true;
		into.push(Buffer.from(value));
		bytes += value.length;
	}
	return false;
}

async function* continued(
	begun: Buffer[],
	rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
	for (let text = begun.shift(); text !== undefined; text = begun.shift()) yield text;
	yield* rest;
}

/** Whether n8n writes files as they come: its file store does, and says so in the id of an empty file. */
async function takesStreams({ helpers }: IExecuteFunctions): Promise<boolean> {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.alloc(0), 'empty', 'text/plain');
	return id.startsWith('filesystem');
}
