import { LOG_SOURCES } from '../../lists/lists';
import { optionCollection, updateCollection } from '../../shared/operation/collections';
import { defineWrite } from '../../shared/operation/operation';
import { failuresParser } from '../../shared/records/results';
import { requireChange } from '../../shared/parameters/invalidParameter';
import { LOG_SOURCE_SETTINGS, validSettings } from '../settings';
import {
	CHANGED_LOG_SOURCE,
	DOMAIN_OPTION,
	logSourcePicker,
	toPayload,
	IDENTITY_COLUMNS,
} from '../logSourceRules';

/** Update log sources: PUT /api/v2/log-sources */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update log sources',
	description: 'Change settings of log sources, up to 100 in one request',
	scope: 'logsources.UPDATE',
	list: LOG_SOURCES,
	successWord: 'Changed',
	identityColumns: IDENTITY_COLUMNS,
	maxBatchSize: 100,
	fields: [
		logSourcePicker('The log source to update'),
		updateCollection(LOG_SOURCE_SETTINGS),
		optionCollection([DOMAIN_OPTION]),
	],
	payload: ({ log_source_id, updateFields, options }) => ({
		...toPayload(log_source_id, options.domain_name),
		...requireChange(validSettings(updateFields), LOG_SOURCE_SETTINGS),
	}),
	request: (payloads) => ({
		method: 'PUT',
		path: '/log-sources',
		body: { log_sources: payloads },
	}),
	conflictKeys: ({ log_source_id }) => [String(log_source_id)],
	parseOutcomes: failuresParser({
		failures: 'failed_log_sources',
		identifiedBy: ['log_source_id'],
		total: 'total_update_requests',
		succeeded: 'successful_updates',
		failed: 'failed_updates',
	}),
	recordRules: CHANGED_LOG_SOURCE,
});
