import { isObject } from '../json';

/** An HTTP answer. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The text of the body; undefined if it is larger than it may be. */
	text: string | undefined;
	/** How large it may be, in words, if it is larger. */
	most?: string;
}

const MEGABYTE = 1_000_000;

/** Megabytes at most in the body of an answer after decompression: 100 of a success, 1 of any other. */
const largestAnswer = (status: number): number => (status >= 200 && status < 300 ? 100 : 1);

/** Commas at most in a body: so many small values take twenty times the memory of their text. */
const MOST_COMMAS = 3_000_000;
const COMMA = ','.charCodeAt(0);

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
	return textOf(body, largestAnswer(status), signal).then((read) => ({ status, headers, ...read }));
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
): Promise<Pick<HttpResponse, 'text' | 'most'>> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	let commas = 0;
	// Nothing may come any more that could end the loop.
	const close = (): unknown => body.destroy?.();
	if (signal.aborted) close();
	signal.addEventListener('abort', close);
	try {
		for await (const part of body) {
			bytes += part.length;
			commas += commasIn(part);
			// Leaving the loop destroys the stream.
			if (bytes > megabytes * MEGABYTE) return { text: undefined, most: `${megabytes} MB` };
			if (commas > MOST_COMMAS) return { text: undefined, most: '3,000,000 values' };
			text += decoder.decode(part, { stream: true });
		}
	} finally {
		signal.removeEventListener('abort', close);
	}
	return { text: text + decoder.decode() };
}

function commasIn(part: Uint8Array): number {
	let count = 0;
	// An iterator takes ten times as long.
	for (let at = 0; at < part.length; at += 1) if (part[at] === COMMA) count += 1;
	return count;
}
