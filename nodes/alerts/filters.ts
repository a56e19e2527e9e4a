import type { INodeProperties } from 'n8n-workflow';

import { ALERT_PROFILES } from '../contract/lists';
import type { LoadName } from '../editor/listSearch';
import { namePicker } from '../editor/pickers';
import { filterCollection } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { marks } from '../shared/parameters/presence';
import { defineChoices, defineFields, type Values } from '../shared/parameters/values';
import { quote, valueText } from '../shared/texts';

/** Alert severity and status filters (interface specification, States and transitions). */
export const SEVERITIES = defineChoices([
	{ name: 'Attention', value: 'attention' },
	{ name: 'Critical', value: 'critical' },
	{ name: 'Trouble', value: 'trouble' },
]);

export const STATUSES = defineChoices([
	{ name: 'Closed', value: 'closed' },
	{ name: 'In Progress', value: 'in_progress' },
	{ name: 'Open', value: 'open' },
]);

/** The maximum number of profiles in a search (interface specification, Limits). */
const MAX_PROFILES = 100;

const PROFILES = {
	displayName: 'Profile Names or IDs',
	name: 'profile_ids',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getAlertProfiles' satisfies LoadName },
	default: [],
	description:
		'The alert profiles that raised the alerts, at most 100. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

const filtersWith = <const P extends INodeProperties>(profiles: P) =>
	defineFields([
		filterCollection([
			{
				displayName: 'Conditions',
				name: 'conditions',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Condition' },
				default: {},
				placeholder: 'Add Condition',
				description: 'Fields and their values; an alert must fit all conditions',
				options: [
					{
						displayName: 'Condition',
						name: 'condition',
						values: [
							{
								...namePicker(
									{ noun: 'field', nameField: 'field', placeholder: 'e.g. EVENTID' },
									'searchAlertFields',
									'The field, from the list or by its name in the service',
								),
								// Beside a row, the sign of `required` makes the panel scroll sideways.
								typeOptions: marks('needsValue'),
							},
							{
								displayName: 'Equals',
								name: 'value',
								type: 'string',
								typeOptions: marks('verbatim', 'needsValue', 'makesRow'),
								default: '',
								placeholder: 'e.g. 4625',
								description:
									'The value that the field has. For several values, use one input item per value, or Query (Text).',
							},
						],
					},
				],
			},
			profiles,
			{
				displayName: 'Query (Text)',
				name: 'query',
				type: 'string',
				typeOptions: { rows: 2, ...marks('verbatim') },
				default: '',
				placeholder: 'e.g. (SEVERITY = "error" AND EVENTID = "4625")',
				description:
					'An expression in the syntax of the service, instead of Conditions: FIELD = "value", joined by AND, in parentheses',
			},
			{
				displayName: 'Severity',
				name: 'severity',
				type: 'multiOptions',
				options: SEVERITIES,
				default: [],
				description:
					'The severities of the alerts. In an expression, separate them with commas: critical,trouble.',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'multiOptions',
				options: STATUSES,
				default: [],
				description:
					'The statuses of the alerts. In an expression, separate them with commas: open,in_progress.',
			},
		]),
	]);

/** The filters of every search and bulk request. */
export const FILTERS = filtersWith({ ...PROFILES, resolvedIn: ALERT_PROFILES });

/** The filters of the trigger, which reads no list of profiles and so takes only their IDs. */
export const TRIGGER_FILTERS = filtersWith(PROFILES);

export type AlertFilters = Values<typeof FILTERS>;

/** The filtering members of the body (interface specification, Get alerts). */
export type FilterBody = Partial<ReturnType<typeof filterBody>>;

/** Makes the filtering members of the body. @throws InvalidParameterError for too many profiles or wrong conditions */
export function filterBody({ filters }: AlertFilters) {
	const { profile_ids = [], severity = [], status = [] } = filters;
	if (profile_ids.length > MAX_PROFILES) {
		throw new InvalidParameterError(
			`Profile Names or IDs has ${profile_ids.length} profiles`,
			`Choose at most ${MAX_PROFILES}.`,
		);
	}
	return {
		query: queryOf(filters),
		severity: severity.join(',') || undefined,
		status: status.join(',') || undefined,
		profile_ids: profile_ids.length > 0 ? profile_ids : undefined,
	};
}

function queryOf({ query, conditions }: AlertFilters['filters']): string | undefined {
	const rows = conditions?.condition ?? [];
	if (rows.length === 0) return query;
	if (query !== undefined) {
		throw new InvalidParameterError(
			'Conditions and Query (Text) are both set',
			'Remove one of them: write the conditions into Query (Text), or the text as conditions.',
		);
	}
	const fields = rows.map(({ field }) => field.toUpperCase());
	const repeated = fields.find((field, at) => fields.indexOf(field) !== at);
	if (repeated !== undefined) {
		throw new InvalidParameterError(
			`Conditions has more than one value for ${valueText(repeated)}`,
			'All conditions must fit, so give one value for each field: use one input item per value, or Query (Text).',
		);
	}
	// A service may also require parentheses around a single condition.
	return `(${rows.map(comparisonOf).join(' AND ')})`;
}

/** Characters that a grammar could read in two ways. */
const AMBIGUOUS = /["\\*\p{Cc}]/u;

function comparisonOf({ field, value }: { field: string; value: string }): string {
	if (!/^[A-Za-z_][\w.]*$/.test(field)) {
		throw new InvalidParameterError(
			`Field isn't a field name: ${quote(field)}`,
			'Enter the name of a field: letters, digits, underscores and dots, such as EVENTID.',
		);
	}
	if (!AMBIGUOUS.test(value)) return `${field} = "${value}"`;
	throw new InvalidParameterError(
		'A value in Conditions holds ", \\, * or a control character',
		'The interface does not document how the service reads it. Use Query (Text), in the syntax of your service.',
	);
}
