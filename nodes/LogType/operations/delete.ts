import { lookUpDeleted } from '../lookUp';
import { idLocator } from '../../pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { titledSuccess } from '../../shared/outcomes/singleOutcome';

/** Delete log type: DELETE /api/v2/log-type */
export const deleteLogType = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete log type',
	description:
		'Delete a custom log type and its rules for good. Of a predefined log type only the custom parser rules are deleted; the type itself stays.',
	endpoint: 'Delete log type',
	scope: 'logformats.DELETE',
	noun: 'log type',
	nouns: 'log types',
	verifyWith: 'Log Type › Get Many',
	maxBatchSize: 1,
	fields: [
		idLocator('searchLogTypes', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type to delete. Rules that alerts or reports use cannot be deleted.',
		}),
	],
	payload: ({ log_type_id }) => ({ log_type_id }),
	request: ([payload]) => ({
		method: 'DELETE',
		path: '/log-type',
		query: payload,
	}),
	conflictKeys: ({ log_type_id }) => [String(log_type_id)],
	parseResult: { outcome: titledSuccess },
	lookUp: lookUpDeleted,
	lookUpDescription:
		'Whether to look up if the log types are gone: predefined ones stay, and only their custom parser rules are deleted. Takes one more request and the scope logformats.READ.',
});
