import { domainPicker, idPicker } from '../../editor/pickers';
import { AGENTS, LOG_SOURCES } from '../../lists/lists';
import { omit } from '../../shared/json';
import { optionCollection } from '../../shared/operation/collections';
import { defineWrite } from '../../shared/operation/operation';
import { creationRules, ifExistsField } from '../../shared/records/recordRules';
import { failuresParser } from '../../shared/records/results';
import { IDENTITY_COLUMNS } from '../logSourceRules';

/** Add Windows log sources: POST /api/v2/log-sources/windows */
export const add = defineWrite({
	value: 'add',
	name: 'Add',
	action: 'Add log sources',
	description:
		'Register Windows computers of configured domains as log sources, up to 100 in one request',
	scope: 'logsources.CREATE',
	list: LOG_SOURCES,
	successWord: 'Added',
	identityColumns: IDENTITY_COLUMNS,
	columnOverrides: { ifExists: [] },
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
		{ ...domainPicker('The configured domain that the computer belongs to'), required: true },
		ifExistsField(LOG_SOURCES),
		optionCollection([idPicker(AGENTS, 'searchAgents', 'The agent that collects the logs')]),
	],
	returnIdsDescription:
		'Whether to read the IDs of all added log sources from the list of log sources; needs the scope logsources.READ',
	payload: ({ log_source, domain_name, ifExists, options }) => ({
		log_source,
		domain_name,
		agent_id: options.agent_id,
		ifExists,
	}),
	request: (payloads) => ({
		method: 'POST',
		path: '/log-sources/windows',
		body: { log_sources: payloads.map((source) => omit(source, 'ifExists')) },
	}),
	// The service reports refused log sources without their domain, so a request has each name only once.
	conflictKeys: ({ log_source }) => [log_source],
	recordRules: {
		...creationRules(LOG_SOURCES),
		target: ({ log_source, domain_name }) => ({ name: log_source, within: { domain_name } }),
	},
	// The response also lists new IDs, but without their names.
	parseOutcomes: failuresParser({
		failures: 'failed_log_sources',
		identifiedBy: ['log_source'],
		total: 'total_log_sources',
		succeeded: 'successful_additions',
		failed: 'failed_additions',
	}),
});
