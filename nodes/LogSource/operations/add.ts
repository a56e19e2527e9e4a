import { LOG_SOURCES } from '../../lists/lists';
import { idLocator, nameLocator } from '../../pickers/locators';
import { findExisting, IF_EXISTS } from '../../shared/operation/ifExists';
import { defineWrite } from '../../shared/operation/operation';
import { ownOptions } from '../../shared/operation/nodeProperties';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { omit } from '../../shared/parameters/given';
import { LOG_SOURCE_TO_ADD, addedIds, lookUpAdded, wantedOf } from '../added';

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
	done: () => 'Added',
	columns: ['log_source', 'domain_name', 'log_source_id'],
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
		{ ...IF_EXISTS, description: 'What to do if the log source is already in its domain' },
		ownOptions(
			idLocator('searchAgents', {
				displayName: 'Agent',
				name: 'agent_id',
				description: 'The agent that collects the logs',
			}),
		),
	],
	returnIdsDescription:
		'Whether to read the IDs of all added log sources from the list of their domain; needs the scope logsources.READ',
	payload: ({ log_source, domain_name, ifExists, options: { agent_id } }) => ({
		log_source,
		domain_name,
		...(agent_id === undefined ? {} : { agent_id }),
		ifExists,
	}),
	complete: async (payloads, service) => await findExisting(LOG_SOURCE_TO_ADD, payloads, service),
	request: (payloads) => ({
		method: 'POST',
		path: '/log-sources/windows',
		body: { log_sources: payloads.map((source) => omit(source, 'ifExists')) },
	}),
	visibleFields: (source) => omit(source, 'ifExists'),
	// The service names refused log sources without their domain: a request has each name once.
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
	// The answer holds ids without saying whose they are.
	resultFields: (succeeded, body) => {
		const [id, ...others] = addedIds(body);
		const isCertain = id !== undefined && succeeded.length === 1 && others.length === 0;
		return isCertain ? { log_source_id: id } : {};
	},
	listed: {
		list: LOG_SOURCES,
		// Whether the others exist is looked up before anything is sent.
		wanted: (source) => (source.ifExists === 'refuse' ? wantedOf(source) : undefined),
		columns: ['log_source'],
		expects: 'none',
	},
	lookUp: lookUpAdded,
});
