import { defineWrite, optionCollection } from '../../shared/operation/operation';
import { failuresParser } from '../../shared/records/results';
import {
	DOMAIN_OPTION,
	LOG_SOURCE_WRITE,
	logSourcePicker,
	logSourceTarget,
} from '../logSourceFields';

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources = defineWrite({
	...LOG_SOURCE_WRITE,
	value: 'delete',
	name: 'Delete',
	action: 'Delete log source',
	description: 'Delete a Windows log source for good',
	scope: 'logsources.DELETE',
	successText: () => 'Deleted',
	deletes: () => true,
	fields: [logSourcePicker('The log source to delete'), optionCollection([DOMAIN_OPTION])],
	intent: ({ log_source_id, options }) => {
		const target = logSourceTarget(log_source_id, options);
		return {
			target,
			payload: { log_source_id: target.id, log_source: target.name, ...target.within },
		};
	},
	lookUp: 'inDryRun',
	// The service reports a refused ID as a name, which could be the name of another item.
	batchGroup: ({ target: { id } }) => (id === undefined ? 'name' : 'id'),
	request: (items) => ({
		method: 'DELETE',
		path: '/log-sources/windows',
		body: { log_sources: items.map(({ payload }) => payload) },
	}),
	parseOutcomes: failuresParser({
		failures: 'failed_log_sources',
		identifiedBy: { name: 'log_source' },
		total: 'total_log_sources',
		succeeded: 'deleted_log_sources',
		failed: 'failed_deletions',
	}),
});
