import { AGENTS } from '../../lists/lists';
import { idOrNameLocator } from '../../pickers/locators';
import {
	defineFields,
	defineWrite,
	type Payload,
	type ListedThing,
} from '../../shared/operation/operation';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { resolveNames } from '../../shared/operation/listedThing';
import { asText, toId } from '../../shared/json';
import { omit, atLeastOne } from '../../shared/parameters/given';

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

type Changed = Payload & {
	agent_id?: string;
	agent_name?: string;
	display_name?: string;
	log_level?: '2' | '3';
};

const NEEDED_AGENT = {
	list: AGENTS,
	wanted: ({ agent_id, agent_name }: Changed) => ({ id: toId(agent_id), name: agent_name }),
	columns: ['agent_name'],
	expects: 'one',
} as const satisfies ListedThing<Changed>;

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
	done: () => 'Changed',
	columns: ['agent_name', 'agent_id'],
	verifyWith: 'Agent › Get Many',
	maxBatchSize: 100,
	fields: [
		idOrNameLocator('searchAgents', 'e.g. WEB01', {
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
	payload: ({ agent_id: { id, name }, updateFields }): Changed => ({
		...(id === undefined ? { agent_name: name } : { agent_id: String(id) }),
		...atLeastOne(updateFields, SETTINGS),
	}),
	complete: async (payloads, service) =>
		await resolveNames(NEEDED_AGENT, payloads, service, (payload, row, id) => ({
			...payload,
			agent_name: asText(row.agent_name),
			agent_id: String(id),
		})),
	request: (agents) => ({
		method: 'PUT',
		path: '/log-sources/agents',
		body: { agents: agents.map((agent) => omit(agent, 'agent_name')) },
	}),
	conflictKeys: ({ agent_id = '' }) => [agent_id],
	parseResult: {
		report: reportOf({
			failures: 'failed_agents',
			identifiedBy: ['agent_id'],
			total: 'total_agents',
			succeeded: 'successful_updates',
			failed: 'failed_updates',
		}),
	},
	listed: {
		...NEEDED_AGENT,
		verdict: ({ display_name, log_level }, [row]) => {
			if (row === undefined || display_name === undefined) return { isDone: undefined };
			const isRenamed = row.display_name === display_name;
			// The listing does not return the log level.
			return { isDone: isRenamed && log_level !== undefined ? undefined : isRenamed };
		},
	},
});
