import { AGENTS, LOG_SOURCES } from '../../contract/lists';
import { domainPicker, idPicker } from '../../editor/pickers';
import { ifExistsField } from '../../shared/operation/ifExists';
import { defineWrite, optionCollection } from '../../shared/operation/operation';
import { marks } from '../../shared/parameters/presence';
import { failuresParser } from '../../shared/records/results';
import { LOG_SOURCE_WRITE } from '../logSourceFields';

/** Add Windows log sources: POST /api/v2/log-sources/windows */
export const add = defineWrite({
	...LOG_SOURCE_WRITE,
	value: 'add',
	name: 'Add',
	action: 'Add log source',
	description: 'Register a Windows computer of a configured domain as a log source',
	scope: 'logsources.CREATE',
	successText: () => 'Added',
	fields: [
		{
			displayName: 'Log Source Name',
			name: 'log_source',
			type: 'string',
			typeOptions: marks('computerName'),
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
	intent: ({ log_source, domain_name, ifExists, options: { agent_id } }) => ({
		target: { name: log_source, within: { domain_name } },
		payload: { log_source, domain_name, agent_id },
		ifExists,
	}),
	lookUp: 'inDryRun',
	newRecordFields: ['log_source', 'domain_name'],
	request: (items) => ({
		method: 'POST',
		path: '/log-sources/windows',
		body: { log_sources: items.map(({ payload }) => payload) },
	}),
	// The response also lists new IDs, but without their names.
	parseOutcomes: failuresParser({
		failures: 'failed_log_sources',
		identifiedBy: { name: 'log_source' },
		total: 'total_log_sources',
		succeeded: 'successful_additions',
		failed: 'failed_additions',
	}),
});
