import { idLocator } from '../../pickers/locators';
import { defineFields, defineWrite } from '../../shared/operation/operation';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { lookUpUpdated } from '../lookUp';
import { atLeastOne } from '../../shared/parameters/atLeastOne';

/** What can be set of an agent (interface specification, Update agents). */
const SETTINGS = defineFields([
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
		options: [
			{ name: '2', value: '2' },
			{ name: '3', value: '3' },
		],
		default: '2',
		description: 'How much the agent writes into its own log',
	},
]);

/** Update agents: PUT /api/v2/log-sources/agents */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update agents',
	description: 'Change the display name or the log level of agents, up to 100 a request',
	endpoint: 'Update agents',
	scope: 'agents.UPDATE',
	noun: 'agent',
	nouns: 'agents',
	verifyWith: 'Agent › Get Many',
	maxBatchSize: 100,
	fields: [
		idLocator('searchAgents', {
			displayName: 'Agent',
			name: 'agent_id',
			required: true,
			description: 'The agent to update',
		}),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: SETTINGS,
		},
	],
	payload: ({ agent_id, updateFields }) => ({
		agent_id: String(agent_id),
		...atLeastOne(updateFields, SETTINGS),
	}),
	request: (agents) => ({
		method: 'PUT',
		path: '/log-sources/agents',
		body: { agents },
	}),
	conflictKeys: ({ agent_id }) => [agent_id],
	parseResult: {
		report: reportOf({
			failures: 'failed_agents',
			identifiedBy: ['agent_id'],
			total: 'total_agents',
			succeeded: 'successful_updates',
			failed: 'failed_updates',
		}),
	},
	lookUp: lookUpUpdated,
	lookUpDescription:
		'Whether to look up agents whose outcome is unknown, and compare their display names. Takes a few requests more and the scope agents.READ.',
});
