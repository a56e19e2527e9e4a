import { asText, isObject, type JsonObject } from '../json';

/** What the service says of a request that it refuses. */
export interface StatedError {
	code: string;
	title: string;
	detail: string;
}

/**
 * The refusal that an answer states; undefined for an answer that states none. Recognised are the
 * shapes of the interface specification (Errors) and those of related interfaces of its maker:
 * `{code, title, detail}` and `{errorCode, errorMessage}` at the top, below `error` or below `data`
 * of an answer whose status is a failure, `{details: {message}}` and `{ERROR_DESCRIPTION}`; besides, an
 * `error` that is a text beside `data`.
 */
export function statedError(body: JsonObject): StatedError | undefined {
	const { error, status, data } = body;
	// A text alone may be that of a web server.
	const isBesideData = typeof error === 'string' && isObject(data);
	if (isObject(error) || isBesideData) {
		const stated = errorIn(isObject(error) ? error : { detail: error });
		if (stated.code || stated.title || stated.detail) return stated;
	}
	if (isFailure(status)) {
		const { code, title, detail } = errorIn(isObject(data) ? data : {});
		return { code: code || 'failure', title: title || shortText(body.summary), detail };
	}
	if (data !== undefined && data !== null) return undefined;
	const stated = errorIn(body);
	return stated.code || body.ERROR_DESCRIPTION !== undefined ? stated : undefined;
}

/** Characters at most of a text of the service in a message, a hint or a row. */
const LONGEST_TEXT = 2000;

/** A text or a number of a refusal in one line; cut before anything else reads it. */
export const shortText = (value: unknown): string =>
	asText(value)
		.slice(0, LONGEST_TEXT)
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ');

const MOST_TEXTS = 50;

/** The first texts of a refusal, wherever they are in it. */
export function textsOf(body: JsonObject): string[] {
	const texts: string[] = [];
	const queue: unknown[] = [body];
	for (let at = 0; at < Math.min(queue.length, 1000) && texts.length < MOST_TEXTS; at++) {
		const value = queue[at];
		if (typeof value === 'string') texts.push(shortText(value));
		else if (typeof value === 'object' && value !== null) {
			const members: unknown[] = Object.values(value);
			queue.push(...members.slice(0, MOST_TEXTS));
		}
	}
	return texts;
}

const isFailure = (status: unknown): boolean => /^(?:failure|failed|error)$/i.test(asText(status));

function errorIn(shape: JsonObject): StatedError {
	const code = shortText(shape.code ?? shape.errorCode ?? shape.errorcode ?? shape.ERROR_CODE);
	return {
		code: /^\d+$/.test(code) ? code.padStart(8, '0') : code,
		title: shortText(shape.title),
		detail: shortText(
			shape.detail ??
				shape.errorMessage ??
				shape.message ??
				shape.ERROR_DESCRIPTION ??
				(isObject(shape.details) ? shape.details.message : undefined),
		),
	};
}
