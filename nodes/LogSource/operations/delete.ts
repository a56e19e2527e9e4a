import { LOG_SOURCES } from '../../lists/lists';
import { optionCollection } from '../../shared/operation/collections';
import { defineWrite } from '../../shared/operation/operation';
import { failuresParser } from '../../shared/records/results';
import {
	DELETED_LOG_SOURCE,
	DOMAIN_OPTION,
	logSourcePicker,
	toPayload,
	IDENTITY_COLUMNS,
} from '../logSourceRules';

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete log sources',
	description: 'Delete Windows log sources for good, up to 100 in one request',
	scope: 'logsources.DELETE',
	list: LOG_SOURCES,
	successWord: 'Deleted',
	deleted: () => true,
	identityColumns: IDENTITY_COLUMNS,
	maxBatchSize: 100,
	fields: [logSourcePicker('The log source to delete'), optionCollection([DOMAIN_OPTION])],
	payload: ({ log_source_id, options }) => toPayload(log_source_id, options.domain_name),
	request: (payloads) => ({
		method: 'DELETE',
		path: '/log-sources/windows',
		body: { log_sources: payloads },
	}),
	conflictKeys: ({ log_source_id, log_source }) =>
		log_source_id === undefined ? [log_source ?? ''] : [String(log_source_id)],
	// The service reports a refused ID as a name, which could be the name of another item.
	batchGroup: ({ log_source_id }) => (log_source_id === undefined ? 'name' : 'id'),
	parseOutcomes: failuresParser({
		failures: 'failed_log_sources',
		identifiedBy: ['log_source_id', 'log_source'],
		total: 'total_log_sources',
		succeeded: 'deleted_log_sources',
		failed: 'failed_deletions',
	}),
	recordRules: DELETED_LOG_SOURCE,
});
