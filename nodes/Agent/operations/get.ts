import { AGENTS } from '../../lists/lists';
import { idOrNameLocator } from '../../pickers/locators';
import { defineGet } from '../../shared/operation/listReads';

/** Get agents: GET /api/v2/log-sources/agents */
export const get = defineGet({
	description: 'Read one agent, by its ID or its name, with its status and its devices',
	list: AGENTS,
	fields: [
		idOrNameLocator('searchAgents', 'e.g. WEB01', {
			displayName: 'Agent',
			name: 'agent_id',
			required: true,
			description: 'The agent to read',
		}),
	],
	target: ({ agent_id }) => agent_id,
});
