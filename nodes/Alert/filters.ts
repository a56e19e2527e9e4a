import { nameLocator } from '../pickers/locators';
import { joinConditions, quoteValue } from '../shared/parameters/quote';
import type { Id } from '../shared/json';
import { defineChoices, defineFields } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import type { Values } from '../shared/operation/values';

/** Alert severity and status filters (interface specification, States and transitions). */
export const SEVERITY = defineChoices([
	{ name: 'Attention', value: 'attention' },
	{ name: 'Critical', value: 'critical' },
	{ name: 'Trouble', value: 'trouble' },
]);

export const STATUS = defineChoices([
	{ name: 'Closed', value: 'closed' },
	{ name: 'In Progress', value: 'in_progress' },
	{ name: 'Open', value: 'open' },
]);

/** Profile ids in a request at most (interface specification, Limits). */
const MOST_PROFILES = 100;

/** What the fields of the alerts must hold; the same in every search, bulk request and trigger. */
export const QUERY_FIELDS = defineFields([
	{
		displayName: 'Query',
		name: 'queryAs',
		type: 'options',
		options: [
			{ name: 'Conditions', value: 'conditions', description: 'Built from the rows below' },
			{ name: 'None', value: 'none', description: 'All alerts' },
			{ name: 'Text', value: 'text', description: 'An expression in the form of the service' },
		],
		default: 'none',
		description: 'What the fields of the alerts must hold',
	},
	{
		displayName: 'Query Text',
		name: 'query',
		type: 'string',
		typeOptions: { rows: 2 },
		required: true,
		default: '',
		placeholder: 'e.g. (SEVERITY = "error" AND EVENTID = "4625")',
		description:
			'The filter expression as the service takes it: FIELD = "value", joined by AND, in parentheses',
		displayOptions: { show: { queryAs: ['text'] } },
	},
	{
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Condition' },
		default: {},
		placeholder: 'Add Condition',
		description: 'Fields and the values they must hold, all of them',
		displayOptions: { show: { queryAs: ['conditions'] } },
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [
					nameLocator('searchAlertFields', 'e.g. EVENTID', {
						displayName: 'Field',
						name: 'field',
						required: true,
						description:
							'The field, by the name that queries use. The list also shows its name in the output.',
					}),
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Value' },
						required: true,
						default: [],
						placeholder: 'e.g. 4625',
						description:
							'The value of the field. With several values, one of them must match: Get Many and Count then search for each in turn; other operations take one value.',
					},
				],
			},
		],
	},
]);

/** Which alerts to read otherwise; the same in every search, bulk request and trigger. */
export const FILTERS = defineFields([
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Profile Names or IDs',
				name: 'profile_ids',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getAlertProfiles' },
				default: [],
				description:
					'The alert profiles that raised the alerts, at most 100. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
			{
				displayName: 'Severity',
				name: 'severity',
				type: 'multiOptions',
				options: SEVERITY,
				default: [],
				description: 'The severities of the alerts',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'multiOptions',
				options: STATUS,
				default: [],
				description: 'The statuses of the alerts',
			},
		],
	},
]);

export type AlertFilters = Values<typeof QUERY_FIELDS> & Values<typeof FILTERS>;

/** The part of the body that filters (interface specification, Get alerts). */
export type FilterBody = {
	query?: string;
	severity?: string;
	status?: string;
	profile_ids?: Id[];
};

/**
 * The filters as the body holds them: values joined by commas, what is not set left out.
 * @param mayBeSeveral whether further requests send the other queries of {@link queriesOf}
 * @throws InvalidParameterError for a value that is empty or could be read in two ways, or too many
 * profiles
 */
export function filterBody(params: AlertFilters, mayBeSeveral = false): FilterBody {
	const { profile_ids = [], severity = [], status = [] } = params.filters;
	if (profile_ids.length > MOST_PROFILES) {
		throw new InvalidParameterError(
			`Profile Names or IDs has ${profile_ids.length} profiles`,
			`Allowed are at most ${MOST_PROFILES}.`,
		);
	}
	const [query, ...others] = queriesOf(params);
	if (others.length > 0 && !mayBeSeveral) {
		throw new InvalidParameterError(
			'Conditions has more than one value for a field',
			'Set one value, or use an item for each value. Or choose Text and write the expression, if your service takes more than AND.',
		);
	}
	return {
		...(query === undefined ? {} : { query }),
		...(severity.length === 0 ? {} : { severity: severity.join(',') }),
		...(status.length === 0 ? {} : { status: status.join(',') }),
		...(profile_ids.length === 0 ? {} : { profile_ids }),
	};
}

/** Queries that a search is divided into at most. */
const MOST_QUERIES = 20;

/**
 * The queries that find together what the conditions ask for: one for each choice of their values, in
 * which each field has one value. How a service joins several values of a field is not documented.
 * @throws InvalidParameterError
 */
export function queriesOf({
	queryAs,
	query,
	conditions,
}: AlertFilters): readonly [string | undefined, ...string[]] {
	if (queryAs === 'none') return [undefined];
	if (queryAs === 'text') return [query];
	const choices = (conditions?.condition ?? []).map(comparisons);
	if (choices.length === 0) {
		throw new InvalidParameterError('Add at least one condition', 'Or set Query to None.');
	}
	const count = choices.reduce((product, { length }) => product * length, 1);
	if (count > MOST_QUERIES) {
		throw new InvalidParameterError(
			`Conditions would take ${count} searches, one for each combination of values`,
			`Allowed are at most ${MOST_QUERIES}. Set fewer values.`,
		);
	}
	const [first, ...others] = choices.reduce<string[][]>(
		(parts, choice) => parts.flatMap((part) => choice.map((each) => [...part, each])),
		[[]],
	);
	return [
		joinConditions(first ?? [], 'AND'),
		...others.map((parts) => joinConditions(parts, 'AND')),
	];
}

/** A comparison for each value; values that differ in case alone may be the same to the service. */
function comparisons({ field, value }: { field: string; value: string[] }): string[] {
	const name = field.trim();
	if (!/^[A-Za-z_][\w.]*$/.test(name)) {
		throw new InvalidParameterError(
			`Field isn't a field name: '${name.slice(0, 60)}'`,
			'Allowed is the name of a field: letters, digits, underscores and dots, such as EVENTID.',
		);
	}
	const distinct = new Map(value.map((each) => [each.trim().toLowerCase(), each]));
	return [...distinct.values()].map((each) => `${name} = ${quoteValue(each, '"', 'Conditions')}`);
}
