import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { asText, isObject, parseJson, toId, type Id } from '../json';
import { InvalidParameterError, labelsWithValues } from './invalidParameter';

/** What a picker selects, by its id or by its name. */
export type Reference = { id: Id; name?: undefined } | { name: string; id?: undefined };

/** Where the value of a field comes from. */
export interface ValueOrigin {
	/** IANA name of the time zone of a date-time without one. */
	zone: string;
	/** Whether an expression gave the value, or a member of it. */
	isExpression: (member?: string) => boolean;
}

export function text(field: INodeProperties, raw: unknown): string {
	if (isEmpty(raw) && field.required === true) throw missing(field);
	const value = Number.isFinite(raw) ? String(raw) : raw;
	if (typeof value !== 'string') throw isNot(field, 'text', raw);
	if (field.required === true && value.trim() === '') throw missing(field);
	return value;
}

export function number(field: INodeProperties, raw: unknown): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
	const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
	const isNumber = numberPrecision === undefined ? Number.isSafeInteger : Number.isFinite;
	if (typeof value === 'number' && isNumber(value) && value >= minValue && value <= maxValue) {
		return value;
	}
	const bounds = [
		...(minValue === -Infinity ? [] : [`at least ${minValue}`]),
		...(maxValue === Infinity ? [] : [`at most ${maxValue}`]),
	];
	const kind = `a ${numberPrecision === undefined ? 'whole ' : ''}number`;
	throw isNot(field, bounds.length === 0 ? kind : `${kind} of ${bounds.join(' and ')}`, raw);
}

export function flag(field: INodeProperties, raw: unknown): boolean {
	if (raw === true || raw === 'true') return true;
	if (raw === false || raw === 'false') return false;
	throw isNot(field, 'true or false', raw);
}

/** A time in UTC to the second, as the service counts time: it may refuse fractions. */
export function dateTime(
	field: INodeProperties,
	raw: unknown,
	{ zone, isExpression }: ValueOrigin,
): string | undefined {
	if (isEmpty(raw)) {
		if (field.required === true || isExpression()) throw missing(field);
		return undefined;
	}
	// An expression may give a Luxon date-time, which has a zone of its own, or ms since 1970.
	const moment = isLuxon(raw) ? raw.toISO() : typeof raw === 'number' ? new Date(raw) : raw;
	try {
		if (typeof moment === 'string' || moment instanceof Date) {
			const second = tryToParseDateTime(moment, zone).toUTC().startOf('second');
			const iso = second.toISO({ suppressMilliseconds: true });
			if (iso !== null) return iso;
		}
	} catch {
		// It is no time.
	}
	const allowed = 'Allowed is a date and time such as 2026-01-31T08:00:00Z.';
	throw isNot(field, 'a valid date', raw, allowed);
}

const isLuxon = (value: unknown): value is { toISO(): string | null } =>
	isObject(value) && typeof value.toISO === 'function';

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
	const text = typeof raw === 'boolean' ? String(raw) : asText(raw);
	const found = choices.find(({ value }) => String(value) === text);
	if (found !== undefined) return found.value;
	const labels = labelsWithValues(choices.map((each) => [each, each.value]));
	throw isNot(field, 'one of its options', raw, `Allowed are ${labels}.`);
}

/** The value of a picker: an id, a name, or a {@link Reference} if it has both. */
export function located(field: INodeProperties, raw: unknown): string | Id | Reference | undefined {
	// In a collection, the editor leaves a picker that nobody touched without its mark.
	const { mode, value } = isObject(raw) && ('__rl' in raw || 'mode' in raw) ? raw : { value: raw };
	const has = (name: string): boolean => field.modes?.some((each) => each.name === name) === true;
	if (isEmpty(value)) {
		if (field.required === false) return undefined;
		throw missing(field);
	}
	if (!has('id')) return text(field, value);
	if (!has('name')) return id(field, value);
	const isName = mode === 'name' || (mode === undefined && toId(value) === undefined);
	return isName ? { name: text(field, value) } : { id: id(field, value) };
}

export function id(field: INodeProperties, raw: unknown): Id {
	const value = toId(raw);
	if (value !== undefined) return value;
	const allowed =
		'Allowed are digits only. Give an ID of more than 15 digits as text, since a number would be rounded.';
	throw isNot(field, 'a valid ID', raw, allowed);
}

export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** A list as an expression may give it: an array, or text with commas. */
export function asList(raw: unknown): unknown[] {
	if (Array.isArray(raw)) return raw;
	if (typeof raw !== 'string') return isEmpty(raw) ? [] : [raw];
	return raw
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

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
