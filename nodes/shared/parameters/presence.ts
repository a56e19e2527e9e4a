import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { trim } from '../texts';

/** The state of a field. An empty text in a `clearable` field clears what the record has. */
export type Presence = 'absent' | 'cleared' | 'value';

/** The marks of this package in the type options of a field, which n8n does not check. */
type Mark = 'verbatim' | 'clearable' | 'needsValue' | 'makesRow' | 'computerName';

/** Makes the type options of marks, whose names the compiler checks. */
export const marks = <const M extends Mark>(...names: M[]): Record<M, true> =>
	Object.fromEntries(names.map((name) => [name, true])) as Record<M, true>;

export const hasMark = ({ typeOptions }: INodeProperties, mark: Mark): boolean =>
	typeOptions?.[mark] === true;

export const FILTERS_NAME = 'filters' as const;

/** Returns whether a field holds the filters of a search, which never lose one that an expression leaves empty. */
export const isFilters = ({ name }: Pick<INodeProperties, 'name'>): boolean =>
	name === FILTERS_NAME;

/** Lists the members of a collection. */
export const membersOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => ('type' in option ? [option] : []));

/** Returns the mode and the value of a picker as n8n stores it. An expression may give the value alone. */
export const pickedOf = (raw: unknown): { mode?: unknown; value?: unknown } =>
	// In a collection, the editor stores an untouched picker without `__rl`.
	isObject(raw) && ('__rl' in raw || 'mode' in raw) ? raw : { value: raw };

/** Returns how a parameter sets its field. An expression counts as a value, a blank filter as absent. */
export function presenceOf(field: INodeProperties, raw: unknown, isFilter = false): Presence {
	const { value } = field.type === 'resourceLocator' ? pickedOf(raw) : { value: raw };
	if (isFilter && isBlank(value)) return 'absent';
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
	value === undefined || value === null || (typeof value === 'string' && trim(value) === '');

export const isListField = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'multiOptions' || (type === 'string' && typeOptions?.multipleValues === true);

/** Splits a list into its entries without quotes: an array, or text with commas or lines, perhaps in brackets. */
export const entriesOf = (raw: unknown): unknown[] =>
	(typeof raw === 'string'
		? trim(raw)
				.replace(/^\[(.*)\]$/s, '$1')
				.split(/[,\r\n]/)
		: [raw].flat()
	)
		.map((entry) =>
			typeof entry === 'string' ? trim(entry).replace(/^(["'])(.*)\1$/, '$2') : entry,
		)
		.filter((entry) => !isBlank(entry));
