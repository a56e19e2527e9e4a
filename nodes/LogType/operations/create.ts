import { LOG_TYPES } from '../../lists/lists';
import { omit } from '../../shared/json';
import { defineWrite } from '../../shared/operation/operation';
import { creationRules, ifExistsField } from '../../shared/records/recordRules';
import { createdIdParser } from '../../shared/records/results';

/** Create log type: POST /api/v2/log-type */
export const create = defineWrite({
	value: 'create',
	name: 'Create',
	action: 'Create log type',
	description: 'Create a custom log type, which parser rules can then be added to',
	scope: 'logformats.CREATE',
	list: LOG_TYPES,
	successWord: 'Created',
	identityColumns: ['log_type_display_name', 'log_type_id'],
	responseColumns: ['log_type_id'],
	columnOverrides: { ifExists: [] },
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
	payload: ({ log_type_display_name, type, ifExists }) => ({
		log_type_display_name,
		type,
		ifExists,
	}),
	request: ([logType]) => ({
		method: 'POST',
		path: '/log-type',
		body: omit(logType, 'ifExists'),
	}),
	parseOutcomes: createdIdParser('log_type_id'),
	recordRules: {
		...creationRules(LOG_TYPES, ['type']),
		target: ({ log_type_display_name }) => ({ name: log_type_display_name }),
	},
});
