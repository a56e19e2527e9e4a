import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { asText, isObject, parseJson, toId, type Id } from '../json';
import { InvalidParameterError, labelsWithValues } from './invalidParameter';

/** What a picker names by its id, or by its name. */
export type Reference = { id: Id; name?: undefined } | { name: string; id?: undefined };

/** What the declaration of a field does not tell about its value. */
export interface ValueOrigin {
	/** IANA name of the time zone of a date-time without one. */
	zone: string;
	/** Whether an expression gave the value, or a member of it. */
	isExpression: (member?: string) => boolean;
}

export function text(field: INodeProperties, raw: unknown): string {
	const value = typeof raw === 'bigint' || Number.isFinite(raw) ? String(raw) : raw;
	const isNothing = value === undefined || value === null;
	if (isNothing && field.required === true) throw missing(field);
	if (typeof value !== 'string') throw isNot(field, 'text', raw);
	if (/\p{Surrogate}/u.test(value)) {
		throw bad(field, 'holds half of a character', 'Allowed is text of whole characters.');
	}
	if (field.required === true && value.trim() === '') throw missing(field);
	return value;
}

export function number(field: INodeProperties, raw: unknown): number {
	const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
	const { minValue, maxValue } = field.typeOptions ?? {};
	const bounds = [
		minValue === undefined ? '' : `at least ${minValue}`,
		maxValue === undefined ? '' : `at most ${maxValue}`,
	]
		.filter(Boolean)
		.join(' and ');
	const isWhole = field.typeOptions?.numberPrecision === undefined;
	const kind = `a ${isWhole ? 'whole ' : ''}number${bounds === '' ? '' : ` of ${bounds}`}`;
	if (
		typeof value !== 'number' ||
		!(isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) ||
		value < (minValue ?? -Infinity) ||
		value > (maxValue ?? Infinity)
	) {
		throw isNot(field, kind, raw);
	}
	return value;
}

export function flag(field: INodeProperties, raw: unknown): boolean {
	if (raw === true || raw === 'true') return true;
	if (raw === false || raw === 'false') return false;
	throw isNot(field, 'true or false', raw);
}

export function dateTime(
	field: INodeProperties,
	raw: unknown,
	{ zone, isExpression }: ValueOrigin,
): string | undefined {
	if (isEmpty(raw)) {
		if (field.required === true || isExpression()) throw missing(field);
		return undefined;
	}
	// An expression may give a Luxon date-time, which says its own zone, or ms since 1970.
	const moment = isLuxon(raw) ? raw.toISO() : typeof raw === 'number' ? new Date(raw) : raw;
	if (typeof moment === 'string' || moment instanceof Date) {
		const iso = inUtc(moment, zone);
		if (iso !== undefined) return iso;
	}
	throw isNot(
		field,
		'a valid date',
		raw,
		'Allowed is a date and time such as 2026-01-31T08:00:00Z.',
	);
}

const isLuxon = (value: unknown): value is { toISO(): string | null } =>
	isObject(value) && typeof value.toISO === 'function';

/** To the second, as the service counts time: fractions may be refused. */
function inUtc(moment: string | Date, zone: string): string | undefined {
	try {
		const second = tryToParseDateTime(moment, zone).toUTC().startOf('second');
		return second.toISO({ suppressMilliseconds: true }) ?? undefined;
	} catch {
		return undefined;
	}
}

export function json(field: INodeProperties, raw: unknown): unknown {
	if (typeof raw !== 'string') return raw;
	try {
		return parseJson(raw);
	} catch {
		throw bad(field, "isn't valid JSON", 'Allowed is JSON text, or a value from an expression.');
	}
}

export function choice(field: INodeProperties, raw: unknown): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const found =
		typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
			? choices.find(({ value }) => String(value) === String(raw))
			: undefined;
	if (found === undefined) {
		throw isNot(
			field,
			'one of its options',
			raw,
			`Allowed are ${labelsWithValues(choices.map((each) => [each, each.value]))}.`,
		);
	}
	return found.value;
}

export function located(field: INodeProperties, raw: unknown): string | Id | Reference | undefined {
	// In a collection, the editor leaves a picker that nobody touched without its mark.
	const marked = isObject(raw) && ('__rl' in raw || 'mode' in raw) ? raw : { value: raw };
	const { value } = marked;
	const hasMode = (mode: string): boolean =>
		field.modes?.some(({ name }) => name === mode) === true;
	if (isEmpty(value)) {
		if (field.required === false) return undefined;
		throw missing(field);
	}
	if (!hasMode('id')) return text(field, value);
	if (!hasMode('name')) return id(field, value);
	const isName = marked.mode === 'name' || (marked.mode === undefined && toId(value) === undefined);
	return isName ? { name: text(field, value) } : { id: id(field, value) };
}

export function id(field: INodeProperties, raw: unknown): Id {
	const value = toId(raw);
	if (value !== undefined) return value;
	throw isNot(
		field,
		'a valid ID',
		raw,
		'Allowed are digits only. Give an ID of more than 15 digits as text, since a number would be rounded.',
	);
}

export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** A list as an expression may give it: an array, or text with commas. */
export const asList = (raw: unknown): unknown[] => {
	if (Array.isArray(raw)) return raw;
	if (typeof raw !== 'string') return raw === undefined || raw === null ? [] : [raw];
	return raw
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');
};

export const bad = (field: INodeProperties, what: string, allowed: string): InvalidParameterError =>
	new InvalidParameterError(`${field.displayName} ${what}`, allowed);

export const missing = (field: INodeProperties): InvalidParameterError =>
	bad(field, 'is empty', 'Set it, or check that its expression gives a value for this item.');

export const isNot = (
	field: INodeProperties,
	kind: string,
	raw: unknown,
	allowed = `Allowed is ${kind}.`,
): InvalidParameterError => bad(field, `isn't ${kind}: ${shown(field, raw)}`, allowed);

/** A value as a message may show it: short, and never a secret. */
export function shown(field: INodeProperties, raw: unknown): string {
	if (raw === undefined || raw === null) return String(raw);
	if (field.typeOptions?.password === true) return 'what was given';
	if (typeof raw === 'object') return Array.isArray(raw) ? 'a list' : 'an object';
	const whole = typeof raw === 'boolean' ? String(raw) : asText(raw);
	return `'${whole.length > 60 ? `${whole.slice(0, 60)}…` : whole}'`;
}
