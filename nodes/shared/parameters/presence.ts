import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { trimmed } from '../texts';

/** The state of a field. An empty text in a `clearable` field clears what the record has. */
export type Presence = 'absent' | 'cleared' | 'value';

/** The marks of this package in the type options of a field, which n8n does not check. */
type Mark = 'verbatim' | 'clearable' | 'needsValue' | 'makesRow' | 'computerName';

export const hasMark = ({ typeOptions }: INodeProperties, mark: Mark): boolean =>
	typeOptions?.[mark] === true;

/** Returns whether a parameter sets its field. The text of an expression is a value. */
export function presence(field: INodeProperties, raw: unknown): Presence {
	const isPicker = field.type === 'resourceLocator' && isObject(raw) && 'value' in raw;
	const value = isPicker ? raw.value : raw;
	if (!isEmpty(field, value)) return 'value';
	return hasMark(field, 'clearable') && typeof value === 'string' ? 'cleared' : 'absent';
}

function isEmpty(field: INodeProperties, value: unknown): boolean {
	const isVerbatim = hasMark(field, 'verbatim') && typeof value === 'string';
	if (isVerbatim ? value === '' : isBlank(value)) return true;
	if (field.type === 'json') return false;
	if (field.type === 'fixedCollection' && isObject(value)) {
		return Object.values(value).every((rows) => Array.isArray(rows) && rows.length === 0);
	}
	return (isListField(field) || Array.isArray(value)) && entriesOf(value).length === 0;
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && trimmed(value) === '');

export const isListField = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'multiOptions' || (type === 'string' && typeOptions?.multipleValues === true);

/**
 * Splits the input of a list into its entries without quotes around them: an array, or text with commas or
 * lines, which may have the brackets of JSON.
 */
export const entriesOf = (raw: unknown): unknown[] =>
	(typeof raw === 'string'
		? trimmed(raw)
				.replace(/^\[(.*)\]$/s, '$1')
				.split(/[,\r\n]/)
		: [raw].flat()
	)
		.map((entry) =>
			typeof entry === 'string' ? trimmed(entry).replace(/^(["'])(.*)\1$/, '$2') : entry,
		)
		.filter((entry) => !isBlank(entry));
