import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isObject, parseJson, toId, type Id } from '../json';
import { asText, nameKey, trim, valueText } from '../texts';
import { readUserTime, TIME_FORMS } from '../times/userTime';
import { InvalidParameterError } from './invalidParameter';
import {
	entriesOf,
	hasMark,
	isBlank,
	isListField,
	membersOf,
	pickedOf,
	presenceOf,
	type Presence,
} from './presence';

export type ParameterValues = Record<string, unknown>;

/** The choice in a picker, by ID or by name. */
export type IdOrName = { id: Id; name?: undefined } | { name: string; id?: undefined };

export const isIdOrName = (value: unknown): value is IdOrName =>
	isObject(value) && ('id' in value || 'name' in value);

/** The rule for a field without a value: a workflow may refuse it, Leave Out drops it, and a tool uses its default. */
export type EmptyPolicy = 'workflow' | 'leaveOut' | 'tool';

/** The value of a field before validation. */
export interface FieldInput {
	raw: unknown;
	isExpression: boolean;
	/** The IANA name of the time zone that applies to a time without a zone. */
	zone: string;
	policy: EmptyPolicy;
	/** Set for the filters of a search. */
	isFilter?: boolean;
	/** Says what else the user can do about a field without a value. */
	adviceIfEmpty?: () => string;
}

type OnError = (error: unknown) => void;

const rethrow: OnError = (error) => {
	throw error;
};

/**
 * Reads one field by its declaration. @throws InvalidParameterError if the value is not valid
 * @param onError receives the errors of the members of a collection; by default, the first one is thrown
 */
export function readField(field: INodeProperties, input: FieldInput, onError = rethrow): unknown {
	const given = withDefault(field, input);
	presenceOrThrow(field, given);
	return readValue(field, given, onError);
}

/** In a tool, a field without a value has its default. An operation gives a time its default itself. */
const withDefault = (field: INodeProperties, input: FieldInput): FieldInput =>
	input.policy !== 'tool' || field.type === 'dateTime' || presenceOf(field, input.raw) === 'value'
		? input
		: { ...input, raw: field.default };

function readValue(field: INodeProperties, input: FieldInput, onError = rethrow): unknown {
	const read = VALUE_READERS[field.type];
	if (read === undefined) throw new TypeError(`No values of the type ${field.type} are read`);
	return read(field, input, onError);
}

/**
 * Reads each member that was added to a collection, and leaves out members without a value.
 * @param getInput returns the value of a member
 * @param onError receives each error, also those that `getInput` throws; the member is then undefined
 */
export function readMembers(
	field: INodeProperties,
	names: readonly string[],
	getInput: (name: string) => FieldInput,
	onError: OnError,
): ParameterValues {
	const values: ParameterValues = {};
	for (const member of membersOf(field).filter(({ name }) => names.includes(name))) {
		try {
			const given = getInput(member.name);
			// In a tool, an empty Dry Run protects as an added one does.
			const input = hasMark(member, 'needsValue') ? withDefault(member, given) : given;
			const state = presenceOrThrow(member, input);
			if (state !== 'absent') values[member.name] = readValue(member, input);
		} catch (error) {
			values[member.name] = undefined;
			onError(error);
		}
	}
	return values;
}

/**
 * Returns the presence of a field. It refuses a field that must not be empty: a required one, and a time or a filter
 * that an expression leaves empty, so that no item finds more than intended. Only a workflow clears texts. n8n
 * checks `required` at a wrong path inside collections, so their members set `needsValue`.
 * @throws InvalidParameterError
 */
function presenceOrThrow(field: INodeProperties, input: FieldInput): Presence {
	const { raw, isExpression, isFilter = false, policy } = input;
	const state = presenceOf(field, raw, isFilter);
	if (state === 'value') return state;
	const isRequired = field.required === true;
	const narrows = isExpression && (field.type === 'dateTime' || isFilter);
	const refusedBy = {
		workflow: isRequired || hasMark(field, 'needsValue') || narrows,
		leaveOut: false,
		tool: isRequired,
	};
	if (refusedBy[policy]) throw emptyError(field, input);
	return policy === 'workflow' ? state : 'absent';
}

type ValueReader = (field: INodeProperties, input: FieldInput, onError: OnError) => unknown;

const VALUE_READERS: Partial<Record<INodeProperties['type'], ValueReader>> = {
	string: (field, input) =>
		isListField(field) ? arrayReader(readText)(field, input) : readText(field, input),
	number: readNumber,
	boolean: readBoolean,
	dateTime: readDateTime,
	options: readChoice,
	multiOptions: (field, input) => {
		const readEntry = 'resolvedIn' in field ? readIdOrName : readId;
		const isLoaded = field.typeOptions?.loadOptionsMethod !== undefined;
		return arrayReader(isLoaded ? readEntry : readChoice)(field, input);
	},
	resourceLocator: readLocator,
	collection: readCollection,
	fixedCollection: readRowGroups,
	json: readJson,
};

/** Makes the reader of a list, which drops repeated values. */
const arrayReader =
	(readValue: (field: INodeProperties, input: FieldInput) => unknown) =>
	(field: INodeProperties, input: FieldInput): unknown[] => [
		...new Set(entriesOf(input.raw).map((raw) => readValue(field, { ...input, raw }))),
	];

/** Trims the text, and refuses control characters and braces of expressions, unless it is verbatim or a password. */
function readText(field: INodeProperties, input: FieldInput): string {
	const { raw } = input;
	const value = Number.isFinite(raw) ? asText(raw) : (raw ?? '');
	if (typeof value !== 'string') throw wrongKindError(field, 'text', raw);
	if (hasMark(field, 'verbatim') || field.typeOptions?.password === true) return value;
	refuseExpression(field, input);
	const name = trim(value);
	if (/\p{Cc}/u.test(name)) {
		throw fieldError(field, 'holds a line break or another control character', 'Remove it.');
	}
	if (isListField(field) && /[;|]/.test(name)) {
		const problem = `holds ; or |: ${describeValue(field, name)}`;
		throw fieldError(field, problem, 'Separate names by commas or line breaks.');
	}
	if (!hasMark(field, 'computerName') || !/[,"'\\#?]/.test(name)) return name;
	const advice = 'Give one computer per item, without commas, quotes, backslashes, # and ?.';
	throw wrongKindError(field, 'the name of a computer', name, advice);
}

/** Refuses braces: n8n resolves no expression in a fixed value, and doubles the closing braces while one is typed. */
function refuseExpression(field: INodeProperties, { raw, isExpression }: FieldInput): void {
	if (!/\{\{|\}\}/.test(asText(raw))) return;
	const problem = `looks like an expression: ${describeValue(field, raw)}`;
	const advice = isExpression
		? 'Remove the braces that stand beside the expression.'
		: 'Switch the field to Expression.';
	throw fieldError(field, problem, advice);
}

function readNumber(field: INodeProperties, { raw }: FieldInput): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
	const value = typeof raw === 'string' && !isBlank(raw) ? Number(trim(raw)) : raw;
	const isAllowedKind = numberPrecision === undefined ? Number.isSafeInteger : Number.isFinite;
	if (typeof value === 'number' && isAllowedKind(value) && value >= minValue && value <= maxValue) {
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

function readBoolean(field: INodeProperties, { raw }: FieldInput): boolean {
	const value = typeof raw === 'string' ? nameKey(raw) : raw;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw wrongKindError(field, 'true or false', raw);
}

function readDateTime(field: INodeProperties, { raw, zone }: FieldInput): string | undefined {
	if (isBlank(raw)) return undefined;
	const time = readUserTime(raw, zone);
	if (time === undefined) throw wrongKindError(field, 'a date and time', raw, TIME_FORMS);
	return time;
}

/** Finds the choice by its value or its label, as a row of the service may spell it, and returns its value. */
function readChoice(field: INodeProperties, { raw }: FieldInput): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const key = choiceKey(typeof raw === 'boolean' ? String(raw) : asText(raw));
	const chosen =
		choices.find(({ value }) => choiceKey(String(value)) === key) ??
		choices.find(({ name }) => choiceKey(name) === key);
	if (chosen !== undefined) return chosen.value;
	// An expression needs the value.
	const labels = choices.map(({ name, value }) =>
		name === String(value) ? name : `${name} (${String(value)})`,
	);
	throw wrongKindError(field, 'one of its options', raw, `Use one of: ${labels.join(', ')}.`);
}

const choiceKey = (text: string): string => nameKey(text).replace(/[\s_-]/g, '');

function readJson(field: INodeProperties, { raw }: FieldInput): unknown {
	if (typeof raw !== 'string') return raw;
	try {
		return parseJson(raw);
	} catch {
		const allowed = 'Enter JSON text, or a value from an expression.';
		throw fieldError(field, "isn't valid JSON", allowed);
	}
}

/** Reads a picker as an ID or a name; as an {@link IdOrName} if the picker offers both. */
function readLocator(
	field: INodeProperties,
	input: FieldInput,
): string | Id | IdOrName | undefined {
	const { mode, value } = pickedOf(input.raw);
	if (isBlank(value)) return undefined;
	const picked = { ...input, raw: value };
	const modes = (field.modes ?? []).map(({ name }) => name);
	if (!modes.includes('id')) return readText(field, picked);
	if (!modes.includes('name')) return readId(field, picked);
	if (mode === undefined) return readIdOrName(field, picked);
	return mode === 'name' ? { name: readText(field, picked) } : { id: readId(field, picked) };
}

const readIdOrName = (field: INodeProperties, input: FieldInput): IdOrName =>
	toId(input.raw) === undefined ? { name: readText(field, input) } : { id: readId(field, input) };

function readId(field: INodeProperties, input: FieldInput): Id {
	const id = toId(input.raw);
	if (id !== undefined) return id;
	refuseExpression(field, input);
	const allowed =
		'Enter digits only. Give an ID of more than 15 digits as text, since a number would be rounded.';
	throw wrongKindError(field, 'a valid ID', input.raw, allowed);
}

/** Returns the members of a collection that have a value. */
function readCollection(
	field: INodeProperties,
	input: FieldInput,
	onError: OnError,
): ParameterValues {
	const { raw } = input;
	if (isBlank(raw)) return {};
	if (!isObject(raw)) throw wrongKindError(field, 'a group of fields', raw);
	return readMembers(field, Object.keys(raw), (name) => ({ ...input, raw: raw[name] }), onError);
}

/** Reads the rows of each group. */
function readRowGroups(field: INodeProperties, input: FieldInput): ParameterValues {
	const { raw } = input;
	if (isBlank(raw)) return {};
	if (!isObject(raw)) throw wrongKindError(field, 'rows of fields', raw);
	const values: ParameterValues = {};
	for (const group of field.options ?? []) {
		const rows = raw[group.name];
		if (!('values' in group) || isBlank(rows)) continue;
		values[group.name] = [rows]
			.flat()
			.flatMap((row: unknown, at) =>
				isRowSet(group.values, row, input) ? [readRow(field, group, row, at + 1, input)] : [],
			);
	}
	return values;
}

/** In a tool or with Leave Out, a row counts only if a field and each field that makes a row have values. */
function isRowSet(members: readonly INodeProperties[], row: unknown, input: FieldInput): boolean {
	if (input.policy === 'workflow' || !isObject(row)) return true;
	const isGiven = (member: INodeProperties): boolean =>
		presenceOf(member, row[member.name], input.isFilter) === 'value';
	return (
		members.some(isGiven) &&
		members.every((member) => !hasMark(member, 'makesRow') || isGiven(member))
	);
}

/** Reads a row. A field without a value takes its default; a message begins with the number of the row. */
function readRow(
	field: INodeProperties,
	{ displayName, values: options }: INodePropertyCollection,
	row: unknown,
	number: number,
	input: FieldInput,
): ParameterValues {
	if (!isObject(row)) throw wrongKindError(field, 'a group of fields', row);
	const defaults = Object.fromEntries(options.map((member) => [member.name, member.default]));
	const inputOf = (name: string): FieldInput => ({
		...input,
		policy: 'workflow',
		raw: row[name] ?? defaults[name],
	});
	const onError: OnError = (error) => {
		if (!(error instanceof InvalidParameterError)) throw error;
		const message = `${displayName} ${number}: ${error.message}`;
		throw new InvalidParameterError(message, error.description);
	};
	const values = readMembers({ ...field, options }, Object.keys(defaults), inputOf, onError);
	return { ...defaults, ...values };
}

const fieldError = (
	field: INodeProperties,
	problem: string,
	allowed: string,
): InvalidParameterError => new InvalidParameterError(`${field.displayName} ${problem}`, allowed);

function emptyError(field: INodeProperties, input: FieldInput): InvalidParameterError {
	const { isExpression, adviceIfEmpty } = input;
	const advice = 'Set it, or check that its expression returns a value for this item.';
	const more = isExpression ? (adviceIfEmpty?.() ?? '') : '';
	return fieldError(field, 'is empty', `${advice} ${more}`.trim());
}

const wrongKindError = (
	field: INodeProperties,
	kind: string,
	raw: unknown,
	allowed = `Enter ${kind}.`,
): InvalidParameterError =>
	fieldError(field, `isn't ${kind}: ${describeValue(field, raw)}`, allowed);

/** Describes a value in a message: shortened, and without secrets. */
function describeValue(field: INodeProperties, raw: unknown): string {
	if (raw === undefined || raw === null) return String(raw);
	if (field.typeOptions?.password === true) return '(hidden)';
	if (typeof raw === 'object') return Array.isArray(raw) ? 'a list' : 'an object';
	return `'${valueText(typeof raw === 'boolean' ? String(raw) : raw)}'`;
}
