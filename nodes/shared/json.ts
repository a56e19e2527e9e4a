import type { IDataObject } from 'n8n-workflow';

/** An id of the service: a whole number; a bigint if a JavaScript number would round it. */
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

/** Whether a value is an object that holds anything. */
export const hasMembers = (value: unknown): value is JsonObject =>
	isObject(value) && Object.keys(value).length > 0;

/** Whether a value is an object, as the json of an item is one. */
export const isRow = (value: unknown): value is IDataObject => isObject(value);

/** The `data` object of an answer; empty if it is none. */
export const dataOf = (body: JsonObject): JsonObject => (isObject(body.data) ? body.data : {});

/**
 * Parses JSON text. Integers that a JavaScript number would round arrive as strings of their
 * digits, so that an id of 19 digits is read as it was written. Takes time in proportion to the text.
 * @param reviver as JSON.parse takes it
 * @throws SyntaxError when the text is not JSON
 */
export const parseJson = (text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown =>
	JSON.parse(hasLongNumber(text) ? withQuotedIntegers(text) : text, reviver);

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;

/** JSON text with quotes around the integers that a JavaScript number would round. */
function withQuotedIntegers(text: string): string {
	let quoted = '';
	let from = 0;
	for (let at = 0; at < text.length;) {
		const start = at;
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at);
		else if (code !== MINUS && !isDigit(code)) at += 1;
		else {
			at = endOfNumber(text, at);
			if (at - start < 16) continue;
			const number = text.slice(start, at);
			if (!/^-?\d+$/.test(number) || Number.isSafeInteger(Number(number))) continue;
			quoted += `${text.slice(from, start)}"${number}"`;
			from = at;
		}
	}
	return quoted + text.slice(from);
}

/** The place behind the string that begins at `start`; the end of the text if none ends it. */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let escape = end;
		while (text.charCodeAt(escape - 1) === BACKSLASH) escape -= 1;
		if ((end - escape) % 2 === 0) return end + 1;
	}
	return text.length;
}

/** The characters `.`, `+`, `-`, `e` and `E`. */
const NUMBER_SIGNS: ReadonlySet<number> = new Set([46, 43, MINUS, 101, 69]);

function endOfNumber(text: string, start: number): number {
	let end = start;
	while (isDigit(text.charCodeAt(end)) || NUMBER_SIGNS.has(text.charCodeAt(end))) end += 1;
	return end;
}

/** Whether there are 16 digits in a row anywhere: one of them is at a place that 16 divides. */
function hasLongNumber(text: string): boolean {
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

/** An id as an item can carry it: a number, or its digits if a number would round it. */
export const shownId = (id: Id): number | string => (typeof id === 'bigint' ? id.toString() : id);
