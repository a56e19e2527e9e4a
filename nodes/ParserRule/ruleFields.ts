import type { INodeProperties } from 'n8n-workflow';

import { PARSER_RULES } from '../contract/lists';
import { logTypePicker } from '../editor/pickers';
import { isObject, omit } from '../shared/json';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { marks } from '../shared/parameters/presence';
import { defineFields, type Values } from '../shared/parameters/values';
import type { Payload } from '../shared/records/intent';
import { createdIdParser } from '../shared/records/results';

/** The log type whose rules the rule picker lists; it is not sent. */
export const OPTIONAL_LOG_TYPE = {
	...logTypePicker('The log type whose rules to choose from; not needed with a rule ID'),
	required: false as const,
};

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
const MAPPINGS_JSON_FIELD = {
	displayName: 'Field Mappings (JSON)',
	name: 'mappingsJson',
	type: 'json',
	default: '[]',
	placeholder: 'e.g. [{"display_name": "Source Address", "value": "source_ip"}]',
	description:
		'A list of objects with display_name (Field Name), value (Named Group), path, is_open_attribute and group_number, added to the rows',
} as const satisfies INodeProperties;

type MappingParams = Partial<Values<[typeof MAPPINGS_FIELD, typeof MAPPINGS_JSON_FIELD]>>;

/** The members of a field mapping (interface specification, Parser rule). */
const MAPPING_KEYS = ['display_name', 'value', 'path', 'is_open_attribute', 'group_number'];

const isMapping = (row: unknown): row is Payload =>
	isObject(row) && Object.keys(row).every((key) => MAPPING_KEYS.includes(key));

/** Joins the mappings of the rows and of the JSON; undefined without any. @throws InvalidParameterError if one is wrong */
function mappingsOf({ mappings, mappingsJson }: MappingParams): Payload[] | undefined {
	const rows = mappings?.mapping ?? [];
	const jsonRows: unknown = mappingsJson ?? [];
	if (!Array.isArray(jsonRows) || !jsonRows.every(isMapping)) {
		throw new InvalidParameterError(
			`${MAPPINGS_JSON_FIELD.displayName} isn't a list of mappings`,
			`Enter a JSON list of objects with these members: ${MAPPING_KEYS.join(', ')}.`,
		);
	}
	if (mappingsJson === undefined && rows.length === 0) return undefined;
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

export const REQUIRED_LOG_TYPE = logTypePicker('The log type that the rule belongs to');

export const NAME_AND_PATTERN = defineFields([
	{
		displayName: 'Rule Name',
		name: 'rule_name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Payment refused',
		description: 'The name of the rule',
	},
	{
		displayName: 'Pattern',
		name: 'regex',
		type: 'string',
		typeOptions: { rows: 2, ...marks('verbatim') },
		default: '',
		placeholder: 'e.g. src=(?<source_ip>\\S+) user=(?<user>\\S+)',
		description: 'The regular expression that extracts the fields, with named groups',
	},
]);

const [NAME, PATTERN] = NAME_AND_PATTERN;

/** The fields of a rule that may exist already, so that the whole rule is sent. */
export const WHOLE_RULE_FIELDS = defineFields([
	NAME,
	{
		...PATTERN,
		required: true,
		description:
			'The regular expression that extracts the fields, with named groups. The whole rule is sent, so give its pattern even if it stays the same.',
	},
]);

export const RULE_OPTIONS = defineFields([
	{
		displayName: 'Apply When',
		name: 'apply_when',
		type: 'string',
		typeOptions: { rows: 2, ...marks('verbatim', 'clearable') },
		default: '',
		placeholder: "e.g. (HOSTTYPE equals_cs 'unix' AND ID multi_range '1-5,8')",
		description:
			"Comparisons ATTRIBUTE OPERATOR 'operand', joined by AND or OR. Attributes: EVENTID, HOSTTYPE, ID, SEVERITY. Operators: equals_cs, multi, multi_range, regex.",
	},
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		type: 'string',
		typeOptions: marks('verbatim', 'clearable'),
		default: '',
		description: 'The delimiter, for methods that split the line',
	},
	MAPPINGS_JSON_FIELD,
	{
		displayName: 'Method',
		name: 'method',
		type: 'string',
		default: 'regex',
		description: 'The extraction method; regex is the documented one',
	},
	{
		displayName: 'Sample Log',
		name: 'sample_log',
		type: 'string',
		typeOptions: { rows: 2, ...marks('verbatim', 'clearable') },
		default: '',
		placeholder: 'e.g. src=192.0.2.7 user=j.doe',
		description: 'A log line that the rule should match',
	},
]);

/** Leaves out null and empty texts: a new rule has nothing to clear. */
export const withoutEmpty = (members: Payload): Payload =>
	Object.fromEntries(Object.entries(members).filter(([, value]) => (value ?? '') !== ''));

/** The members that all writes of a whole rule share. */
export const RULE_WRITE = {
	list: PARSER_RULES,
	identityColumns: ['rule_name', 'rule_id', 'log_type_id'],
	responseColumns: ['rule_id'],
	columnOverrides: { regex: ['method', 'regex'], mappings: ['fields'], mappingsJson: ['fields'] },
	maxBatchSize: 1,
	parseOutcomes: createdIdParser('rule_id'),
} as const;

/** Builds the whole rule, as a request sends it. @throws InvalidParameterError as {@link mappingsOf} */
export function ruleOf(
	{ rule_name, regex }: Values<typeof NAME_AND_PATTERN>,
	options: Partial<Values<typeof RULE_OPTIONS>> & MappingParams,
) {
	const fields = mappingsOf(options);
	return {
		rule_name,
		...(regex === '' ? {} : { method: 'regex', regex }),
		...omit(options, 'mappings', 'mappingsJson'),
		...(fields === undefined ? {} : { fields }),
	};
}
