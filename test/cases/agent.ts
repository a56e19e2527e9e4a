import { CORP, get, id, named, NO_DOMAIN, notFound, PCS, post, put, succeeded } from './case';
import type { Case } from './case';

const PATH = '/log-sources/agents';

const three = [301, 302, 303];
const renamed = three.map((id) => ({ agent_id: String(id), display_name: 'Renamed' }));

export const agent: readonly Case[] = [
	{
		operation: 'agent.add',
		name: 'three devices, each in its request',
		parameters: { device_name: '={{ $json.pc }}', domain_name: named(CORP) },
		items: PCS.map((pc) => ({ pc })),
		requests: PCS.map((device_name) =>
			post(PATH, { agents: [{ device_name, domain_name: CORP }] }),
		),
		output: PCS.map((device_name) => ({ device_name, ...succeeded })),
		done: ({ world }, { pc }) =>
			[...world.agents.values()].some(({ agent_name }) => agent_name === pc),
		refused: NO_DOMAIN,
	},
	{
		operation: 'agent.get',
		name: 'one by its id',
		parameters: { agent_id: id(303) },
		requests: [get(PATH, { agent_id: 303, page: 1, limit: 1000 })],
		output: [{ agent_id: 303, agent_name: 'CORP-AGENT-3' }],
		refused: notFound({ agent_id: id(999) }, 'agent with the ID \\d*999'),
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
		operation: 'agent.update',
		name: 'three agents by the text of their ids',
		parameters: {
			agent_id: id('={{ $json.agent_id }}'),
			updateFields: { display_name: 'Renamed' },
		},
		items: three.map((agent_id) => ({ agent_id })),
		requests: [put(PATH, { agents: renamed })],
		output: three.map((agent_id) => ({ agent_id, ...succeeded })),
		done: ({ world }, { agent_id }) =>
			world.agents.get(Number(agent_id))?.display_name === 'Renamed',
		refused: { parameters: { agent_id: id(999) }, says: /Agent id was not found/ },
	},
	{
		operation: 'agent.update',
		name: 'one by its name, which the row shows as the list spells it',
		parameters: { agent_id: named('corp-agent-2'), updateFields: { display_name: 'Renamed' } },
		requests: [
			get(PATH, { agent_name: 'corp-agent-2', page: 1, limit: 1000 }),
			put(PATH, { agents: [{ agent_id: '302', display_name: 'Renamed' }] }),
		],
		output: [{ agent_name: 'CORP-AGENT-2', agent_id: 302, ...succeeded }],
	},
];
