import { AGENTS } from '../../contract/lists';
import { idOrNamePicker } from '../../editor/pickers';
import { defineGet } from '../../shared/operation/listReads';

/** Get agents: GET /api/v2/log-sources/agents */
export const get = defineGet({
	description: 'Read one agent with its status and its devices',
	list: AGENTS,
	fields: [idOrNamePicker(AGENTS, 'searchAgents', 'The agent to read')],
	target: ({ agent_id }) => agent_id,
});
