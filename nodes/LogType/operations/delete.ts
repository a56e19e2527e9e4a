import { idLocator } from '../../shared/locators';
import { write } from '../../shared/operation';
import { titledSuccess } from '../../shared/wholeOutcome';

/** Delete log type: DELETE /api/v2/log-type */
export const deleteLogType = write({
	value: 'delete',
	name: 'Delete',
	action: 'Delete log type',
	description:
		'Delete a custom log type and its rules for good. Of a predefined log type only the custom parser rules are deleted; the type itself stays.',
	endpoint: 'Delete log type',
	scope: 'logformats.DELETE',
	noun: 'log type',
	check: 'Log Type › Get Many',
	perRequest: 1,
	fields: [
		idLocator('searchLogTypes', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description:
				'The log type to delete. Rules that alerts or reports refer to must be freed of them first.',
		}),
	],
	entry: ({ log_type_id }) => ({ log_type_id }),
	request: ([entry]) => ({
		method: 'DELETE',
		path: '/log-type',
		scope: 'logformats.DELETE',
		query: entry,
	}),
	keys: ({ log_type_id }) => [String(log_type_id)],
	tells: { outcome: titledSuccess },
	known: (succeeded) => new Map(succeeded.map((entry) => [entry, { deleted: true }])),
});
