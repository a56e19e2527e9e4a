import { defineWrite } from '../../shared/operation/operation';
import { ownOptions } from '../../shared/operation/nodeProperties';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import {
	DOMAIN_OF_NAME,
	NEEDED_LOG_SOURCE,
	logSourceLocator,
	named,
	resolve,
	withoutNames,
} from '../named';

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete log sources',
	description:
		'Delete Windows log sources for good, named by ID, by name, or by name and domain, up to 100 a request',
	endpoint: 'Delete Windows log sources',
	scope: 'logsources.DELETE',
	noun: 'log source',
	nouns: 'log sources',
	done: () => 'Deleted',
	columns: ['log_source', 'domain_name', 'log_source_id'],
	verifyWith: 'Log Source › Get Many',
	maxBatchSize: 100,
	fields: [logSourceLocator('The log source to delete'), ownOptions(DOMAIN_OF_NAME)],
	payload: ({ log_source_id, options }) => named(log_source_id, options.domain_name),
	complete: resolve,
	request: (payloads) => ({
		method: 'DELETE',
		path: '/log-sources/windows',
		body: { log_sources: payloads.map(withoutNames) },
	}),
	conflictKeys: ({ log_source_id, log_source }) => [
		...(log_source_id === undefined ? [] : [String(log_source_id)]),
		...(log_source === undefined ? [] : [log_source]),
	],
	// A refused ID comes back as a name, which must not be taken for that of another item.
	group: ({ log_source }) => (log_source === undefined ? 'id' : 'name'),
	parseResult: {
		report: reportOf({
			failures: 'failed_log_sources',
			identifiedBy: ['log_source_id', 'log_source'],
			total: 'total_log_sources',
			succeeded: 'deleted_log_sources',
			failed: 'failed_deletions',
		}),
	},
	resultFields: () => ({ deleted: true }),
	listed: {
		...NEEDED_LOG_SOURCE,
		verdict: (_payload, rows) => ({
			isDone: rows.length === 0,
			extraIfDone: { deleted: true },
		}),
	},
});
