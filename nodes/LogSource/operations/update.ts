import { defineWrite, optionCollection, updateCollection } from '../../shared/operation/operation';
import { requireChange } from '../../shared/parameters/invalidParameter';
import { failuresParser } from '../../shared/records/results';
import {
	DOMAIN_OPTION,
	LOG_SOURCE_WRITE,
	logSourcePicker,
	logSourceTarget,
} from '../logSourceFields';
import { LOG_SOURCE_SETTINGS } from '../settings';

/** Update log sources: PUT /api/v2/log-sources */
export const update = defineWrite({
	...LOG_SOURCE_WRITE,
	value: 'update',
	name: 'Update',
	action: 'Update log source',
	description: 'Change settings of a log source',
	scope: 'logsources.UPDATE',
	successText: () => 'Changed',
	fields: [
		logSourcePicker('The log source to update'),
		updateCollection(LOG_SOURCE_SETTINGS),
		optionCollection([DOMAIN_OPTION]),
	],
	intent: ({ log_source_id, updateFields, options }) => ({
		target: logSourceTarget(log_source_id, options),
		payload: requireChange(updateFields, LOG_SOURCE_SETTINGS),
	}),
	lookUp: 'byName',
	request: (items) => ({
		method: 'PUT',
		path: '/log-sources',
		body: { log_sources: items.map(({ id, payload }) => ({ log_source_id: id, ...payload })) },
	}),
	parseOutcomes: failuresParser({
		failures: 'failed_log_sources',
		identifiedBy: { id: 'log_source_id' },
		total: 'total_update_requests',
		succeeded: 'successful_updates',
		failed: 'failed_updates',
	}),
});
