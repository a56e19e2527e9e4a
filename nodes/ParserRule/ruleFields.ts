import { PARSER_RULES } from '../contract/lists';
import { logTypePicker } from '../editor/pickers';
import { omit } from '../shared/json';
import { marks } from '../shared/parameters/presence';
import { defineFields, type Values } from '../shared/parameters/values';
import { createdIdParser } from '../shared/records/results';
import { MAPPINGS_JSON_FIELD, mappingsOf, type MappingParams } from './mappings';

/** The log type whose rules the rule picker lists; it is not sent. */
export const OPTIONAL_LOG_TYPE = {
	...logTypePicker('The log type whose rules to choose from; not needed with a rule ID'),
	required: false as const,
};

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
