import type { IDataObject } from 'n8n-workflow';

import { trim } from './texts';

/** An ID of the service: a whole number; a bigint if a JavaScript number would round it. */
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

/** Returns whether a value is an object, as the json of an item must be. */
export const isRow = (value: unknown): value is IDataObject => isObject(value);

/** Copies an object without the properties of these names. */
export function omit<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const copy = { ...object };
	for (const name of names) Reflect.deleteProperty(copy, name);
	return copy;
}

/** Picks the named members of an object, in the order of the names, and leaves out undefined ones. */
export function pick(names: readonly string[], row: IDataObject): IDataObject {
	const picked: IDataObject = {};
	for (const name of names) {
		if (row[name] !== undefined) picked[name] = row[name];
	}
	return picked;
}

/** Returns the `data` object of a response; an empty object if `data` is not an object. */
export const dataOf = (body: JsonObject): JsonObject => (isObject(body.data) ? body.data : {});

/** Matches an integer of 16 to 1,000 digits, inside or outside a string. A longer match would overflow the stack. */
const LONG_INTEGER = /(?<![\w.+-])-?\d{16,1000}(?![\d.eE])/g;

/**
 * Parses JSON text. Integers that a JavaScript number would round become strings of their digits, so that
 * an id of 19 digits keeps each of them. The time grows in proportion to the text.
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
	// The last string before the current number ends at `end`, and the next one begins at `open`.
	let end = 0;
	let open = text.indexOf('"');
	const exact = text.replace(LONG_INTEGER, (number: string, at: number) => {
		while (open >= 0 && open < at) {
			end = endOfString(text, open);
			open = text.indexOf('"', end);
		}
		return end > at || Number.isSafeInteger(Number(number)) ? number : `"${number}"`;
	});
	return JSON.parse(exact);
}

/** Returns the index after the string that begins at `start`; the length of the text if the string never ends. */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let escape = end;
		while (text.charAt(escape - 1) === '\\') escape -= 1;
		if ((end - escape) % 2 === 0) return end + 1;
	}
	return text.length;
}

/** Writes a value as JSON text. Bigints become integers, and undefined properties are left out. */
export function toJson(value: Json): string {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (isJsonArray(value)) return `[${value.map(toJson).join(',')}]`;
	const members = Object.entries(value).flatMap(([key, member]) =>
		member === undefined ? [] : [`${JSON.stringify(key)}:${toJson(member)}`],
	);
	return `{${members.join(',')}}`;
}

const isJsonArray = (value: object): value is readonly Json[] => Array.isArray(value);

/** Reads an ID from a number or from a text of digits; undefined for anything else. */
export function toId(value: unknown): Id | undefined {
	if (typeof value === 'bigint') return value < 0n ? undefined : value;
	if (typeof value === 'number') {
		return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
	}
	const digits = typeof value === 'string' ? trim(value) : '';
	if (!/^\d{1,30}$/.test(digits)) return undefined;
	const exact = BigInt(digits);
	return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact;
}

/** Reads a count: a whole number that is not negative, or its digits; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
	const count = toId(value);
	return typeof count === 'number' ? count : undefined;
}

/** Converts a value for an item: undefined members are left out, and large IDs become their digits. */
export function toItemJson(value: { readonly [key: string]: Json | undefined }): IDataObject {
	const shown: IDataObject = {};
	for (const key in value) {
		const member = value[key];
		if (member !== undefined) shown[key] = toItemValue(member);
	}
	return shown;
}

function toItemValue(value: Json): IDataObject[string] {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value !== 'object' || value === null) return value;
	return isJsonArray(value) ? value.map(toItemValue) : toItemJson(value);
}
