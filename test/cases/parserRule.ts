import { del, get, id, notFound, post, put, succeeded, type Case, type SentRequest } from './case';

const PATH = '/log-type/parser';

const LISTING: SentRequest = get(PATH, { log_type_id: 502 });

const three = [{ rule_id: 705 }, { rule_id: 706 }, { rule_id: 707 }];

const RULE = { regex: 'a=(?<a>\\S+)', apply_when: "(ID multi '1,2')" };

const NEW = ['New 1', 'New 2', 'New 3'];
const newRules = {
	parameters: {
		log_type_id: id(503),
		rule_name: '={{ $json.name }}',
		regex: RULE.regex,
		mappings: { mapping: [{ display_name: 'A', value: 'a' }] },
	},
	items: NEW.map((name) => ({ name })),
	refused: { parameters: { log_type_id: id(999) }, says: /Something went wrong/ },
};
const adding = (more: Record<string, string> = {}) =>
	NEW.map((rule_name) =>
		post(PATH, {
			...{ log_type_id: 503, rule_name, method: 'regex', regex: RULE.regex },
			fields: [{ display_name: 'A', value: 'a' }],
			...more,
		}),
	);

const isNew: Case['done'] = ({ world }, { name }) =>
	[...world.rules.values()].some(
		({ rule_name, regex }) => rule_name === name && regex === RULE.regex,
	);

export const parserRule: readonly Case[] = [
	{
		operation: 'parserRule.create',
		name: 'three rules',
		...newRules,
		parameters: { ...newRules.parameters, options: { apply_when: RULE.apply_when } },
		requests: adding({ apply_when: RULE.apply_when }),
		output: [708, 709, 710].map((rule_id) => ({ rule_id, ...succeeded })),
		done: isNew,
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
		refused: notFound({ rule_id: id(999) }, 'parser rule with the ID \\d*999'),
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
		done: isNew,
	},
	{
		operation: 'parserRule.upsert',
		name: 'a rule that exists in another spelling, sent whole, and a new one',
		parameters: {
			log_type_id: id(502),
			rule_name: '={{ $json.name }}',
			regex: RULE.regex,
			options: { apply_when: RULE.apply_when },
		},
		items: [{ name: 'extra 1' }, { name: 'New' }],
		requests: [
			LISTING,
			put(PATH, { rule_id: 706, rule_name: 'extra 1', method: 'regex', ...RULE }),
			post(PATH, { log_type_id: 502, rule_name: 'New', method: 'regex', ...RULE }),
		],
		output: [
			{ ...succeeded, rule_id: 706, detail: 'Changed' },
			{ ...succeeded, rule_id: 708, detail: 'Created' },
		],
		done: ({ world }, { name }) =>
			[...world.rules.values()].some(
				({ rule_name, apply_when }) => rule_name === name && apply_when === RULE.apply_when,
			),
	},
	{
		operation: 'parserRule.upsert',
		name: 'rules kept as data whose cells are missing, null or empty',
		parameters: {
			log_type_id: id(503),
			rule_name: '={{ $json.name }}',
			regex: '={{ $json.regex }}',
			mappings: { mapping: [{ value: 'row', display_name: '={{ $json.none }}' }] },
			options: {
				apply_when: '={{ $json.apply_when }}',
				delimiter: '={{ $json.delimiter }}',
				mappingsJson: '={{ $json.fields }}',
				sample_log: '={{ $json.sample_log }}',
			},
		},
		items: [
			{ name: 'New', regex: 'a', sample_log: null, delimiter: '', fields: null },
			{ name: 'New 2', regex: 'b', fields: [{ value: 'a', path: null, display_name: '' }] },
		],
		requests: [
			get(PATH, { log_type_id: 503 }),
			post(PATH, {
				...{ log_type_id: 503, rule_name: 'New', method: 'regex', regex: 'a' },
				fields: [{ value: 'row' }],
			}),
			post(PATH, {
				...{ log_type_id: 503, rule_name: 'New 2', method: 'regex', regex: 'b' },
				fields: [{ value: 'row' }, { value: 'a' }],
			}),
		],
	},
	{
		operation: 'parserRule.upsert',
		name: 'no rule without a pattern, since a service may replace the whole rule',
		parameters: { log_type_id: id(502), rule_name: 'Invoice posted', regex: '={{ $json.regex }}' },
		items: [{ regex: null }],
		requests: [],
	},
	{
		operation: 'parserRule.update',
		name: 'three rules, each sent whole',
		parameters: {
			log_type_id: id(502),
			rule_id: id('={{ $json.rule_id }}'),
			rule_name: '=Renamed {{ $json.rule_id }}',
			regex: RULE.regex,
			options: { apply_when: RULE.apply_when },
		},
		items: three,
		requests: three.map(({ rule_id }) =>
			put(PATH, { rule_id, rule_name: `Renamed ${rule_id}`, method: 'regex', ...RULE }),
		),
		output: three.map((one) => ({ ...one, ...succeeded })),
		done: ({ world }, { rule_id }) =>
			world.rules.get(Number(rule_id))?.rule_name.startsWith('Renamed') === true,
		refused: { parameters: { rule_id: id(999) }, says: /Something went wrong/ },
	},
	{
		operation: 'parserRule.update',
		name: 'an empty list of mappings, which is sent, and none, which is not',
		parameters: {
			log_type_id: id(502),
			rule_id: id(704),
			rule_name: 'New',
			regex: 'a',
			options: { mappingsJson: '={{ $json.fields }}' },
		},
		items: [{ fields: [] }, { fields: null }],
		requests: [{ fields: [] }, {}].map((more) =>
			put(PATH, { rule_id: 704, rule_name: 'New', method: 'regex', regex: 'a', ...more }),
		),
	},
];
