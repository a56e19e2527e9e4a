import type { INodeProperties } from 'n8n-workflow';

import { joinConditions, quotePattern, quoteValue } from '../shared/parameters/quote';
import { defineChoices, defineFields } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import type { Values } from '../shared/operation/values';

const CONNECTIVE = defineChoices([
	{ name: 'And', value: 'AND', description: 'All of them hold' },
	{ name: 'Or', value: 'OR', description: 'At least one of them holds' },
]);

const DEFAULT_CONNECTIVE = 'AND';

const ATTRIBUTE = defineChoices([
	{ name: 'Event ID', value: 'EVENTID' },
	{ name: 'Host Type', value: 'HOSTTYPE' },
	{ name: 'ID', value: 'ID' },
	{ name: 'Severity', value: 'SEVERITY' },
]);

const OPERATOR = defineChoices([
	{ name: 'Equals (Case-Sensitive)', value: 'equals_cs' },
	{ name: 'Is One Of', value: 'multi', description: 'Values separated by commas' },
	{
		name: 'Is One Of or in Range',
		value: 'multi_range',
		description: 'Values and ranges separated by commas, e.g. 1-5,8',
	},
	{ name: 'Matches Regex', value: 'regex' },
]);

/** What an attribute is compared with, if one of the operators is chosen. */
const operandOf = (
	operator: (typeof OPERATOR)[number]['value'],
	texts: { placeholder: string; description: string },
) =>
	({
		displayName: 'Operand',
		name: 'operand',
		type: 'string',
		required: true,
		default: '',
		displayOptions: { show: { operator: [operator] } },
		...texts,
	}) as const satisfies INodeProperties;

/** When a rule applies: built from rows, or as text (interface specification, Parser rule). */
export const APPLY_WHEN_FIELDS = defineFields([
	{
		displayName: 'Apply When',
		name: 'applyWhen',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Conditions',
		description: 'To which events the rule applies: conditions, group by group',
		options: [
			{
				displayName: 'Conditions',
				name: 'conditions',
				values: [
					{
						displayName: 'Groups Are Joined By',
						name: 'groupsJoinedBy',
						type: 'options',
						options: CONNECTIVE,
						default: DEFAULT_CONNECTIVE,
						description: 'How several groups work together',
					},
					{
						displayName: 'Groups',
						name: 'groups',
						type: 'fixedCollection',
						typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Group' },
						default: {},
						placeholder: 'Add Group',
						options: [
							{
								displayName: 'Group',
								name: 'group',
								values: [
									{
										displayName: 'Conditions Are Joined By',
										name: 'joinedBy',
										type: 'options',
										options: CONNECTIVE,
										default: DEFAULT_CONNECTIVE,
										description: 'How the conditions of this group work together',
									},
									{
										displayName: 'Conditions',
										name: 'conditions',
										type: 'fixedCollection',
										typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Condition' },
										default: {},
										placeholder: 'Add Condition',
										options: [
											{
												displayName: 'Condition',
												name: 'condition',
												values: [
													{
														displayName: 'Attribute',
														name: 'attribute',
														type: 'options',
														options: ATTRIBUTE,
														default: 'EVENTID',
														description: 'The attribute of the event to look at',
													},
													{
														displayName: 'Operator',
														name: 'operator',
														type: 'options',
														options: OPERATOR,
														default: 'equals_cs',
														description: 'How to compare it',
													},
													operandOf('equals_cs', {
														placeholder: 'e.g. 4624',
														description: 'The value to compare it with',
													}),
													operandOf('multi', {
														placeholder: 'e.g. 4624,4625',
														description: 'The values, separated by commas',
													}),
													operandOf('multi_range', {
														placeholder: 'e.g. 4624-4634,4647',
														description: 'The values and ranges, separated by commas',
													}),
													operandOf('regex', {
														placeholder: 'e.g. ^46[0-9]+$',
														description: 'The regular expression to match',
													}),
												],
											},
										],
									},
								],
							},
						],
					},
				],
			},
		],
	},
	{
		displayName: 'Apply When (Text)',
		name: 'apply_when',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: "e.g. (HOSTTYPE equals_cs 'Unix' AND ID multi_range '1-5,8')",
		description:
			"The condition as the service takes it: ATTRIBUTE OPERATOR 'operand', joined by AND and OR",
	},
]);

type ApplyWhen = Partial<Values<typeof APPLY_WHEN_FIELDS>>;

/**
 * The condition expression that the fields ask for; undefined if none is set.
 * @throws InvalidParameterError for an operand that is empty or could be read in two ways, or conditions
 * without a row
 */
export function applyWhen({ applyWhen: built, apply_when: text }: ApplyWhen): string | undefined {
	const [conditions] = built?.conditions ?? [];
	if (conditions === undefined) return text;
	if (text !== undefined) {
		throw new InvalidParameterError(
			'Apply When and Apply When (Text) are both set',
			'Remove one of them.',
		);
	}
	const groups = (conditions.groups.group ?? []).flatMap(
		({ joinedBy, conditions: { condition } }) => {
			const rows = condition ?? [];
			return rows.length === 0 ? [] : [joinConditions(rows.map(comparison), joinedBy)];
		},
	);
	const [first] = groups;
	if (first === undefined) {
		throw new InvalidParameterError('Add at least one condition', 'Or remove Apply When.');
	}
	return groups.length === 1 ? first : joinConditions(groups, conditions.groupsJoinedBy);
}

const comparison = ({
	attribute,
	operator,
	operand = '',
}: {
	attribute: string;
	operator: string;
	operand: string | undefined;
}): string => {
	const where = 'Apply When';
	const value =
		operator === 'regex' ? quotePattern(operand, where) : quoteValue(operand, "'", where);
	return `${attribute} ${operator} ${value}`;
};
