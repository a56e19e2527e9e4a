import type { INodeProperties } from 'n8n-workflow';

import { asText, isObject, parseJson, toId, type Id } from '../json';
import { readUserTime, TIME_FORMS } from '../times/userTime';
import { InvalidParameterError, labelsWithValues } from './invalidParameter';

/** Parameters by name. */
export type ParameterValues = Record<string, unknown>;

/** What a picker selects, by its id or by its name. */
export type Reference = { id: Id; name?: undefined } | { name: string; id?: undefined };

/** Where the value of a field comes from. */
export interface ValueOrigin {
	/** IANA name of the time zone of a date-time without one. */
	zone: string;
	/** Whether an expression gave the value. */
	isExpression: boolean;
}

/** The value of a field before it is validated. */
export interface GivenValue extends ValueOrigin {
	raw: unknown;
}

/** What was read of one field. */
export interface FieldReading<T = unknown> {
	/** Undefined if it could not be read; a collection has the members that could be read. */
	value: T;
	error?: Error | undefined;
}

type Validate = (field: INodeProperties, given: GivenValue) => unknown;

/** Texts that are not names are passed on as they are: patterns, queries, sample lines, passwords. */
const isVerbatim = ({ typeOptions }: INodeProperties): boolean =>
	typeOptions?.verbatim === true || typeOptions?.password === true;

function text(field: INodeProperties, given: GivenValue): string {
	const { raw } = given;
	const value = isEmpty(raw)
		? ''
		: typeof raw === 'number' && Number.isFinite(raw)
			? String(raw)
			: raw;
	if (typeof value !== 'string') throw isNot(field, 'text', raw);
	const name = value.trim();
	if (field.required === true && name === '') throw missing(field);
	if (isVerbatim(field)) return value;
	refuseExpression(field, given);
	if (!/\p{Cc}/u.test(name)) return name;
	throw bad(field, 'holds a line break or another control character', 'Remove it.');
}

/** @throws InvalidParameterError for a fixed value with an expression, which n8n does not resolve */
function refuseExpression(field: INodeProperties, { raw, isExpression }: GivenValue): void {
	if (isExpression || typeof raw !== 'string' || !raw.includes('{{')) return;
	throw bad(
		field,
		`looks like an expression: ${shown(field, raw)}`,
		'Switch the field to Expression.',
	);
}

/** The names in a list; empty ones are left out. */
function texts(field: INodeProperties, given: GivenValue): string[] {
	const values = listOf(field, given.raw).map((raw) =>
		text({ ...field, required: false }, { ...given, raw }),
	);
	const names = values.filter((value) => value !== '');
	if (field.required === true && names.length === 0) throw missing(field);
	return names;
}

function number(field: INodeProperties, { raw }: GivenValue): number {
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

/** One of a closed set, in its documented spelling; the case of letters does not matter. */
function choice(field: INodeProperties, { raw }: GivenValue): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const given = typeof raw === 'boolean' ? String(raw) : asText(raw).trim();
	const found = choices.find(({ value }) => String(value).toLowerCase() === given.toLowerCase());
	if (found !== undefined) return found.value;
	const labels = labelsWithValues(choices.map((each) => [each, each.value]));
	throw isNot(field, 'one of its options', raw, `Allowed are ${labels}.`);
}

function flag(field: INodeProperties, { raw }: GivenValue): boolean {
	const value = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw isNot(field, 'true or false', raw);
}

function dateTime(
	field: INodeProperties,
	{ raw, zone, isExpression }: GivenValue,
): string | undefined {
	if (isEmpty(raw)) {
		if (field.required === true || isExpression) throw missing(field);
		return undefined;
	}
	const time = readUserTime(raw, zone);
	if (time === undefined) throw isNot(field, 'a date and time', raw, TIME_FORMS);
	return time;
}

function json(field: INodeProperties, { raw }: GivenValue): unknown {
	if (typeof raw !== 'string') return raw;
	try {
		return parseJson(raw);
	} catch {
		throw bad(field, "isn't valid JSON", 'Allowed is JSON text, or a value from an expression.');
	}
}

/** The value of a picker: an id, a name, or a {@link Reference} if it has both. */
function located(field: INodeProperties, given: GivenValue): string | Id | Reference | undefined {
	const { raw: picked } = given;
	// In a collection, the editor leaves a picker that nobody touched without its mark.
	const { mode, value: raw } =
		isObject(picked) && ('__rl' in picked || 'mode' in picked) ? picked : { value: picked };
	const value = { ...given, raw };
	const has = (name: string): boolean => field.modes?.some((each) => each.name === name) === true;
	if (isEmpty(raw)) {
		if (field.required !== true) return undefined;
		throw missing(field);
	}
	if (!has('id')) return text(field, value);
	if (!has('name')) return id(field, value);
	const isName = mode === 'name' || (mode === undefined && toId(raw) === undefined);
	return isName ? { name: text(field, value) } : { id: id(field, value) };
}

function id(field: INodeProperties, given: GivenValue): Id {
	const value = toId(given.raw);
	if (value !== undefined) return value;
	refuseExpression(field, given);
	const allowed =
		'Allowed are digits only. Give an ID of more than 15 digits as text, since a number would be rounded.';
	throw isNot(field, 'a valid ID', given.raw, allowed);
}

/**
 * Reads one field.
 * @param given called for its value; it may throw
 */
export const readValue = (field: INodeProperties, given: () => GivenValue): FieldReading =>
	attempt(() => readGiven(field, given()));

function readGiven(field: INodeProperties, given: GivenValue): FieldReading {
	if (field.type === 'collection') return readCollection(field, given);
	const read = BY_TYPE[field.type];
	if (read === undefined) throw new TypeError(`No values of the type ${field.type} are read`);
	return { value: read(field, given) };
}

function readCollection(field: INodeProperties, given: GivenValue): FieldReading<ParameterValues> {
	const { raw } = given;
	if (isObject(raw)) {
		return readMembers(field, Object.keys(raw), (name) => ({ ...given, raw: raw[name] }));
	}
	if (!isEmpty(raw)) throw isNot(field, 'a group of fields', raw);
	if (narrows(field) && given.isExpression) throw missing(field);
	return { value: {} };
}

function attempt(read: () => FieldReading): FieldReading {
	try {
		return read();
	} catch (error) {
		return { value: undefined, error: error instanceof Error ? error : new Error(String(error)) };
	}
}

/**
 * Reads the members of a collection that were added, each by itself. A member without a value is left
 * out. In a collection that narrows, a member that an expression leaves empty is refused, so that no
 * item searches more than was intended.
 * @param names of the members that were added
 * @param given called for the value of a member; it may throw
 */
export function readMembers(
	field: INodeProperties,
	names: readonly string[],
	given: (name: string) => GivenValue,
): FieldReading<ParameterValues> {
	const members = (field.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	const values: ParameterValues = {};
	let error = unknownMember(field, members, names);
	for (const member of members.filter(({ name }) => names.includes(name))) {
		const reading = attempt(() => {
			const value = given(member.name);
			return isLeftOut(field, member, value) ? { value: undefined } : readGiven(member, value);
		});
		error ??= reading.error;
		if (reading.value !== undefined || reading.error !== undefined) {
			values[member.name] = reading.value;
		}
	}
	return { value: values, error };
}

const narrows = (field: INodeProperties): boolean => 'narrows' in field;

function unknownMember(
	field: INodeProperties,
	members: readonly INodeProperties[],
	names: readonly string[],
): Error | undefined {
	const unknown = names.find((name) => !members.some((member) => member.name === name));
	if (unknown === undefined) return undefined;
	const labels = labelsWithValues(members.map((member) => [member, member.name]));
	return bad(field, `has no field named ${shown(field, unknown)}`, `Allowed are ${labels}.`);
}

/** @throws InvalidParameterError for a member without a value that needs one */
function isLeftOut(
	field: INodeProperties,
	member: INodeProperties,
	{ raw, isExpression }: GivenValue,
): boolean {
	if (!isEmptyMember(member, raw)) return false;
	const needsValue = member.required === true || member.typeOptions?.needsValue === true;
	if (needsValue || (narrows(field) && isExpression)) throw missing(member);
	return true;
}

function isEmptyMember(member: INodeProperties, raw: unknown): boolean {
	const { type } = member;
	if (type === 'json') return isEmpty(raw);
	const value = isObject(raw) && 'value' in raw ? raw.value : raw;
	if (type === 'fixedCollection' && isObject(value)) {
		return Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0);
	}
	if (Array.isArray(value) || type === 'multiOptions') return listOf(member, value).length === 0;
	return isEmpty(typeof value === 'string' ? value.trim() : value);
}

/** The rows of each group, in which a field without a value has its default. */
function groups(field: INodeProperties, given: GivenValue): ParameterValues {
	const { raw } = given;
	if (isEmpty(raw)) return {};
	if (!isObject(raw)) throw isNot(field, 'rows of fields', raw);
	const values: ParameterValues = {};
	for (const group of field.options ?? []) {
		const rows = raw[group.name];
		if (!('values' in group) || isEmpty(rows)) continue;
		const members = { ...field, options: group.values };
		const defaults = Object.fromEntries(group.values.map((each) => [each.name, each.default]));
		values[group.name] = [rows].flat().map((row: unknown) => {
			const set = isObject(row) ? { ...defaults, ...row } : (row ?? defaults);
			return { ...defaults, ...validateMembers(members, { ...given, raw: set }) };
		});
	}
	return values;
}

/**
 * The members of a collection that have a value.
 * @throws the first error
 */
export function validateMembers(field: INodeProperties, given: GivenValue): ParameterValues {
	const { value, error } = readCollection(field, given);
	if (error !== undefined) throw error;
	return value;
}

const BY_TYPE: Partial<Record<INodeProperties['type'], Validate>> = {
	string: (field, given) =>
		field.typeOptions?.multipleValues === true ? texts(field, given) : text(field, given),
	number,
	boolean: flag,
	dateTime,
	options: choice,
	multiOptions: (field, given) => {
		const read = field.typeOptions?.loadOptionsMethod === undefined ? choice : id;
		return listOf(field, given.raw).map((raw) => read(field, { ...given, raw }));
	},
	resourceLocator: located,
	fixedCollection: groups,
	json,
};

const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** A list as an expression may give it: an array, JSON text of one, or text with commas or lines. */
function listOf(field: INodeProperties, raw: unknown): unknown[] {
	if (Array.isArray(raw)) return raw;
	if (typeof raw !== 'string') return isEmpty(raw) ? [] : [raw];
	if (!raw.trim().startsWith('[')) {
		return raw.split(/[,\r\n]/).filter((part) => part.trim() !== '');
	}
	const list = attempt(() => ({ value: parseJson(raw) })).value;
	if (Array.isArray(list)) return list;
	const allowed = 'Allowed are a list, JSON text of a list, and text with commas or line breaks.';
	throw isNot(field, 'a list', raw, allowed);
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
