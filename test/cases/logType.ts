import { del, get, id, LARGE, named, post, succeeded, type Case, type SentRequest } from './case';

const LISTING: SentRequest = get('/log-type');

const RETURNED = 'Already there, returned';

const three = [{ log_type_id: 504 }, { log_type_id: 505 }, { log_type_id: 506 }];

export const logType: readonly Case[] = [
	{
		operation: 'logType.create',
		name: 'three log types',
		parameters: { log_type_display_name: '={{ $json.name }}', type: 'syslog' },
		items: [{ name: 'New_1' }, { name: 'New_2' }, { name: 'New_3' }],
		requests: ['New_1', 'New_2', 'New_3'].map((log_type_display_name) =>
			post('/log-type', { log_type_display_name, type: 'syslog' }),
		),
		output: [507, 508, 509].map((log_type_id) => ({ log_type_id, ...succeeded })),
		done: ({ world }, { name }) =>
			[...world.logTypes.values()].some((type) => type.log_type_display_name === name),
		refused: {
			parameters: { log_type_display_name: 'Billing' },
			says: /Something went wrong/,
		},
	},
	{
		operation: 'logType.create',
		name: 'or return those that exist',
		parameters: {
			log_type_display_name: '={{ $json.name }}',
			type: 'syslog',
			ifExists: 'return',
		},
		items: [{ name: 'Billing' }, { name: 'New_1' }, { name: 'billing' }, { name: 'New_1' }],
		requests: [LISTING, post('/log-type', { log_type_display_name: 'New_1', type: 'syslog' })],
		output: [
			{ ...succeeded, log_type_id: 503, detail: RETURNED },
			{ ...succeeded, log_type_id: 507, detail: 'Created' },
			{ ...succeeded, log_type_id: 503, detail: RETURNED },
			{ ...succeeded, log_type_id: 507, detail: RETURNED },
		],
	},
	{
		operation: 'logType.delete',
		name: 'three log types',
		parameters: { log_type_id: id('={{ $json.log_type_id }}') },
		items: three,
		requests: [...three.map((query) => ({ ...del('/log-type'), query })), LISTING],
		output: three.map((one) => ({ ...one, deleted: true, ...succeeded })),
		done: ({ world }, { log_type_id }) => !world.logTypes.has(Number(log_type_id)),
		refused: { parameters: { log_type_id: id(502) }, says: /Something went wrong/ },
	},
	{
		operation: 'logType.delete',
		name: 'two by their names',
		parameters: { log_type_id: named('={{ $json.name }}') },
		items: [{ name: 'billing' }, { name: 'None' }],
		requests: [LISTING, { ...del('/log-type'), query: { log_type_id: 503 } }, LISTING],
		output: [
			{ ...succeeded, log_type_id: 503, log_type_display_name: 'Billing', deleted: true },
			{ outcome: 'failed', log_type_id: '', log_type_display_name: 'None', deleted: '' },
		],
	},
	{
		operation: 'logType.delete',
		name: 'a large id',
		parameters: { log_type_id: id(String(LARGE)) },
		requests: [{ ...del('/log-type'), query: { log_type_id: LARGE } }, LISTING],
	},
	{
		operation: 'logType.get',
		name: 'one by its display name',
		parameters: { log_type_id: named('billing') },
		requests: [LISTING],
		output: [{ log_type_id: 503, log_type_display_name: 'Billing' }],
		refused: {
			parameters: { log_type_id: id(999) },
			says: /lists no log type with log_type_id \d*999/,
		},
	},
	{
		operation: 'logType.getAll',
		name: 'all log types',
		parameters: { returnAll: true },
		requests: [LISTING],
		output: ({ world }) => [...world.logTypes.keys()].map((log_type_id) => ({ log_type_id })),
	},
];
