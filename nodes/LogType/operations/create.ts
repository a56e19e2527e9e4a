import { LOG_TYPES } from '../../contract/lists';
import { ifExistsField } from '../../shared/operation/ifExists';
import { defineWrite } from '../../shared/operation/operation';
import { createdIdParser } from '../../shared/records/results';

/** Create log type: POST /api/v2/log-type */
export const create = defineWrite({
	value: 'create',
	name: 'Create',
	action: 'Create log type',
	description: 'Create a custom log type, which parser rules can then be added to',
	scope: 'logformats.CREATE',
	list: LOG_TYPES,
	successText: () => 'Created',
	identityColumns: ['log_type_display_name', 'log_type_id'],
	responseColumns: ['log_type_id'],
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
			description: 'The kind of log format, as the service names it, such as syslog',
		},
		ifExistsField(LOG_TYPES),
	],
	intent: ({ log_type_display_name, type, ifExists }) => ({
		target: { name: log_type_display_name },
		payload: { log_type_display_name, type },
		ifExists,
	}),
	lookUp: 'inDryRun',
	newRecordFields: ['log_type_display_name', 'type'],
	request: ([{ payload }]) => ({ method: 'POST', path: '/log-type', body: payload }),
	parseOutcomes: createdIdParser('log_type_id'),
});
