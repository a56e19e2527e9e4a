import { idOrNameLocator } from '../../pickers/locators';
import { resolveNames } from '../../shared/operation/listedThing';
import { DELETED, lookUpDeleted, type Deleted } from '../lookUp';
import { asText } from '../../shared/json';
import { defineWrite } from '../../shared/operation/operation';
import { titledSuccess } from '../../shared/outcomes/settle';

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
	done: () => 'Deleted',
	columns: ['log_type_display_name', 'log_type_id'],
	verifyWith: 'Log Type › Get Many',
	maxBatchSize: 1,
	fields: [
		idOrNameLocator('searchLogTypes', 'e.g. Payment_Gateway', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type to delete. Rules that alerts or reports use cannot be deleted.',
		}),
	],
	payload: ({ log_type_id: { id, name } }): Deleted =>
		id === undefined ? { log_type_display_name: name } : { log_type_id: id },
	complete: async (payloads, service) =>
		await resolveNames(DELETED, payloads, service, (_payload, row, log_type_id) => ({
			log_type_display_name: asText(row.log_type_display_name),
			log_type_id,
		})),
	request: ([{ log_type_id }]) => ({
		method: 'DELETE',
		path: '/log-type',
		query: { log_type_id },
	}),
	conflictKeys: ({ log_type_id }) => [String(log_type_id)],
	parseResult: { outcome: titledSuccess },
	listed: DELETED,
	lookUp: lookUpDeleted,
});
