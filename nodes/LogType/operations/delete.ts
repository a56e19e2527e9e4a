import { LOG_TYPES } from '../../contract/lists';
import { idOrNamePicker } from '../../editor/pickers';
import { defineWrite } from '../../shared/operation/operation';
import type { Resolved } from '../../shared/records/intent';
import { parseTitle } from '../../shared/records/results';

const TYPE_STAYS = 'Cleared of its custom parser rules; the predefined log type stays';

/** Returns whether a log type is deleted; any other one stays. */
const isCustom = ({ record }: Resolved): boolean => record?.origin === 'custom';

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
	intent: ({ log_type_id }) => ({ target: log_type_id, payload: {} }),
	// The origin says whether the type is deleted or stays. The service reports success for both.
	lookUp: 'always',
	successText: (item) => (isCustom(item) ? 'Deleted' : TYPE_STAYS),
	deletes: isCustom,
	request: ([{ id }]) => ({ method: 'DELETE', path: '/log-type', query: { log_type_id: id } }),
	parseOutcomes: parseTitle,
});
