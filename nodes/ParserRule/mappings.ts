import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { marks } from '../shared/parameters/presence';
import type { Values } from '../shared/parameters/values';
import type { Payload } from '../shared/records/intent';

export const MAPPINGS_FIELD = {
	displayName: 'Field Mappings',
	name: 'mappings',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Mapping', sortable: true },
	default: {},
	placeholder: 'Add Mapping',
	description: 'Which part of the log line becomes which field',
	options: [
		{
			displayName: 'Mapping',
			name: 'mapping',
			values: [
				{
					displayName: 'Field Name',
					name: 'display_name',
					type: 'string',
					typeOptions: marks('verbatim'),
					default: '',
					placeholder: 'e.g. Source Address',
					description: 'The name to show for the field',
				},
				{
					displayName: 'Named Group',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. source_ip',
					description: 'The named group of the pattern that fills the field',
				},
			],
		},
	],
} as const satisfies INodeProperties;

/** Field mappings as JSON, for instance from another node. */
export const MAPPINGS_JSON_FIELD = {
	displayName: 'Field Mappings (JSON)',
	name: 'mappingsJson',
	type: 'json',
	default: '',
	placeholder: 'e.g. [{"display_name": "Source Address", "value": "source_ip"}]',
	description:
		'A list of objects with display_name (Field Name), value (Named Group), path, is_open_attribute and group_number, added to the rows',
} as const satisfies INodeProperties;

export type MappingParams = Partial<Values<[typeof MAPPINGS_FIELD, typeof MAPPINGS_JSON_FIELD]>>;

/** The types of the members of a field mapping (interface specification, Parser rule). */
const MEMBER_TYPES: Readonly<Record<string, string>> = {
	display_name: 'string',
	value: 'string',
	path: 'string',
	is_open_attribute: 'boolean',
	group_number: 'number',
};

const MEMBERS = Object.entries(MEMBER_TYPES)
	.map(([name, type]) => `${name} (${type})`)
	.join(', ');

const isMapping = (row: unknown): row is Payload =>
	isObject(row) &&
	Object.entries(withoutEmpty(row)).every(([name, value]) => typeof value === MEMBER_TYPES[name]);

/** Joins the mappings of rows and JSON; undefined if neither is set. @throws InvalidParameterError if one is wrong */
export function mappingsOf({ mappings, mappingsJson }: MappingParams): Payload[] | undefined {
	const rows = mappings?.mapping ?? [];
	if ((mappingsJson ?? rows[0]) === undefined) return undefined;
	const jsonRows: unknown = mappingsJson ?? [];
	if (!Array.isArray(jsonRows) || !jsonRows.every(isMapping)) {
		throw new InvalidParameterError(
			`${MAPPINGS_JSON_FIELD.displayName} isn't a list of mappings`,
			`Enter a JSON list of objects with these members: ${MEMBERS}.`,
		);
	}
	return [
		...rows.map((row, index) => mappingOf(row, MAPPINGS_FIELD, index)),
		...jsonRows.map((row, index) => mappingOf(row, MAPPINGS_JSON_FIELD, index)),
	];
}

/** Leaves out the members of a mapping that have no value. @throws InvalidParameterError if there is none */
function mappingOf(row: Payload, { displayName }: INodeProperties, index: number): Payload {
	const mapping = withoutEmpty(row);
	if (Object.keys(mapping).length > 0) return mapping;
	throw new InvalidParameterError(
		`${displayName}: row ${index + 1} is empty`,
		'Set its Field Name and Named Group, or remove the row.',
	);
}

/** Leaves out null and empty texts: a new rule has nothing to clear. */
export const withoutEmpty = <V>(members: Readonly<Record<string, V>>): Record<string, V> =>
	Object.fromEntries(Object.entries(members).filter(([, value]) => (value ?? '') !== ''));
