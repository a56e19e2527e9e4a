import { del, get, id, LARGE, post, put, succeeded, type Case, type SentRequest } from './case';

const PATH = '/log-type/parser';

const LISTING: SentRequest = get(PATH, { log_type_id: 502 });

/** What the service lists of each rule of that log type beside its name. */
const LISTED = {
	method: 'regex',
	regex: 'user=(?<user>\\S+)',
	apply_when: "(HOSTTYPE equals_cs 'unix')",
};

const three = [{ rule_id: 705 }, { rule_id: 706 }, { rule_id: 707 }];

/** Parameters of three new rules, and the requests that add them. */
const NEW = ['New 1', 'New 2', 'New 3'];
const newRules = {
	parameters: {
		log_type_id: id(503),
		rule_name: '={{ $json.name }}',
		regex: 'a=(?<a>\\S+)',
		mappings: { mapping: [{ display_name: 'A', value: 'a' }] },
	},
	items: NEW.map((name) => ({ name })),
	refused: { parameters: { log_type_id: id(999) }, says: /Something went wrong/ },
};
const adding = (more: Record<string, string> = {}) =>
	NEW.map((rule_name) =>
		post(PATH, {
			log_type_id: 503,
			rule_name,
			method: 'regex',
			regex: 'a=(?<a>\\S+)',
			fields: [{ display_name: 'A', value: 'a' }],
			...more,
		}),
	);

/** A rule that sets what the service does not list. */
const unlisted = {
	log_type_id: id(502),
	rule_name: 'Extra 0',
	regex: LISTED.regex,
};

export const parserRule: readonly Case[] = [
	{
		operation: 'parserRule.create',
		name: 'three rules',
		...newRules,
		parameters: {
			...newRules.parameters,
			options: { apply_when: "(ID multi '1,2')" },
		},
		requests: adding({ apply_when: "(ID multi '1,2')" }),
		output: [708, 709, 710].map((rule_id) => ({ rule_id, ...succeeded })),
		done: ({ world }, { name }) =>
			[...world.rules.values()].some(
				(rule) => rule.rule_name === name && rule.apply_when === "(ID multi '1,2')",
			),
	},
	{
		operation: 'parserRule.create',
		name: 'as little as possible',
		parameters: {
			log_type_id: id(503),
			rule_name: 'Little',
			regex: '',
			options: { method: 'delimiter', delimiter: ';' },
		},
		requests: [
			post(PATH, { log_type_id: 503, rule_name: 'Little', method: 'delimiter', delimiter: ';' }),
		],
		output: [{ rule_id: 708, ...succeeded }],
	},
	{
		operation: 'parserRule.create',
		name: 'everything, mappings and conditions as rows',
		parameters: {
			log_type_id: id(String(LARGE)),
			rule_name: 'Whole',
			regex: '(?<a>x)',
			mappings: {
				mapping: [
					{ display_name: 'A', value: 'a' },
					{
						display_name: 'B',
						value: 'b',
						more: { group_number: 0, is_open_attribute: false, path: '' },
					},
				],
			},
			options: {
				sample_log: 'x',
				applyWhen: {
					conditions: {
						groupsJoinedBy: 'OR',
						groups: {
							group: [
								{
									joinedBy: 'AND',
									conditions: {
										condition: [
											{ attribute: 'HOSTTYPE', operator: 'equals_cs', operand: 'unix' },
											{ attribute: 'ID', operator: 'multi_range', operand: '1-5,8' },
										],
									},
								},
								{
									joinedBy: 'AND',
									conditions: {
										condition: [{ attribute: 'EVENTID', operator: 'regex', operand: "4.'" }],
									},
								},
							],
						},
					},
				},
			},
		},
		requests: [
			post(PATH, {
				log_type_id: LARGE,
				rule_name: 'Whole',
				method: 'regex',
				regex: '(?<a>x)',
				sample_log: 'x',
				fields: [
					{ display_name: 'A', value: 'a' },
					{
						display_name: 'B',
						value: 'b',
						group_number: 0,
						is_open_attribute: false,
						path: '',
					},
				],
				apply_when:
					"((HOSTTYPE equals_cs 'unix' AND ID multi_range '1-5,8') OR (EVENTID regex '4.\\x27'))",
			}),
			// Whether the rule exists is looked up, since the refusal does not say.
			get(PATH, { log_type_id: LARGE }),
		],
	},
	{
		operation: 'parserRule.delete',
		name: 'three rules, without their log type',
		parameters: { log_type_id: id(502), rule_id: id('={{ $json.rule_id }}') },
		items: three,
		requests: three.map((query) => ({ ...del(PATH), query })),
		output: three.map((one) => ({ ...one, deleted: true, ...succeeded })),
		done: ({ world }, { rule_id }) => !world.rules.has(Number(rule_id)),
		refused: { parameters: { rule_id: id(704) }, says: /Something went wrong/ },
	},
	{
		operation: 'parserRule.get',
		name: 'one by its id',
		parameters: { log_type_id: id(502), rule_id: id(702) },
		requests: [LISTING],
		output: [{ rule_id: 702, rule_name: 'sshd sign-ins' }],
		refused: {
			parameters: { rule_id: id(999) },
			says: /lists no parser rule with rule_id \d*999/,
		},
	},
	{
		operation: 'parserRule.getAll',
		name: 'the rules of a log type',
		parameters: { returnAll: true, logTypes: 'one', log_type_id: id(502) },
		requests: [LISTING],
		output: [702, 704, 705, 706, 707].map((rule_id) => ({ rule_id })),
		refused: { parameters: { log_type_id: id(999) }, says: /Something went wrong/ },
	},
	{
		operation: 'parserRule.getAll',
		name: 'the rules of all log types',
		parameters: { returnAll: true, logTypes: 'all' },
		requests: [
			get('/log-type'),
			...[501, 502, 503, 504, 505, 506].map((log_type_id) => get(PATH, { log_type_id })),
		],
		output: ({ world }) =>
			[...world.logTypes.values()].flatMap(({ log_type_id, log_type_display_name }) =>
				[...world.rules.values()]
					.filter((rule) => rule.origin === 'custom' && rule.log_type_id === log_type_id)
					.map(({ rule_id }) => ({ rule_id, log_type_id, log_type_display_name })),
			),
	},
	{
		operation: 'parserRule.upsert',
		name: 'three new rules',
		...newRules,
		requests: [get(PATH, { log_type_id: 503 }), ...adding()],
		output: [708, 709, 710].map((rule_id) => ({ ...succeeded, rule_id, detail: 'Created' })),
		done: ({ world }, { name }) =>
			[...world.rules.values()].some(
				({ rule_name, regex }) => rule_name === name && regex === 'a=(?<a>\\S+)',
			),
	},
	{
		operation: 'parserRule.upsert',
		name: 'rules that exist, with what is not set taken from the listing',
		parameters: {
			log_type_id: id(502),
			rule_name: '={{ $json.name }}',
			regex: '={{ $json.regex }}',
		},
		items: [
			{ name: 'Extra 0', regex: LISTED.regex },
			{ name: 'Extra 1', regex: 'b=(?<b>\\S+)' },
			{ name: 'Extra 1', regex: 'b=(?<b>\\S+)' },
			{ name: 'New', regex: 'c' },
		],
		requests: [
			LISTING,
			put(PATH, { ...LISTED, rule_id: 706, rule_name: 'Extra 1', regex: 'b=(?<b>\\S+)' }),
			post(PATH, { log_type_id: 502, rule_name: 'New', method: 'regex', regex: 'c' }),
		],
		output: [
			{ ...succeeded, rule_id: 705, detail: 'Already as asked for' },
			{ ...succeeded, rule_id: 706, detail: 'Changed' },
			{ ...succeeded, rule_id: 706, detail: 'Same as an earlier item' },
			{ ...succeeded, rule_id: 708, detail: 'Created' },
		],
		done: ({ world }, { name, regex }) =>
			[...world.rules.values()].some(
				(rule) =>
					rule.rule_name === name &&
					rule.regex === regex &&
					(rule.rule_id === 708 || rule.apply_when === LISTED.apply_when),
			),
	},
	{
		operation: 'parserRule.upsert',
		name: 'a rule that sets what is not listed, left alone where the user wants that',
		parameters: { ...unlisted, options: { sample_log: 'user=x', ifSame: '={{ $json.ifSame }}' } },
		items: [{ ifSame: 'leave' }],
		requests: [LISTING],
		output: [{ ...succeeded, rule_id: 705, detail: 'Already as asked for' }],
	},
	{
		operation: 'parserRule.upsert',
		name: 'a rule that sets what is not listed, sent each time otherwise',
		parameters: { ...unlisted, options: { sample_log: 'user=x' } },
		requests: [
			LISTING,
			put(PATH, { ...LISTED, rule_id: 705, rule_name: 'Extra 0', sample_log: 'user=x' }),
		],
		output: [{ ...succeeded, rule_id: 705, detail: 'Changed' }],
		done: ({ world }) => world.rules.get(705)?.sample_log === 'user=x',
	},
	{
		operation: 'parserRule.upsert',
		name: 'a rule that an item before sets otherwise',
		parameters: {
			log_type_id: id(502),
			rule_name: 'Extra 0',
			regex: '={{ $json.regex }}',
		},
		items: [{ regex: LISTED.regex }, { regex: 'other' }],
		requests: [LISTING],
		output: [
			{ ...succeeded, rule_id: 705 },
			{ outcome: 'failed', rule_id: '' },
		],
	},
	{
		operation: 'parserRule.update',
		name: 'three rules',
		parameters: {
			log_type_id: id(502),
			rule_id: id('={{ $json.rule_id }}'),
			updateFields: { rule_name: '=Renamed {{ $json.rule_id }}' },
		},
		items: three,
		requests: [
			LISTING,
			...three.map(({ rule_id }) =>
				put(PATH, { ...LISTED, rule_id, rule_name: `Renamed ${rule_id}` }),
			),
		],
		output: three.map((one) => ({ ...one, ...succeeded })),
		done: ({ world }, { rule_id }) =>
			world.rules.get(Number(rule_id))?.rule_name.startsWith('Renamed') === true,
		refused: { parameters: { log_type_id: id(999) }, says: /Something went wrong/ },
	},
	{
		operation: 'parserRule.update',
		name: 'mappings and condition kept as data',
		parameters: {
			log_type_id: id(502),
			rule_id: id(702),
			updateFields: {
				rule_name: 'New',
				method: 'regex',
				regex: '',
				mappingsJson: '[{ "value": "a", "group_number": "2" }]',
				apply_when: "(ID multi '1,2')",
			},
		},
		requests: [
			LISTING,
			put(PATH, {
				rule_id: 702,
				rule_name: 'New',
				method: 'regex',
				regex: '',
				fields: [{ value: 'a', group_number: 2 }],
				apply_when: "(ID multi '1,2')",
			}),
		],
	},
];
