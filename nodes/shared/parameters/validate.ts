import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { labelsWithValues } from './invalidParameter';
import * as scalars from './scalars';
import { asList, bad, isEmpty, isNot, missing, shown, type ValueOrigin } from './scalars';

/** Parameters by name. */
export type ParameterValues = Record<string, unknown>;

/**
 * The value of a field as its operation gets it, validated by the field's declaration.
 * @throws InvalidParameterError
 */
export function validate(field: INodeProperties, raw: unknown, origin: ValueOrigin): unknown {
	switch (field.type) {
		case 'string':
			return field.typeOptions?.multipleValues === true
				? texts(field, raw)
				: scalars.text(field, raw);
		case 'number':
			return scalars.number(field, raw);
		case 'boolean':
			return scalars.flag(field, raw);
		case 'dateTime':
			return scalars.dateTime(field, raw, origin);
		case 'options':
			return scalars.choice(field, raw);
		case 'multiOptions': {
			const { loadOptionsMethod } = field.typeOptions ?? {};
			const one = loadOptionsMethod === undefined ? scalars.choice : scalars.id;
			return asList(raw).map((value) => one(field, value));
		}
		case 'resourceLocator':
			return scalars.located(field, raw);
		case 'collection':
			return collection(field, raw, origin);
		case 'fixedCollection':
			return groups(field, raw, origin);
		case 'json':
			return scalars.json(field, raw);
		default:
			return raw;
	}
}

function texts(field: INodeProperties, raw: unknown): string[] {
	const values = asList(raw).map((value) => scalars.text(field, value));
	if (field.required === true && values.length === 0) throw missing(field);
	return values;
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

function isEmptyFilter(member: INodeProperties, raw: unknown): boolean {
	const value = isObject(raw) && 'value' in raw ? raw.value : raw;
	if (member.type === 'fixedCollection' && isObject(value)) {
		return Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0);
	}
	if (Array.isArray(value) || member.type === 'multiOptions') return asList(value).length === 0;
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
	return Object.fromEntries(
		fields.flatMap((member) => {
			const { name } = member;
			if (!(name in raw)) return [];
			const isExpression = (): boolean => origin.isExpression(name);
			return [[name, validate(member, raw[name], { ...origin, isExpression })] as const];
		}),
	);
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
		values[group.name] = (Array.isArray(rows) ? rows : [rows]).map((row: unknown) =>
			validateMembers(field, group.values, isObject(row) ? { ...defaults, ...row } : row, origin),
		);
	}
	return values;
}
