import {
	CORP,
	get,
	id,
	LARGE,
	named,
	post,
	put,
	succeeded,
	UNKNOWN_DOMAIN,
	type Case,
} from './case';

export const agent: readonly Case[] = [
	{
		operation: 'agent.add',
		name: 'three devices',
		parameters: { device_name: '={{ $json.pc }}', domain_name: named(CORP) },
		items: [{ pc: 'CORP-PC-02' }, { pc: 'CORP-PC-03' }, { pc: 'CORP-PC-04' }],
		requests: [
			post('/log-sources/agents', {
				agents: [
					{ device_name: 'CORP-PC-02', domain_name: CORP },
					{ device_name: 'CORP-PC-03', domain_name: CORP },
					{ device_name: 'CORP-PC-04', domain_name: CORP },
				],
			}),
		],
		output: [
			{ device_name: 'CORP-PC-02', ...succeeded },
			{ device_name: 'CORP-PC-03', ...succeeded },
			{ device_name: 'CORP-PC-04', ...succeeded },
		],
		done: ({ world }, { pc }) =>
			[...world.agents.values()].some(({ agent_name }) => agent_name === pc),
		refused: {
			parameters: { domain_name: UNKNOWN_DOMAIN },
			says: /Domain .* is not configured/,
		},
	},
	{
		operation: 'agent.add',
		name: 'with encrypted credentials',
		parameters: {
			device_name: 'CORP-PC-02',
			domain_name: named(CORP),
			credentials: { user_name: 'encrypted-user', password: 'encrypted-password' },
		},
		requests: [
			post('/log-sources/agents', {
				agents: [
					{
						device_name: 'CORP-PC-02',
						domain_name: CORP,
						user_name: 'encrypted-user',
						password: 'encrypted-password',
					},
				],
			}),
		],
		output: [{ device_name: 'CORP-PC-02', ...succeeded }],
	},
	{
		operation: 'agent.get',
		name: 'one by its id',
		parameters: { agent_id: id(303) },
		requests: [get('/log-sources/agents', { agent_id: 303, page: 1, limit: 1000 })],
		output: [{ agent_id: 303, agent_name: 'CORP-AGENT-3' }],
		refused: { parameters: { agent_id: id(999) }, says: /lists no agent with agent_id \d*999/ },
	},
	{
		operation: 'agent.getAll',
		name: 'all agents',
		parameters: { returnAll: true },
		requests: [get('/log-sources/agents', { page: 1, limit: 1000 })],
		output: ({ world }) =>
			[...world.agents.values()].map(({ agent_id, agent_name }) => ({ agent_id, agent_name })),
	},
	{
		operation: 'agent.getAll',
		name: 'by status',
		parameters: { returnAll: true, filters: { status: 'agent_not_communicating' } },
		requests: [
			get('/log-sources/agents', { status: 'agent_not_communicating', page: 1, limit: 1000 }),
		],
		output: [
			{ agent_id: 303, agent_name: 'CORP-AGENT-3' },
			{ agent_id: 307, agent_name: 'LAB-AGENT-1' },
		],
	},
	{
		operation: 'agent.getAll',
		name: 'by every filter',
		parameters: {
			returnAll: true,
			filters: {
				agent_id: id(String(LARGE)),
				agent_name: 'WEB01',
				status: 'waitingfor_initailsync',
				version: '5310',
			},
		},
		requests: [
			get('/log-sources/agents', {
				agent_id: LARGE,
				agent_name: 'WEB01',
				status: 'waitingfor_initailsync',
				version: '5310',
				page: 1,
				limit: 1000,
			}),
		],
		output: [],
	},
	{
		operation: 'agent.update',
		name: 'three agents by the text of their ids',
		parameters: {
			agent_id: id('={{ $json.agent_id }}'),
			updateFields: { display_name: 'Renamed' },
		},
		items: [{ agent_id: 301 }, { agent_id: 302 }, { agent_id: 303 }],
		requests: [
			put('/log-sources/agents', {
				agents: [
					{ agent_id: '301', display_name: 'Renamed' },
					{ agent_id: '302', display_name: 'Renamed' },
					{ agent_id: '303', display_name: 'Renamed' },
				],
			}),
		],
		output: [
			{ agent_id: '301', ...succeeded },
			{ agent_id: '302', ...succeeded },
			{ agent_id: '303', ...succeeded },
		],
		done: ({ world }, { agent_id }) =>
			world.agents.get(Number(agent_id))?.display_name === 'Renamed',
		refused: { parameters: { agent_id: id(999) }, says: /Agent id was not found/ },
	},
	{
		operation: 'agent.update',
		name: 'the log level of an agent with a large id',
		parameters: { agent_id: id(String(LARGE)), updateFields: { log_level: '3' } },
		requests: [
			put('/log-sources/agents', { agents: [{ agent_id: String(LARGE), log_level: '3' }] }),
		],
	},
];
