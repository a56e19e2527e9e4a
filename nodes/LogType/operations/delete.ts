import { idOrNamePicker } from '../../editor/pickers';
import { LOG_TYPES } from '../../lists/lists';
import { defineWrite } from '../../shared/operation/operation';
import { parseTitle } from '../../shared/records/results';
import { toId } from '../../shared/json';
import { asText } from '../../shared/texts';

const TYPE_STAYS = 'Cleared of its custom parser rules; the predefined log type stays';

/** Delete log type: DELETE /api/v2/log-type */
export const deleteLogType = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete log type',
	description:
		'Delete a custom log type and its rules for good. A predefined log type stays; only its custom parser rules are deleted.',
	scope: 'logformats.DELETE',
	list: LOG_TYPES,
	identityColumns: ['log_type_display_name', 'log_type_id'],
	maxBatchSize: 1,
	fields: [
		idOrNamePicker(
			LOG_TYPES,
			'searchLogTypes',
			'The log type to delete. Rules that alerts or reports use cannot be deleted.',
		),
	],
	payload: ({ log_type_id: { id, name } }) => ({
		log_type_id: id,
		log_type_display_name: name,
		/** `custom` or another value, as the list shows it. */
		origin: '',
	}),
	// The service also reports success for a predefined log type.
	successWord: 'Deleted or cleared',
	successText: ({ origin }) => (origin === 'custom' ? 'Deleted' : TYPE_STAYS),
	deleted: ({ origin }) => origin === 'custom',
	request: ([{ log_type_id }]) => ({
		method: 'DELETE',
		path: '/log-type',
		query: { log_type_id },
	}),
	parseOutcomes: parseTitle,
	recordRules: {
		target: ({ log_type_id, log_type_display_name }) => ({
			id: log_type_id,
			name: log_type_display_name,
		}),
		// The origin says whether the type is deleted or stays.
		needsLookUp: () => true,
		whenFound: (_logType, { log_type_id, log_type_display_name, origin }) => ({
			send: {
				log_type_id: toId(log_type_id),
				log_type_display_name: asText(log_type_display_name),
				origin: asText(origin),
			},
		}),
		isDone: ({ origin }, rows) => (origin === 'custom' ? rows.length === 0 : undefined),
	},
});
