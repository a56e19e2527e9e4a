import { defineWrite } from '../../shared/operation/operation';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { idLocator, nameLocator } from '../../pickers/locators';
import { addedIds, lookUpAdded } from '../lookUp';

/** Add Windows log sources: POST /api/v2/log-sources/windows */
export const add = defineWrite({
	value: 'add',
	name: 'Add',
	action: 'Add log sources',
	description:
		'Register Windows computers of configured domains as log sources, up to 100 a request',
	endpoint: 'Add Windows log sources',
	scope: 'logsources.CREATE',
	noun: 'log source',
	nouns: 'log sources',
	verifyWith: 'Log Source › Get Many',
	maxBatchSize: 100,
	fields: [
		{
			displayName: 'Log Source Name',
			name: 'log_source',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. WEB01',
			description: 'The name of the computer to add',
		},
		nameLocator('searchDomainNames', 'e.g. corp.example.com', {
			displayName: 'Domain',
			name: 'domain_name',
			required: true,
			description: 'The configured domain that the computer belongs to',
		}),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				idLocator('searchAgents', {
					displayName: 'Agent',
					name: 'agent_id',
					description: 'The agent that collects the logs',
				}),
			],
		},
	],
	lookUpDescription:
		'Whether to look up the IDs of added log sources, and what became of items whose outcome the answer leaves open: the service answers with IDs but not with whose they are. Takes a few requests more and the scope logsources.READ.',
	payload: ({ log_source, domain_name, additionalFields }) => ({
		log_source,
		domain_name,
		...additionalFields,
	}),
	request: (log_sources) => ({
		method: 'POST',
		path: '/log-sources/windows',
		body: { log_sources },
	}),
	// Refused log sources are named without their domain, so a name stands in a request once.
	conflictKeys: ({ log_source }) => [log_source],
	parseResult: {
		report: reportOf({
			failures: 'failed_log_sources',
			identifiedBy: ['log_source'],
			total: 'total_log_sources',
			succeeded: 'successful_additions',
			failed: 'failed_additions',
		}),
	},
	resultFields: (succeeded, body) => {
		const [only, ...others] = succeeded;
		const [id, ...otherIds] = addedIds(body);
		const isCertain = others.length === 0 && otherIds.length === 0;
		return new Map(
			only !== undefined && id !== undefined && isCertain ? [[only, { log_source_id: id }]] : [],
		);
	},
	lookUp: lookUpAdded,
});
