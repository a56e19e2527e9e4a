import type { INodeProperties } from 'n8n-workflow';

import { isObject, parseJson, toId, type Id } from '../json';
import { asText, valueText } from '../texts';
import { readUserTime, TIME_FORMS } from '../times/userTime';
import { EMPTY_FILTERS } from './emptyFilters';
import { InvalidParameterError, labelsWithValues } from './invalidParameter';

export type ParameterValues = Record<string, unknown>;

/** The choice in a picker, by ID or by name. */
export type IdOrName = { id: Id; name?: undefined } | { name: string; id?: undefined };

/** An empty member of a collection stops its item, or is left out as if it had not been added. */
export type EmptyMembers = 'stop' | 'leaveOut';

/** The value of a field before validation. */
export interface FieldInput {
	raw: unknown;
	isExpression: boolean;
	/** The IANA name of the time zone that applies to a time without a zone. */
	zone: string;
	/** What becomes of an empty member of a collection, if the node offers that choice or is a tool. */
	emptyMembers?: EmptyMembers | undefined;
	/** Finds a key of the input item that differs from the key in the expression by blanks or a byte order mark. */
	findSimilarKey?: () => string | undefined;
}

type OnError = (error: unknown) => void;

const rethrow: OnError = (error) => {
	throw error;
};

/**
 * Reads one field by its declaration.
 * @param onError receives the errors of the members of a collection, which are then undefined; by default,
 * the first one is thrown
 * @throws InvalidParameterError if the value is not valid
 */
export function readField(field: INodeProperties, input: FieldInput, onError = rethrow): unknown {
	if (isEmpty(field, input.raw)) refuseEmpty(field, input);
	const readValue = VALUE_READERS[field.type];
	if (readValue === undefined) throw new TypeError(`No values of the type ${field.type} are read`);
	return readValue(field, input, onError);
}

/**
 * Reads each member that was added to a collection, and leaves out members without a value.
 * @param names the names of the added members
 * @param getInput returns the value of a member
 * @param onError receives each error, also those that `getInput` throws; the member is then undefined
 */
export function readMembers(
	field: INodeProperties,
	names: readonly string[],
	getInput: (name: string) => FieldInput,
	onError: OnError,
): ParameterValues {
	const members = (field.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	const unknown = names.find((name) => !members.some((member) => member.name === name));
	if (unknown !== undefined) onError(unknownMemberError(field, members, unknown));
	const values: ParameterValues = {};
	for (const member of members.filter(({ name }) => names.includes(name))) {
		try {
			const input = getInput(member.name);
			const isUnset = isEmpty(member, input.raw);
			if (isUnset) refuseEmpty(member, input, field);
			if (!isUnset || clears(member, input)) values[member.name] = readField(member, input);
		} catch (error) {
			values[member.name] = undefined;
			onError(error);
		}
	}
	return values;
}

function unknownMemberError(
	field: INodeProperties,
	members: readonly INodeProperties[],
	name: string,
): InvalidParameterError {
	const labels = labelsWithValues(members.map((member) => [member, member.name]));
	const problem = `has no field named ${describeValue(field, name)}`;
	return fieldError(field, problem, `Use one of: ${labels}.`);
}

/**
 * Refuses an empty value if the field needs one. An expression must not leave a time or a filter empty, so
 * that no item finds more than intended. A switch that needs a value is never left out: an empty Dry Run would change something.
 * @param parent the collection of the field, if it is a member
 * @throws InvalidParameterError
 */
function refuseEmpty(
	field: INodeProperties,
	input: FieldInput,
	parent: INodeProperties = field,
): void {
	const { type } = field;
	if (input.emptyMembers === 'leaveOut' && type !== 'boolean') return;
	const narrows = type === 'dateTime' || 'refusesEmpty' in parent;
	if (isNeeded(field) || (input.isExpression && narrows)) throw emptyError(field, input);
}

/** n8n checks `required` at a wrong path inside collections, so their members set `needsValue`. */
const isNeeded = ({ required, typeOptions }: INodeProperties): boolean =>
	required === true || typeOptions?.needsValue === true;

/** Returns whether an empty text is a value: it clears what the record has. */
const clears = ({ typeOptions }: INodeProperties, { raw, emptyMembers }: FieldInput): boolean =>
	typeOptions?.clearable === true && typeof raw === 'string' && emptyMembers !== 'leaveOut';

/** Returns whether the user gave no value. */
function isEmpty(field: INodeProperties, raw: unknown): boolean {
	const value = isObject(raw) && 'value' in raw ? raw.value : raw;
	if (isBlank(value)) return true;
	if (field.type === 'json') return false;
	if (field.type === 'fixedCollection' && isObject(value)) {
		return Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0);
	}
	return (isArrayField(field) || Array.isArray(value)) && elementsOf(field, value).length === 0;
}

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const isArrayField = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'multiOptions' || (type === 'string' && typeOptions?.multipleValues === true);

/** Splits the input of a list into its entries: an array, JSON text of an array, or text with commas or lines. */
function elementsOf(field: INodeProperties, raw: unknown): unknown[] {
	const isJson = typeof raw === 'string' && raw.trim().startsWith('[');
	const entries = isJson
		? parseArray(field, raw)
		: typeof raw === 'string'
			? raw.split(/[,\r\n]/)
			: [raw].flat();
	return entries.filter((entry) => !isBlank(entry));
}

function parseArray(field: INodeProperties, json: string): unknown[] {
	try {
		const list = parseJson(json);
		if (Array.isArray(list)) return list;
	} catch {
		// Reported below.
	}
	const allowed = 'Enter a list, JSON text of a list, or text with commas or line breaks.';
	throw wrongKindError(field, 'a list', json, allowed);
}

type ValueReader = (field: INodeProperties, input: FieldInput, onError: OnError) => unknown;

const VALUE_READERS: Partial<Record<INodeProperties['type'], ValueReader>> = {
	string: (field, input) =>
		isArrayField(field) ? arrayReader(readText)(field, input) : readText(field, input),
	number: readNumber,
	boolean: readBoolean,
	dateTime: readDateTime,
	options: readChoice,
	multiOptions: (field, input) =>
		arrayReader(field.typeOptions?.loadOptionsMethod === undefined ? readChoice : readId)(
			field,
			input,
		),
	resourceLocator: readLocator,
	collection: readCollection,
	fixedCollection: readRowGroups,
	json: readJson,
};

/** Makes the reader of a list, which drops repeated values. */
const arrayReader =
	(readValue: (field: INodeProperties, input: FieldInput) => unknown) =>
	(field: INodeProperties, input: FieldInput): unknown[] => [
		...new Set(elementsOf(field, input.raw).map((raw) => readValue(field, { ...input, raw }))),
	];

/** Trims the text, and refuses control characters and braces of expressions, unless it is verbatim or a password. */
function readText(field: INodeProperties, input: FieldInput): string {
	const { raw } = input;
	const value = isBlank(raw) ? '' : Number.isFinite(raw) ? asText(raw) : raw;
	if (typeof value !== 'string') throw wrongKindError(field, 'text', raw);
	if (field.typeOptions?.verbatim === true || field.typeOptions?.password === true) return value;
	refuseExpression(field, input);
	const name = value.trim();
	if (!/\p{Cc}/u.test(name)) return name;
	throw fieldError(field, 'holds a line break or another control character', 'Remove it.');
}

/**
 * n8n does not resolve an expression in a fixed value, and doubles the closing braces while one is typed.
 * @throws InvalidParameterError if the value holds the braces of an expression
 */
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
	const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
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
	const value = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
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

/** Finds the choice without regard to case and returns its documented spelling. */
function readChoice(field: INodeProperties, { raw }: FieldInput): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const text = (typeof raw === 'boolean' ? String(raw) : asText(raw)).trim().toLowerCase();
	const chosen = choices.find(({ value }) => String(value).toLowerCase() === text);
	if (chosen !== undefined) return chosen.value;
	const labels = labelsWithValues(choices.map((choice) => [choice, choice.value]));
	throw wrongKindError(field, 'one of its options', raw, `Use one of: ${labels}.`);
}

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
	const { raw } = input;
	// In a collection, the editor stores an untouched picker without `__rl`.
	const isPicked = isObject(raw) && ('__rl' in raw || 'mode' in raw);
	const { mode, value } = isPicked ? raw : { value: raw };
	if (isBlank(value)) return undefined;
	const picked = { ...input, raw: value };
	const modes = (field.modes ?? []).map(({ name }) => name);
	if (!modes.includes('id')) return readText(field, picked);
	if (!modes.includes('name')) return readId(field, picked);
	const isName = mode === 'name' || (mode === undefined && toId(value) === undefined);
	return isName ? { name: readText(field, picked) } : { id: readId(field, picked) };
}

function readId(field: INodeProperties, input: FieldInput): Id {
	const value = toId(input.raw);
	if (value !== undefined) return value;
	refuseExpression(field, input);
	const allowed =
		'Enter digits only. Give an ID of more than 15 digits as text, since a number would be rounded.';
	throw wrongKindError(field, 'a valid ID', input.raw, allowed);
}

/**
 * Returns the members of a collection that have a value.
 * @throws InvalidParameterError for a value that is no collection
 */
export function readCollection(
	field: INodeProperties,
	input: FieldInput,
	onError = rethrow,
): ParameterValues {
	const { raw } = input;
	if (isBlank(raw)) return {};
	if (!isObject(raw)) throw wrongKindError(field, 'a group of fields', raw);
	return readMembers(field, Object.keys(raw), (name) => ({ ...input, raw: raw[name] }), onError);
}

/** Reads the rows of each group; a field without a value takes its default. */
function readRowGroups(field: INodeProperties, input: FieldInput): ParameterValues {
	const { raw } = input;
	if (isBlank(raw)) return {};
	if (!isObject(raw)) throw wrongKindError(field, 'rows of fields', raw);
	const values: ParameterValues = {};
	for (const group of field.options ?? []) {
		const rows = raw[group.name];
		if (!('values' in group) || isBlank(rows)) continue;
		const members: INodeProperties = { ...field, type: 'collection', options: group.values };
		const defaults = Object.fromEntries(
			group.values.map((member) => [member.name, member.default]),
		);
		// A row without a value is left out. A value without the field that it is for stays, and is refused.
		const [, ...valueMembers] = group.values.filter(isNeeded);
		const isSet = (row: unknown): boolean =>
			input.emptyMembers !== 'leaveOut' ||
			!isObject(row) ||
			valueMembers.every((member) => !isEmpty(member, row[member.name]));
		values[group.name] = [rows].flat().flatMap((row: unknown, at) => {
			if (!isSet(row)) return [];
			const rethrowWithRow: OnError = (error) => {
				if (!(error instanceof InvalidParameterError)) throw error;
				const message = `${group.displayName} ${at + 1}: ${error.message}`;
				throw new InvalidParameterError(message, error.description);
			};
			const rowWithDefaults = isObject(row) ? { ...defaults, ...row } : (row ?? defaults);
			const rowInput = { ...input, raw: rowWithDefaults, emptyMembers: undefined };
			return [{ ...defaults, ...readCollection(members, rowInput, rethrowWithRow) }];
		});
	}
	return values;
}

const fieldError = (
	field: INodeProperties,
	problem: string,
	allowed: string,
): InvalidParameterError => new InvalidParameterError(`${field.displayName} ${problem}`, allowed);

function emptyError(field: INodeProperties, input: FieldInput): InvalidParameterError {
	const { findSimilarKey, emptyMembers, isExpression } = input;
	const similarKey = findSimilarKey?.();
	if (similarKey !== undefined) {
		const advice = `The input item has the key '${valueText(similarKey)}' with a byte order mark (BOM) or blanks around it. Rename that key.`;
		return fieldError(field, 'is empty', advice);
	}
	const advice = 'Set it, or check that its expression returns a value for this item.';
	const choice = `To search without it, set ${EMPTY_FILTERS.displayName} in Options to Leave Out.`;
	const isChoice = emptyMembers === 'stop' && isExpression;
	return fieldError(field, 'is empty', isChoice ? `${advice} ${choice}` : advice);
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
