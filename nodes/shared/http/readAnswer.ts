import { isObject } from '../json';

/** An HTTP answer. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The text of the body; undefined if it is larger than it may be. */
	text: string | undefined;
	/** How large it may be, in words, if it is larger. */
	most?: string;
	/** What it takes in memory, in bytes as far as its text and its values tell. */
	size?: number;
}

const MEGABYTE = 1_000_000;

/** Megabytes at most in the body of an answer after decompression: 100 of a success, 1 of any other. */
const largestAnswer = (status: number): number => (status >= 200 && status < 300 ? 100 : 1);

/** What the smallest value takes in memory. */
const BYTES_OF_VALUE = 50;

/** Values at most in a body: so many small ones take twenty times the memory of their text. */
const MOST_VALUES = 1_500_000;

/**
 * Levels of lists and objects at most: n8n and a file go through them one inside the other, and each
 * takes a hundred times the memory of its text.
 */
const MOST_LEVELS = 100;

const [COMMA, QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END, TAG] = Buffer.from(',"\\[]{}<');

/**
 * Reads the full response of n8n's helper, whose body is a stream. A body that is too large is not
 * read to its end, nor one that is not complete when `signal` is aborted: its connection is closed.
 * @returns a promise that rejects with the error of the network that ended the stream
 * @throws TypeError, at once, if that is no full response
 */
export function readAnswer(answer: unknown, signal: AbortSignal): Promise<HttpResponse> {
	if (
		!isObject(answer) ||
		typeof answer.statusCode !== 'number' ||
		!isObject(answer.headers) ||
		!isByteStream(answer.body)
	) {
		throw new TypeError('n8n returned no full response');
	}
	const { statusCode: status, headers, body } = answer;
	return textOf(body, largestAnswer(status), signal).then(
		(read) => ({ status, headers, ...read }),
		(error: unknown) => {
			// The head of a lock tells all there is to know.
			if (status === 429) return { status, headers, text: '' };
			throw error;
		},
	);
}

interface ByteStream extends AsyncIterable<Uint8Array> {
	/** Closes the connection, too. */
	destroy?: () => unknown;
}

const isByteStream = (body: unknown): body is ByteStream =>
	isObject(body) && Symbol.asyncIterator in body;

async function textOf(
	body: ByteStream,
	megabytes: number,
	signal: AbortSignal,
): Promise<Pick<HttpResponse, 'text' | 'most' | 'size'>> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	const shape = new Shape();
	// Nothing may come any more that could end the loop.
	const close = (): unknown => body.destroy?.();
	if (signal.aborted) close();
	signal.addEventListener('abort', close);
	try {
		for await (const part of body) {
			bytes += part.length;
			shape.add(part);
			// Leaving the loop destroys the stream.
			if (bytes > megabytes * MEGABYTE) return { text: undefined, most: `${megabytes} MB` };
			if (shape.values > MOST_VALUES) return { text: undefined, most: '1,500,000 values' };
			if (shape.levels > MOST_LEVELS) return { text: undefined, most: `${MOST_LEVELS} levels` };
			text += decoder.decode(part, { stream: true });
		}
	} finally {
		signal.removeEventListener('abort', close);
	}
	const size = Math.max(bytes, shape.values * BYTES_OF_VALUE);
	return { text: text + decoder.decode(), size };
}

/** What a text in JSON will take when it is parsed. */
export class Shape {
	/** Commas, lists and objects, those in texts included. */
	values = 0;
	/** The most lists and objects inside each other; 0 in a web page. */
	levels = 0;
	private open = 0;
	private isPage: boolean | undefined;
	private isInText = false;
	private isEscaped = false;

	add(part: Uint8Array): void {
		this.isPage ??= part.length === 0 ? undefined : part[0] === TAG;
		// An iterator takes ten times as long.
		for (let at = 0; at < part.length; at += 1) {
			const byte = part[at];
			if (byte === COMMA || byte === LIST || byte === OBJECT) this.values += 1;
			if (this.isEscaped) this.isEscaped = false;
			else if (byte === QUOTE) this.isInText = !this.isInText;
			else if (this.isInText) this.isEscaped = byte === BACKSLASH;
			else if (byte === LIST || byte === OBJECT) this.open += 1;
			else if (byte === LIST_END || byte === OBJECT_END) this.open -= 1;
			else continue;
			if (this.open > this.levels && this.isPage !== true) this.levels = this.open;
		}
	}
}
