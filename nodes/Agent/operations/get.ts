import { idOrNameLocator } from '../../pickers/locators';
import { wholeRow } from '../../shared/pagination/columns';
import { defineGet } from '../../shared/operation/getOne';
import { AGENTS } from '../../lists/agents';
import { listRequest, pagesOf } from '../../shared/pagination/list';

/** Get agents: GET /api/v2/log-sources/agents */
export const get = defineGet({
	action: 'Get agent',
	description: 'Read one agent, by its ID or its name, with its status and its devices',
	noun: 'agent',
	endpoint: 'Get agents',
	scope: 'agents.READ',
	fields: [
		idOrNameLocator('searchAgents', 'e.g. WEB01', {
			displayName: 'Agent',
			name: 'agent_id',
			required: true,
			description: 'The agent to read',
		}),
	],
	view: () => wholeRow(AGENTS),
	request: ({ agent_id: { id, name } }) => listRequest(AGENTS, { agent_id: id, agent_name: name }),
	pages: () => pagesOf(AGENTS),
	wanted: ({ agent_id: { id, name } }) => ({ agent_id: id, agent_name: name }),
});
