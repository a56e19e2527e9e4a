import { findExisting, IF_EXISTS } from '../../shared/operation/ifExists';
import { defineWrite } from '../../shared/operation/operation';
import { createdWith } from '../../shared/outcomes/settle';
import { omit } from '../../shared/parameters/given';
import { CREATED, lookUpCreated } from '../lookUp';

/** Create log type: POST /api/v2/log-type */
export const create = defineWrite({
	value: 'create',
	name: 'Create',
	action: 'Create log type',
	description: 'Create a custom log type, which parser rules can then be added to',
	endpoint: 'Create log type',
	scope: 'logformats.CREATE',
	noun: 'log type',
	nouns: 'log types',
	done: () => 'Created',
	columns: ['log_type_display_name', 'log_type_id'],
	verifyWith: 'Log Type › Get Many',
	maxBatchSize: 1,
	fields: [
		{
			displayName: 'Display Name',
			name: 'log_type_display_name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Payment_Gateway',
			description: 'The name of the log type; letters, digits and underscores are safe',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'string',
			required: true,
			default: 'syslog',
			placeholder: 'e.g. syslog',
			description: 'The log format kind, as the service names it',
		},
		IF_EXISTS,
	],
	payload: ({ log_type_display_name, type, ifExists }) => ({
		log_type_display_name,
		type,
		ifExists,
	}),
	complete: async (payloads, service) => await findExisting(CREATED, payloads, service),
	request: ([logType]) => ({
		method: 'POST',
		path: '/log-type',
		body: omit(logType, 'ifExists'),
	}),
	visibleFields: (logType) => omit(logType, 'ifExists'),
	conflictKeys: ({ log_type_display_name }) => [log_type_display_name],
	parseResult: { outcome: createdWith('log_type_id') },
	listed: {
		...CREATED,
		// Whether the others exist is looked up before anything is sent.
		wanted: (logType) => (logType.ifExists === 'refuse' ? CREATED.wanted(logType) : undefined),
	},
	lookUp: lookUpCreated,
});
