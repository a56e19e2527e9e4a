import { AGENTS } from '../../contract/lists';
import { idOrNamePicker } from '../../editor/pickers';
import { defineWrite, updateCollection } from '../../shared/operation/operation';
import { requireChange } from '../../shared/parameters/invalidParameter';
import { defineFields, defineNames } from '../../shared/parameters/values';
import { failuresParser } from '../../shared/records/results';
import { asText } from '../../shared/texts';

/** The settings of an agent (interface specification, Update agents). */
const AGENT_SETTINGS = defineFields([
	{
		displayName: 'Display Name',
		name: 'display_name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Web Server 1',
		description: 'The name to show for the agent',
	},
	{
		displayName: 'Log Level',
		name: 'log_level',
		type: 'options',
		options: defineNames('2', '3'),
		default: '2',
		description: 'How much the agent writes into its own log',
	},
]);

/** Update agents: PUT /api/v2/log-sources/agents */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update agent',
	description: 'Change settings of an agent',
	scope: 'agents.UPDATE',
	list: AGENTS,
	successText: () => 'Changed',
	identityColumns: ['agent_name', 'agent_id'],
	maxBatchSize: 100,
	fields: [
		idOrNamePicker(AGENTS, 'searchAgents', 'The agent to update'),
		updateCollection(AGENT_SETTINGS),
	],
	intent: ({ agent_id, updateFields }) => ({
		target: agent_id,
		payload: requireChange(updateFields, AGENT_SETTINGS),
	}),
	lookUp: 'byName',
	request: (items) => ({
		method: 'PUT',
		path: '/log-sources/agents',
		// The update takes the ID as text (interface specification, Agent).
		body: { agents: items.map(({ id, payload }) => ({ agent_id: asText(id), ...payload })) },
	}),
	parseOutcomes: failuresParser({
		failures: 'failed_agents',
		identifiedBy: { id: 'agent_id' },
		total: 'total_agents',
		succeeded: 'successful_updates',
		failed: 'failed_updates',
	}),
});
