import { write } from '../../shared/operation';
import { createdWith } from '../../shared/wholeOutcome';

/** Create log type: POST /api/v2/log-type */
export const create = write({
	value: 'create',
	name: 'Create',
	action: 'Create log type',
	description: 'Create a custom log type, which parser rules can then be added to',
	endpoint: 'Create log type',
	scope: 'logformats.CREATE',
	noun: 'log type',
	check: 'Log Type › Get Many',
	perRequest: 1,
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
	],
	entry: ({ log_type_display_name, type }) => ({ log_type_display_name, type }),
	request: ([entry]) => ({
		method: 'POST',
		path: '/log-type',
		scope: 'logformats.CREATE',
		body: entry,
	}),
	keys: ({ log_type_display_name }) => [log_type_display_name],
	tells: { outcome: createdWith('log_type_id') },
});
