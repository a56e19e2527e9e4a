import {
	CORP,
	get,
	id,
	LARGE,
	named,
	PCS,
	post,
	put,
	succeeded,
	UNKNOWN_DOMAIN,
	type Case,
} from './case';

const PATH = '/log-sources/agents';

const three = ['301', '302', '303'];
const account = { user_name: 'encrypted-user', password: 'encrypted-password' };

/** Filters that are sent as they are set. */
const FILTERS = { agent_name: 'WEB01', status: 'waitingfor_initailsync', version: '5310' };

export const agent: readonly Case[] = [
	{
		operation: 'agent.add',
		name: 'three devices',
		parameters: { device_name: '={{ $json.pc }}', domain_name: named(CORP) },
		items: PCS.map((pc) => ({ pc })),
		requests: [
			get(PATH, { page: 1, limit: 1000 }),
			post(PATH, { agents: PCS.map((device_name) => ({ device_name, domain_name: CORP })) }),
		],
		output: PCS.map((device_name) => ({ device_name, ...succeeded })),
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
			credentials: account,
		},
		requests: [
			post(PATH, { agents: [{ device_name: 'CORP-PC-02', domain_name: CORP, ...account }] }),
		],
		output: [{ device_name: 'CORP-PC-02', ...succeeded }],
	},
	{
		operation: 'agent.get',
		name: 'one by its id',
		parameters: { agent_id: id(303) },
		requests: [get(PATH, { agent_id: 303, page: 1, limit: 1000 })],
		output: [{ agent_id: 303, agent_name: 'CORP-AGENT-3' }],
		refused: { parameters: { agent_id: id(999) }, says: /lists no agent with agent_id \d*999/ },
	},
	{
		operation: 'agent.getAll',
		name: 'all agents',
		parameters: { returnAll: true },
		requests: [get(PATH, { page: 1, limit: 1000 })],
		output: ({ world }) =>
			[...world.agents.values()].map(({ agent_id, agent_name }) => ({ agent_id, agent_name })),
	},
	{
		operation: 'agent.getAll',
		name: 'by status',
		parameters: { returnAll: true, filters: { status: 'agent_not_communicating' } },
		requests: [get(PATH, { status: 'agent_not_communicating', page: 1, limit: 1000 })],
		output: [
			{ agent_id: 303, agent_name: 'CORP-AGENT-3' },
			{ agent_id: 307, agent_name: 'LAB-AGENT-1' },
		],
	},
	{
		operation: 'agent.getAll',
		name: 'by every filter',
		parameters: { returnAll: true, filters: { ...FILTERS, agent_id: id(String(LARGE)) } },
		requests: [get(PATH, { ...FILTERS, agent_id: LARGE, page: 1, limit: 1000 })],
		output: [],
	},
	{
		operation: 'agent.update',
		name: 'three agents by the text of their ids',
		parameters: {
			agent_id: id('={{ $json.agent_id }}'),
			updateFields: { display_name: 'Renamed' },
		},
		items: three.map((agent_id) => ({ agent_id: Number(agent_id) })),
		requests: [
			put(PATH, { agents: three.map((agent_id) => ({ agent_id, display_name: 'Renamed' })) }),
		],
		output: three.map((agent_id) => ({ agent_id, ...succeeded })),
		done: ({ world }, { agent_id }) =>
			world.agents.get(Number(agent_id))?.display_name === 'Renamed',
		refused: { parameters: { agent_id: id(999) }, says: /Agent id was not found/ },
	},
	{
		operation: 'agent.update',
		name: 'the log level of an agent with a large id',
		parameters: { agent_id: id(String(LARGE)), updateFields: { log_level: '3' } },
		requests: [put(PATH, { agents: [{ agent_id: String(LARGE), log_level: '3' }] })],
	},
];
