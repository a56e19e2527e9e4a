import { del, get, id, named, notFound, post, succeeded } from './case';
import type { Case, SentRequest } from './case';

const LISTING: SentRequest = get('/log-type');

const NEW = ['New_1', 'New_2', 'New_3'];

const three = [{ log_type_id: 504 }, { log_type_id: 505 }, { log_type_id: 506 }];

export const logType: readonly Case[] = [
	{
		operation: 'logType.create',
		name: 'three log types',
		parameters: { log_type_display_name: '={{ $json.name }}', type: 'syslog' },
		items: NEW.map((name) => ({ name })),
		requests: NEW.map((log_type_display_name) =>
			post('/log-type', { log_type_display_name, type: 'syslog' }),
		),
		output: [507, 508, 509].map((log_type_id) => ({ log_type_id, ...succeeded })),
		done: ({ world }, { name }) =>
			[...world.logTypes.values()].some((type) => type.log_type_display_name === name),
		refused: { parameters: { log_type_display_name: 'Billing' }, says: /Something went wrong/ },
	},
	{
		operation: 'logType.delete',
		name: 'three log types, which are read first',
		parameters: { log_type_id: id('={{ $json.log_type_id }}') },
		items: three,
		requests: [LISTING, ...three.map((query) => ({ ...del('/log-type'), query }))],
		output: three.map((one) => ({ ...one, deleted: true, ...succeeded })),
		done: ({ world }, { log_type_id }) => !world.logTypes.has(Number(log_type_id)),
		refused: { parameters: { log_type_id: id(502) }, says: /Something went wrong/ },
	},
	{
		operation: 'logType.get',
		name: 'one by its display name',
		parameters: { log_type_id: named('billing') },
		requests: [LISTING],
		output: [{ log_type_id: 503, log_type_display_name: 'Billing' }],
		refused: notFound({ log_type_id: id(999) }, 'log type with the ID \\d*999'),
	},
	{
		operation: 'logType.getAll',
		name: 'all log types',
		parameters: { returnAll: true },
		requests: [LISTING],
		output: ({ world }) => [...world.logTypes.keys()].map((log_type_id) => ({ log_type_id })),
	},
];
