import type { INodeProperties } from 'n8n-workflow';

import { asText, isObject, parseJson, toId, type Id } from '../json';
import { readUserTime, TIME_FORMS } from '../times/userTime';
import { InvalidParameterError, labelsWithValues } from './invalidParameter';

/** Parameters by name. */
export type ParameterValues = Record<string, unknown>;

/** What a picker selects, by its id or by its name. */
export type Reference = { id: Id; name?: undefined } | { name: string; id?: undefined };

/** The value of a field before it is validated. */
export interface GivenValue {
	raw: unknown;
	/** Whether an expression gave it. */
	isExpression: boolean;
	/** The IANA name of the zone of a time without one. */
	zone: string;
}

/** What was read of one field. */
export interface FieldReading<T = unknown> {
	/** Undefined if it could not be read; a collection has the members that could be read. */
	value: T;
	error?: Error | undefined;
}

/**
 * Reads one field by its declaration.
 * @param given called for its value; it may throw
 */
export const readField = (field: INodeProperties, given: () => GivenValue): FieldReading =>
	attempt(() => validate(field, given()));

function attempt(read: () => FieldReading): FieldReading {
	try {
		return read();
	} catch (error) {
		return { value: undefined, error: error instanceof Error ? error : new Error(String(error)) };
	}
}

/** @throws InvalidParameterError, unless the field is a collection with a member that is not allowed */
function validate(field: INodeProperties, given: GivenValue): FieldReading {
	if (field.type === 'collection') return readCollection(field, given);
	if (needsValue(field) && isEmpty(field, given.raw)) throw emptyError(field);
	const valueOf = VALUE_OF[field.type];
	if (valueOf === undefined) throw new TypeError(`No values of the type ${field.type} are read`);
	return { value: valueOf(field, given) };
}

function readCollection(field: INodeProperties, given: GivenValue): FieldReading<ParameterValues> {
	const { raw } = given;
	if (isObject(raw)) {
		return readMembers(field, Object.keys(raw), (name) => ({ ...given, raw: raw[name] }));
	}
	if (!isBlank(raw)) throw wrongKindError(field, 'a group of fields', raw);
	if (narrows(field) && given.isExpression) throw emptyError(field);
	return { value: {} };
}

/**
 * Reads the members of a collection that were added, each by itself. A member without a value is left
 * out. If the collection narrows a search, a member that an expression leaves empty is refused, so that
 * no item finds more than intended.
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
		const reading = attempt(() => readMember(field, member, given(member.name)));
		error ??= reading.error;
		if (reading.value === undefined && reading.error === undefined) continue;
		values[member.name] = reading.value;
	}
	return { value: values, error };
}

function readMember(
	field: INodeProperties,
	member: INodeProperties,
	given: GivenValue,
): FieldReading {
	if (!isEmpty(member, given.raw) || needsValue(member)) return validate(member, given);
	if (narrows(field) && given.isExpression) throw emptyError(member);
	return { value: undefined };
}

function unknownMember(
	field: INodeProperties,
	members: readonly INodeProperties[],
	names: readonly string[],
): Error | undefined {
	const unknown = names.find((name) => !members.some((member) => member.name === name));
	if (unknown === undefined) return undefined;
	const labels = labelsWithValues(members.map((member) => [member, member.name]));
	return invalid(
		field,
		`has no field named ${describeValue(field, unknown)}`,
		`Allowed are ${labels}.`,
	);
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

const narrows = (field: INodeProperties): boolean => 'narrows' in field;

/** n8n checks `required` inside collections at a wrong path, so members have a mark of this package. */
const needsValue = ({ required, typeOptions }: INodeProperties): boolean =>
	required === true || typeOptions?.needsValue === true;

function isEmpty(field: INodeProperties, raw: unknown): boolean {
	if (field.type === 'json') return isBlank(raw);
	const value = isObject(raw) && 'value' in raw ? raw.value : raw;
	if (field.type === 'fixedCollection' && isObject(value)) {
		return Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0);
	}
	return isList(field) || Array.isArray(value) ? listOf(field, value).length === 0 : isBlank(value);
}

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const isList = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'multiOptions' || (type === 'string' && typeOptions?.multipleValues === true);

/** A list as an expression may give it: an array, JSON text of one, or text with commas or lines. */
function listOf(field: INodeProperties, raw: unknown): unknown[] {
	const isJson = typeof raw === 'string' && raw.trim().startsWith('[');
	const list = isJson ? attempt(() => ({ value: parseJson(raw) })).value : raw;
	if (isJson && !Array.isArray(list)) {
		const allowed = 'Allowed are a list, JSON text of a list, and text with commas or line breaks.';
		throw wrongKindError(field, 'a list', raw, allowed);
	}
	const entries = typeof list === 'string' ? list.split(/[,\r\n]/) : [list].flat();
	return entries.filter((entry) => !isBlank(entry));
}

type ValueOf = (field: INodeProperties, given: GivenValue) => unknown;

const VALUE_OF: Partial<Record<INodeProperties['type'], ValueOf>> = {
	string: (field, given) => (isList(field) ? eachOf(text)(field, given) : text(field, given)),
	number,
	boolean,
	dateTime,
	options: choice,
	multiOptions: (field, given) =>
		eachOf(field.typeOptions?.loadOptionsMethod === undefined ? choice : id)(field, given),
	resourceLocator: located,
	fixedCollection: groups,
	json,
};

/** Reads the values of a list, each once. */
const eachOf =
	(valueOf: ValueOf): ValueOf =>
	(field, given) => [
		...new Set(listOf(field, given.raw).map((raw) => valueOf(field, { ...given, raw }))),
	];

/** A name without the blanks around it, or a verbatim text as it is. */
function text(field: INodeProperties, given: GivenValue): string {
	const { raw } = given;
	const value = isBlank(raw) ? '' : Number.isFinite(raw) ? asText(raw) : raw;
	if (typeof value !== 'string') throw wrongKindError(field, 'text', raw);
	if (field.typeOptions?.verbatim === true || field.typeOptions?.password === true) return value;
	refuseExpression(field, given);
	const name = value.trim();
	if (!/\p{Cc}/u.test(name)) return name;
	throw invalid(field, 'holds a line break or another control character', 'Remove it.');
}

/** @throws InvalidParameterError for a fixed value with an expression, which n8n does not resolve */
function refuseExpression(field: INodeProperties, { raw, isExpression }: GivenValue): void {
	if (isExpression || !asText(raw).includes('{{')) return;
	const what = `looks like an expression: ${describeValue(field, raw)}`;
	throw invalid(field, what, 'Switch the field to Expression.');
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
	throw wrongKindError(
		field,
		bounds.length === 0 ? kind : `${kind} of ${bounds.join(' and ')}`,
		raw,
	);
}

function boolean(field: INodeProperties, { raw }: GivenValue): boolean {
	const value = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw wrongKindError(field, 'true or false', raw);
}

function dateTime(
	field: INodeProperties,
	{ raw, zone, isExpression }: GivenValue,
): string | undefined {
	if (isBlank(raw) && isExpression) throw emptyError(field);
	if (isBlank(raw)) return undefined;
	const time = readUserTime(raw, zone);
	if (time === undefined) throw wrongKindError(field, 'a date and time', raw, TIME_FORMS);
	return time;
}

/** One of a closed set, in its documented spelling; the case of letters does not matter. */
function choice(field: INodeProperties, { raw }: GivenValue): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const given = typeof raw === 'boolean' ? String(raw) : asText(raw).trim();
	const found = choices.find(({ value }) => String(value).toLowerCase() === given.toLowerCase());
	if (found !== undefined) return found.value;
	const labels = labelsWithValues(choices.map((each) => [each, each.value]));
	throw wrongKindError(field, 'one of its options', raw, `Allowed are ${labels}.`);
}

function json(field: INodeProperties, { raw }: GivenValue): unknown {
	if (typeof raw !== 'string') return raw;
	try {
		return parseJson(raw);
	} catch {
		throw invalid(
			field,
			"isn't valid JSON",
			'Allowed is JSON text, or a value from an expression.',
		);
	}
}

/** The value of a picker: an id, a name, or a {@link Reference} if it has both. */
function located(field: INodeProperties, given: GivenValue): string | Id | Reference | undefined {
	const { raw } = given;
	// In a collection, the editor leaves a picker that nobody touched without its mark.
	const isPicked = isObject(raw) && ('__rl' in raw || 'mode' in raw);
	const { mode, value } = isPicked ? raw : { value: raw };
	if (isBlank(value)) return undefined;
	const picked = { ...given, raw: value };
	const has = (name: string): boolean => field.modes?.some((each) => each.name === name) === true;
	if (!has('id')) return text(field, picked);
	if (!has('name')) return id(field, picked);
	const isName = mode === 'name' || (mode === undefined && toId(value) === undefined);
	return isName ? { name: text(field, picked) } : { id: id(field, picked) };
}

function id(field: INodeProperties, given: GivenValue): Id {
	const value = toId(given.raw);
	if (value !== undefined) return value;
	refuseExpression(field, given);
	const allowed =
		'Allowed are digits only. Give an ID of more than 15 digits as text, since a number would be rounded.';
	throw wrongKindError(field, 'a valid ID', given.raw, allowed);
}

/** The rows of each group, in which a field without a value has its default. */
function groups(field: INodeProperties, given: GivenValue): ParameterValues {
	const { raw } = given;
	if (isBlank(raw)) return {};
	if (!isObject(raw)) throw wrongKindError(field, 'rows of fields', raw);
	const values: ParameterValues = {};
	for (const group of field.options ?? []) {
		const rows = raw[group.name];
		if (!('values' in group) || isBlank(rows)) continue;
		const members: INodeProperties = { ...field, type: 'collection', options: group.values };
		const defaults = Object.fromEntries(group.values.map((each) => [each.name, each.default]));
		values[group.name] = [rows].flat().map((row: unknown) => {
			const set = isObject(row) ? { ...defaults, ...row } : (row ?? defaults);
			return { ...defaults, ...validateMembers(members, { ...given, raw: set }) };
		});
	}
	return values;
}

const invalid = (field: INodeProperties, what: string, allowed: string): InvalidParameterError =>
	new InvalidParameterError(`${field.displayName} ${what}`, allowed);

const emptyError = (field: INodeProperties): InvalidParameterError =>
	invalid(field, 'is empty', 'Set it, or check that its expression gives a value for this item.');

const wrongKindError = (
	field: INodeProperties,
	kind: string,
	raw: unknown,
	allowed = `Allowed is ${kind}.`,
): InvalidParameterError => invalid(field, `isn't ${kind}: ${describeValue(field, raw)}`, allowed);

/** A value as a message may show it: short, and never a secret. */
function describeValue(field: INodeProperties, raw: unknown): string {
	if (raw === undefined || raw === null) return String(raw);
	if (field.typeOptions?.password === true) return 'what was given';
	if (typeof raw === 'object') return Array.isArray(raw) ? 'a list' : 'an object';
	const whole = typeof raw === 'boolean' ? String(raw) : asText(raw);
	return `'${whole.length > 60 ? `${whole.slice(0, 60)}…` : whole}'`;
}
