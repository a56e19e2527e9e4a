import { AGENTS } from '../../lists/lists';
import { nameLocator } from '../../pickers/locators';
import { settleByListing } from '../../shared/operation/listedThing';
import { defineWrite } from '../../shared/operation/operation';
import { ownOptions } from '../../shared/operation/nodeProperties';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { omit } from '../../shared/parameters/given';
import { isAdded, waitForInstallation, withListedBefore, type Installed } from '../installation';

/** Add agents: POST /api/v2/log-sources/agents */
export const add = defineWrite({
	value: 'add',
	name: 'Add',
	action: 'Add agents',
	description:
		'Start the installation of agents on Windows devices, up to 100 a request, and wait for its end if you like',
	endpoint: 'Add agents',
	scope: 'agents.CREATE',
	noun: 'agent',
	nouns: 'agents',
	done: () => 'Added',
	columns: ['device_name', 'domain_name', 'agent_id'],
	verifyWith: 'Agent › Get Many',
	maxBatchSize: 100,
	fields: [
		{
			displayName: 'Device Name',
			name: 'device_name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. WEB01',
			description: 'The Windows device to install the agent on',
		},
		nameLocator('searchDomainNames', 'e.g. corp.example.com', {
			displayName: 'Domain',
			name: 'domain_name',
			required: true,
			description: 'The configured domain that the device belongs to',
		}),
		{
			displayName: 'Installation Account',
			name: 'credentials',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description:
				'Encrypted values of the account to install with. Without them, default credentials are applied.',
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
		ownOptions({
			displayName: 'Wait for Installation (Minutes)',
			name: 'waitMinutes',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1440 },
			default: 10,
			description:
				'How long to wait at most until agents are installed, 0 for not at all; needs the scope agents.READ',
		}),
	],
	payload: ({
		device_name,
		domain_name,
		credentials,
		options: { waitMinutes = 0 },
	}): Installed => ({
		device_name,
		domain_name,
		...credentials,
		waitMinutes,
	}),
	complete: withListedBefore,
	// The same four names would be accepted in the URL, where a password must never stand.
	request: (payloads) => ({
		method: 'POST',
		path: '/log-sources/agents',
		body: { agents: payloads.map((agent) => omit(agent, 'waitMinutes', 'listedBefore')) },
		secrets: payloads.flatMap(({ password }) => password ?? []),
	}),
	conflictKeys: ({ device_name }) => [device_name],
	visibleFields: ({ device_name, domain_name }) => ({ device_name, domain_name }),
	parseResult: {
		report: reportOf({
			failures: 'failed_agents',
			// An agent_id is the ID of an agent, and no device has one yet.
			identifiedBy: ['device_name'],
			total: 'total_agents',
			succeeded: 'successful_additions',
			// The specification gives the count of refused additions this name.
			failed: 'failed_deletions',
		}),
	},
	lookUp: async (written, service) => {
		const settled = await settleByListing(
			{
				list: AGENTS,
				wanted: ({ device_name }) => ({ name: device_name }),
				columns: [],
				expects: 'any',
				verdict: (payload, rows) => ({ isDone: isAdded(payload, rows) }),
			},
			written,
			service,
		);
		const items = written.map((item) => ({
			...item,
			outcome: settled.get(item.payload) ?? item.outcome,
		}));
		return new Map([...settled, ...(await waitForInstallation(items, service))]);
	},
});
