import { isObject } from '../json';

/** An HTTP answer. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The text of the body; undefined if it is larger than it may be. */
	text: string | undefined;
	/** Bytes of the body, as far as it was read. */
	size?: number;
}

const MEGABYTE = 1_000_000;

/** Megabytes at most in the body of an answer after decompression: 50 of a success, 1 of any other. */
export const mostMegabytes = (status: number): number => (status >= 200 && status < 300 ? 50 : 1);

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
	const most = mostMegabytes(status) * MEGABYTE;
	return textOf(body, most, signal).then((read) => ({ status, headers, ...read }));
}

interface ByteStream extends AsyncIterable<Uint8Array> {
	/** Closes the connection, too. */
	destroy?: () => unknown;
}

const isByteStream = (body: unknown): body is ByteStream =>
	isObject(body) && Symbol.asyncIterator in body;

async function textOf(
	body: ByteStream,
	most: number,
	signal: AbortSignal,
): Promise<{ text: string | undefined; size: number }> {
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	// Nothing may come any more that could end the loop.
	const close = (): unknown => body.destroy?.();
	if (signal.aborted) close();
	signal.addEventListener('abort', close);
	try {
		for await (const part of body) {
			size += part.length;
			// Leaving the loop destroys the stream.
			if (size > most) return { text: undefined, size };
			text += decoder.decode(part, { stream: true });
		}
	} finally {
		signal.removeEventListener('abort', close);
	}
	return { text: text + decoder.decode(), size };
}
