import { AGENTS } from '../../contract/lists';
import { domainPicker } from '../../editor/pickers';
import { defineWrite } from '../../shared/operation/operation';
import { marks } from '../../shared/parameters/presence';
import { failuresParser } from '../../shared/records/results';

/** Add agents: POST /api/v2/log-sources/agents */
export const add = defineWrite({
	value: 'add',
	name: 'Add',
	action: 'Add agent',
	description:
		'Start the installation of an agent on a Windows device; Get Many shows the progress',
	scope: 'agents.CREATE',
	list: AGENTS,
	successText: () => 'Added',
	identityColumns: ['device_name', 'domain_name'],
	columnOverrides: { user_name: [], password: [] },
	maxBatchSize: 100,
	// A failure record does not name its device.
	defaultBatchSize: 1,
	fields: [
		{
			displayName: 'Device Name',
			name: 'device_name',
			type: 'string',
			typeOptions: marks('computerName'),
			required: true,
			default: '',
			placeholder: 'e.g. WEB01',
			description: 'The Windows device to install the agent on',
		},
		{ ...domainPicker('The configured domain that the device belongs to'), required: true },
		{
			displayName: 'Installation Account',
			name: 'credentials',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description:
				'The account to install the agent with, as encrypted values. Without it, the service uses its default credentials.',
			options: [
				{
					displayName: 'Password',
					name: 'password',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					description: 'The password as an encrypted value',
				},
				{
					displayName: 'User Name',
					name: 'user_name',
					type: 'string',
					default: '',
					description: 'The user name as an encrypted value',
				},
			],
		},
	],
	intent: ({ device_name, domain_name, credentials }) => ({
		target: { name: device_name },
		payload: { device_name, domain_name, ...credentials },
	}),
	// The list says nothing about a new agent, since an older one may have its name: no `lookUp`.
	// The service also accepts these members in the URL, where a password must never appear.
	request: (items) => ({
		method: 'POST',
		path: '/log-sources/agents',
		body: { agents: items.map(({ payload }) => payload) },
		secrets: items.flatMap(({ payload: { password } }) => password ?? []),
	}),
	parseOutcomes: failuresParser({
		failures: 'failed_agents',
		// A failure record has an agent_id, but a device has none yet.
		identifiedBy: {},
		total: 'total_agents',
		succeeded: 'successful_additions',
		// The specification gives the count of refused additions this name.
		failed: 'failed_deletions',
	}),
});
