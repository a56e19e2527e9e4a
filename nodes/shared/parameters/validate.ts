import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { asText, isObject, parseJson, toId, type Id } from '../json';
import { InvalidParameterError, labelsWithValues } from './invalidParameter';

/** Parameters by name. */
export type ParameterValues = Record<string, unknown>;

/** What a picker selects, by its id or by its name. */
export type Reference = { id: Id; name?: undefined } | { name: string; id?: undefined };

/** Where the value of a field comes from. */
export interface ValueOrigin {
	/** IANA name of the time zone of a date-time without one. */
	zone: string;
	/** Whether an expression gave the value, or a member of it. */
	isExpression: (member?: string) => boolean;
}

type Validate = (field: INodeProperties, raw: unknown, origin: ValueOrigin) => unknown;

/**
 * The value of a field as its operation gets it, validated by the field's declaration.
 * @throws InvalidParameterError
 */
export const validate: Validate = (field, raw, origin) => {
	const byType = BY_TYPE[field.type];
	if (byType === undefined) throw new TypeError(`No values of the type ${field.type} are read`);
	return byType(field, raw, origin);
};

function text(field: INodeProperties, raw: unknown): string {
	if (isEmpty(raw) && field.required === true) throw missing(field);
	const value = Number.isFinite(raw) ? String(raw) : raw;
	if (typeof value !== 'string') throw isNot(field, 'text', raw);
	if (field.required === true && value.trim() === '') throw missing(field);
	return value;
}

function texts(field: INodeProperties, raw: unknown): string[] {
	const values = asList(raw).map((value) => text(field, value));
	if (field.required === true && values.length === 0) throw missing(field);
	return values;
}

function number(field: INodeProperties, raw: unknown): number {
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

function flag(field: INodeProperties, raw: unknown): boolean {
	if (raw === true || raw === 'true') return true;
	if (raw === false || raw === 'false') return false;
	throw isNot(field, 'true or false', raw);
}

/** A time in UTC to the second, as the service counts time: it may refuse fractions. */
function dateTime(
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

function json(field: INodeProperties, raw: unknown): unknown {
	if (typeof raw !== 'string') return raw;
	try {
		return parseJson(raw);
	} catch {
		throw bad(field, "isn't valid JSON", 'Allowed is JSON text, or a value from an expression.');
	}
}

function choice(field: INodeProperties, raw: unknown): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const given = typeof raw === 'boolean' ? String(raw) : asText(raw);
	const found = choices.find(({ value }) => String(value) === given);
	if (found !== undefined) return found.value;
	const labels = labelsWithValues(choices.map((each) => [each, each.value]));
	throw isNot(field, 'one of its options', raw, `Allowed are ${labels}.`);
}

/** The value of a picker: an id, a name, or a {@link Reference} if it has both. */
function located(field: INodeProperties, raw: unknown): string | Id | Reference | undefined {
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

function id(field: INodeProperties, raw: unknown): Id {
	const value = toId(raw);
	if (value !== undefined) return value;
	const allowed =
		'Allowed are digits only. Give an ID of more than 15 digits as text, since a number would be rounded.';
	throw isNot(field, 'a valid ID', raw, allowed);
}

/**
 * The members of a collection that were added. An empty filter narrows nothing: if it was left empty
 * by hand, it is dropped; if an expression leaves it empty, it is refused, so that no item searches
 * more than was meant.
 */
function collection(field: INodeProperties, raw: unknown, origin: ValueOrigin): ParameterValues {
	const fields = (field.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	if (!('narrows' in field)) return validateMembers(field, fields, raw, origin);
	if (isEmpty(raw) && origin.isExpression()) throw missing(field);
	if (!isObject(raw)) return validateMembers(field, fields, raw, origin);
	const given = Object.entries(raw).filter(([name, value]) => {
		const member = fields.find((each) => each.name === name);
		if (member === undefined || !isEmptyFilter(member, value)) return true;
		if (origin.isExpression(name)) throw missing(member);
		return false;
	});
	return validateMembers(field, fields, Object.fromEntries(given), origin);
}

function isEmptyFilter({ type }: INodeProperties, raw: unknown): boolean {
	const value = isObject(raw) && 'value' in raw ? raw.value : raw;
	if (type === 'fixedCollection' && isObject(value)) {
		return Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0);
	}
	if (Array.isArray(value) || type === 'multiOptions') return asList(value).length === 0;
	return isEmpty(typeof value === 'string' ? value.trim() : value);
}

/**
 * The values of fields that belong together, each validated by its own declaration.
 * @param field what messages name if the group itself is wrong
 * @throws InvalidParameterError
 */
export function validateMembers(
	field: INodeProperties,
	fields: readonly INodeProperties[],
	raw: unknown,
	origin: ValueOrigin,
): ParameterValues {
	if (isEmpty(raw)) return {};
	if (!isObject(raw)) throw isNot(field, 'a group of fields', raw);
	const unknown = Object.keys(raw).find((name) => !fields.some((each) => each.name === name));
	if (unknown !== undefined) {
		const labels = labelsWithValues(fields.map((each) => [each, each.name]));
		throw bad(field, `has no field named ${shown(field, unknown)}`, `Allowed are ${labels}.`);
	}
	const values: ParameterValues = {};
	for (const member of fields.filter(({ name }) => name in raw)) {
		const isExpression = (): boolean => origin.isExpression(member.name);
		values[member.name] = validate(member, raw[member.name], { ...origin, isExpression });
	}
	return values;
}

/** The rows of each group, in which a field that is not set has its default. */
function groups(field: INodeProperties, raw: unknown, origin: ValueOrigin): ParameterValues {
	if (isEmpty(raw)) return {};
	if (!isObject(raw)) throw isNot(field, 'rows of fields', raw);
	const values: ParameterValues = {};
	for (const group of field.options ?? []) {
		const rows = raw[group.name];
		if (!('values' in group) || rows === undefined) continue;
		const defaults = Object.fromEntries(group.values.map((each) => [each.name, each.default]));
		values[group.name] = [rows]
			.flat()
			.map((row: unknown) =>
				validateMembers(field, group.values, isObject(row) ? { ...defaults, ...row } : row, origin),
			);
	}
	return values;
}

const BY_TYPE: Partial<Record<INodeProperties['type'], Validate>> = {
	string: (field, raw) =>
		field.typeOptions?.multipleValues === true ? texts(field, raw) : text(field, raw),
	number,
	boolean: flag,
	dateTime,
	options: choice,
	multiOptions: (field, raw) => {
		const one = field.typeOptions?.loadOptionsMethod === undefined ? choice : id;
		return asList(raw).map((value) => one(field, value));
	},
	resourceLocator: located,
	collection,
	fixedCollection: groups,
	json,
};

const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** A list as an expression may give it: an array, or text with commas. */
function asList(raw: unknown): unknown[] {
	if (Array.isArray(raw)) return raw;
	if (typeof raw !== 'string') return isEmpty(raw) ? [] : [raw];
	return raw
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

const bad = (field: INodeProperties, what: string, allowed: string): InvalidParameterError =>
	new InvalidParameterError(`${field.displayName} ${what}`, allowed);

const missing = (field: INodeProperties): InvalidParameterError =>
	bad(field, 'is empty', 'Set it, or check that its expression gives a value for this item.');

const isNot = (
	field: INodeProperties,
	kind: string,
	raw: unknown,
	allowed = `Allowed is ${kind}.`,
): InvalidParameterError => bad(field, `isn't ${kind}: ${shown(field, raw)}`, allowed);

/** A value as a message may show it: short, and never a secret. */
function shown(field: INodeProperties, raw: unknown): string {
	if (raw === undefined || raw === null) return String(raw);
	if (field.typeOptions?.password === true) return 'what was given';
	if (typeof raw === 'object') return Array.isArray(raw) ? 'a list' : 'an object';
	const whole = typeof raw === 'boolean' ? String(raw) : asText(raw);
	return `'${whole.length > 60 ? `${whole.slice(0, 60)}…` : whole}'`;
}
