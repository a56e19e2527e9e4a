import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { labelsWithValues } from './invalidParameter';
import {
	asList,
	bad,
	choice,
	dateTime,
	flag,
	id,
	isEmpty,
	isNot,
	json,
	located,
	missing,
	number,
	shown,
	text,
	type ValueOrigin,
} from './scalars';

/** Parameters by name. */
export type ParameterValues = Record<string, unknown>;

/**
 * The value of a field as its operation gets it, validated by the field's declaration.
 * @throws InvalidParameterError
 */
export function validate(field: INodeProperties, raw: unknown, origin: ValueOrigin): unknown {
	if (field.typeOptions?.multipleValues === true && field.type !== 'fixedCollection') {
		const texts = asList(raw).map((value) => text(field, value));
		if (field.required === true && texts.length === 0) throw missing(field);
		return texts;
	}
	switch (field.type) {
		case 'string':
			return text(field, raw);
		case 'number':
			return number(field, raw);
		case 'boolean':
			return flag(field, raw);
		case 'dateTime':
			return dateTime(field, raw, origin);
		case 'options':
			return choice(field, raw);
		case 'multiOptions':
			return field.typeOptions?.loadOptionsMethod === undefined
				? asList(raw).map((value) => choice(field, value))
				: asList(raw).map((value) => id(field, value));
		case 'resourceLocator':
			return located(field, raw);
		case 'collection':
			return collection(field, raw, origin);
		case 'fixedCollection':
			return rows(field, raw, origin);
		case 'json':
			return json(field, raw);
		default:
			return raw;
	}
}

/**
 * The members of a collection that were added. A filter that is empty narrows nothing: one that was
 * left empty by hand is dropped, and one that an expression leaves empty is refused, so that no item
 * searches more than was meant.
 */
function collection(field: INodeProperties, raw: unknown, origin: ValueOrigin): ParameterValues {
	const isFilter = 'narrows' in field;
	if (isFilter && isEmpty(raw) && origin.isExpression()) throw missing(field);
	const fields = optionFields(field);
	if (!isFilter || !isObject(raw)) return validateMembers(field, fields, raw, origin);
	const given = Object.entries(raw).filter(([name, value]) => {
		const member = fields.find((each) => each.name === name);
		if (member === undefined || !isEmptyFilter(member, value)) return true;
		if (origin.isExpression(name)) throw missing(member);
		return false;
	});
	return validateMembers(field, fields, Object.fromEntries(given), origin);
}

const isEmptyFilter = (member: INodeProperties, value: unknown): boolean =>
	isObject(value) && 'value' in value
		? isEmptyFilter(member, value.value)
		: member.type === 'fixedCollection' && isObject(value)
			? Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0)
			: Array.isArray(value) || member.type === 'multiOptions'
				? asList(value).length === 0
				: isEmpty(typeof value === 'string' ? value.trim() : value);

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
	const known = new Map(fields.map((member) => [member.name, member]));
	return Object.fromEntries(
		Object.entries(raw).map(([name, value]) => {
			const member = known.get(name);
			if (member === undefined) {
				throw bad(
					field,
					`has no field named ${shown(field, name)}`,
					`Allowed are ${labelsWithValues(fields.map((each) => [each, each.name]))}.`,
				);
			}
			const isExpression = (): boolean => origin.isExpression(name);
			return [name, validate(member, value, { ...origin, isExpression })];
		}),
	);
}

function rows(field: INodeProperties, raw: unknown, origin: ValueOrigin): ParameterValues {
	if (isEmpty(raw)) return {};
	if (!isObject(raw)) throw isNot(field, 'rows of fields', raw);
	return Object.fromEntries(
		(field.options ?? []).flatMap((group) => {
			if (!('values' in group) || raw[group.name] === undefined) return [];
			const given = raw[group.name];
			const list = Array.isArray(given) ? given : [given];
			return [
				[
					group.name,
					list.map((row: unknown) => {
						const values = validateMembers(field, group.values, row, origin);
						for (const member of group.values) {
							if (!(member.name in values)) {
								values[member.name] = validate(member, member.default, origin);
							}
						}
						return values;
					}),
				] as const,
			];
		}),
	);
}

const optionFields = (field: INodeProperties): INodeProperties[] =>
	(field.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
