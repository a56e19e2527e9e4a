import { expect } from '@jest/globals';

import { id, named } from '../case';
import { PAGING, sentAs, writeOptions, type Difference, type FieldCases } from './fieldCase';

const RULE = { regex: 'b=(?<b>\\d+)', mappings: { mapping: [{ display_name: 'B', value: 'b' }] } };

const mapping = (at: string, row: Record<string, string>): Difference => ({
	at,
	valueBefore: { mapping: [{ display_name: 'B', value: 'b' }] },
	set: { mapping: [row] },
	expectRequest: { body: { rule_name: 'Two', fields: [row] } },
});

const LISTED = { value: 'json', group_number: 2, is_open_attribute: true, path: '/p' };

const mappings = (at: string): FieldCases['fields'] => ({
	[`${at}.display_name`]: mapping(at, { display_name: 'C', value: 'b' }),
	[`${at}.value`]: mapping(at, { display_name: 'B', value: 'c' }),
	'options.mappingsJson': {
		set: JSON.stringify([LISTED]),
		expectRequest: { body: { rule_name: 'Two', fields: [expect.anything(), LISTED] } },
	},
});

const sent = (members: object) => ({ body: { rule_name: 'Two', ...members } });

/** The fields of a rule as a whole; the second item is the rule Two. */
const RULE_FIELDS: FieldCases['fields'] = {
	rule_name: { set: 'Three', expectRequest: { body: { rule_name: 'Three' } } },
	regex: { set: 'b=(?<b>x)', expectRequest: sent({ regex: 'b=(?<b>x)' }) },
	...sentAs(
		'options',
		{
			apply_when: "(EVENTID equals_cs '1')",
			delimiter: '\t',
			method: 'delimiter',
			sample_log: 'b=1',
		},
		sent,
	),
};

const NEW = [
	{ ...RULE, log_type_id: id(503), rule_name: 'One' },
	{ ...RULE, log_type_id: id(503), rule_name: 'Two' },
] as const;

const NEW_FIELDS: FieldCases['fields'] = {
	log_type_id: [id(502), named('Syslog')].map((set) => ({
		set,
		expectRequest: sent({ log_type_id: 502 }),
	})),
	...RULE_FIELDS,
	...mappings('mappings'),
	...writeOptions({ log_type_id: id(999) }, { refusal: 'no log type 999' }),
};

/** The log type decides in which list a dry run looks for the rule. */
const OTHER_TYPE: readonly Difference[] = [id(502), named('Syslog')].map((set) => ({
	secondItem: { options: { dryRun: true } },
	set,
	expectRows: [{ detail: expect.stringContaining('Not found') }],
	affectsAll: true,
}));

const TWO_RULES = [
	{ log_type_id: id(502), rule_id: id(702) },
	{ log_type_id: id(503), rule_id: id(703) },
] as const;

export const parserRule: readonly FieldCases[] = [
	{ operation: 'parserRule.create', items: NEW, fields: NEW_FIELDS },
	{ operation: 'parserRule.upsert', items: NEW, fields: NEW_FIELDS },
	{
		operation: 'parserRule.delete',
		items: TWO_RULES,
		fields: {
			rule_id: { set: id(705), expectRequest: { query: { rule_id: '705' } } },
			log_type_id: OTHER_TYPE,
			...writeOptions({ rule_id: id(704) }, { refusal: 'a rule is referenced' }),
		},
	},
	{
		operation: 'parserRule.get',
		items: TWO_RULES,
		fields: {
			log_type_id: [id(502), named('Syslog')].map((set) => ({
				secondItem: { rule_id: id(704) },
				set,
				expectRows: [{ rule_name: 'Used by an alert' }],
			})),
			rule_id: [
				{ secondItem: { log_type_id: id(502) }, set: id(704), expectRows: [{ rule_id: 704 }] },
				{
					secondItem: { log_type_id: id(502) },
					set: named('Used by an alert'),
					expectRows: [{ rule_id: 704 }],
				},
			],
		},
	},
	{
		operation: 'parserRule.getAll',
		items: [
			{ returnAll: true, log_type_id: id(503) },
			{ returnAll: true, log_type_id: id(502) },
		],
		fields: {
			...PAGING,
			logTypes: { set: 'all', expectRequest: { path: '/log-type' } },
			log_type_id: [id(501), named('Windows')].map((set) => ({
				set,
				expectRequest: { query: { log_type_id: '501' } },
			})),
		},
	},
	{
		operation: 'parserRule.update',
		items: [
			{ ...RULE, log_type_id: id(502), rule_id: id(702), rule_name: 'One', mappings: {} },
			{ regex: RULE.regex, log_type_id: id(503), rule_id: id(703), rule_name: 'Two' },
		],
		fields: {
			log_type_id: OTHER_TYPE,
			rule_id: { set: id(705), expectRequest: sent({ rule_id: 705 }) },
			...RULE_FIELDS,
			...mappings('options.mappings'),
			'options.mappingsJson': {
				set: '[{"value":"json"}]',
				expectRequest: sent({ fields: [{ value: 'json' }] }),
			},
			...writeOptions({ rule_id: id(999) }, { refusal: 'no rule 999' }),
		},
	},
];
