import type { IDataObject } from 'n8n-workflow';

/** An id of the service: a whole number; a bigint where a JavaScript number would round it. */
export type Id = number | bigint;

export type Json =
	| null
	| boolean
	| number
	| bigint
	| string
	| readonly Json[]
	| { readonly [key: string]: Json | undefined };

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is an object, as the json of an item is one. */
export const isRow = (value: unknown): value is IDataObject => isObject(value);

/** The `data` object of an answer; empty where it is none. */
export const dataOf = (body: JsonObject): JsonObject => (isObject(body.data) ? body.data : {});

const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON text. Integers that a JavaScript number would round arrive as strings of their
 * digits, so that an id of 19 digits is read as it was written.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
	if (!hasLongNumber(text)) return JSON.parse(text);
	return JSON.parse(withQuotedIntegers(text));
}

/** JSON text with quotes around the integers that a JavaScript number would round. */
function withQuotedIntegers(text: string): string {
	let quoted = '';
	let from = 0;
	STRING_OR_LONG_INTEGER.lastIndex = 0;
	// String.replace calls its function for each string too, which takes four times as long.
	while (STRING_OR_LONG_INTEGER.test(text)) {
		const end = STRING_OR_LONG_INTEGER.lastIndex;
		let start = end;
		while (isDigit(text.charCodeAt(start - 1))) start -= 1;
		if (start === end) continue;
		if (text[start - 1] === '-') start -= 1;
		const integer = text.slice(start, end);
		if (Number.isSafeInteger(Number(integer))) continue;
		quoted += `${text.slice(from, start)}"${integer}"`;
		from = end;
	}
	return quoted + text.slice(from);
}

/**
 * Whether there are 16 digits in a row anywhere, so that a number may be one that JavaScript would
 * round: one of them is at a place that 16 divides.
 */
export function hasLongNumber(text: string): boolean {
	for (let at = 0; at < text.length; at += 16) {
		if (!isDigit(text.charCodeAt(at))) continue;
		let from = at;
		while (isDigit(text.charCodeAt(from - 1))) from -= 1;
		let to = at;
		while (isDigit(text.charCodeAt(to + 1))) to += 1;
		if (to - from >= 15) return true;
	}
	return false;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** JSON text of a value; bigints are written as integers, undefined properties are left out. */
export function toJson(value: Json): string {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (isList(value)) return `[${value.map(toJson).join(',')}]`;
	const members = Object.entries(value).flatMap(([key, member]) =>
		member === undefined ? [] : [`${JSON.stringify(key)}:${toJson(member)}`],
	);
	return `{${members.join(',')}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** The id that a number or a text of digits stands for; undefined when it stands for none. */
export function toId(value: unknown): Id | undefined {
	if (typeof value === 'bigint') return value < 0n ? undefined : value;
	if (typeof value === 'number') {
		return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
	}
	if (typeof value !== 'string' || !/^\s*\d{1,30}\s*$/.test(value)) return undefined;
	const exact = BigInt(value);
	return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact;
}

/** A count of an answer: a whole number that is not negative, or its digits; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
	const count = toId(value);
	return typeof count === 'number' ? count : undefined;
}

/** A text or an id of an answer as text; empty for anything else. */
export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
		? String(value)
		: '';

/** A value as an item can carry it: undefined members left out, large ids as their digits. */
export function shownJson(value: { readonly [key: string]: Json | undefined }): IDataObject {
	const shown: IDataObject = {};
	for (const key in value) {
		const member = value[key];
		if (member !== undefined) shown[key] = shownValue(member);
	}
	return shown;
}

function shownValue(value: Json): IDataObject[string] {
	if (typeof value === 'bigint') return shownId(toId(value.toString()) ?? value);
	if (typeof value !== 'object' || value === null) return value;
	return isList(value) ? value.map(shownValue) : shownJson(value);
}

/** An id as an item can carry it: a number, or its digits where a number would round it. */
export const shownId = (id: Id): number | string => (typeof id === 'bigint' ? id.toString() : id);
