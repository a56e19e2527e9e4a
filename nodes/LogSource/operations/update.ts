import type { IDataObject } from 'n8n-workflow';

import { LOG_SOURCES } from '../../lists/lists';
import { omit } from '../../shared/json';
import { optionCollection, updateCollection } from '../../shared/operation/collections';
import { defineWrite, type Payload } from '../../shared/operation/operation';
import { recordsParser } from '../../shared/operation/results';
import { requireChange } from '../../shared/parameters/invalidParameter';
import { asText, equalsIgnoringCase } from '../../shared/texts';
import { LOG_SOURCE_SETTINGS, validSettings } from '../settings';
import { DOMAIN_OPTION, logSourcePicker, logSourceLookUp, toPayload } from '../target';

/** Update log sources: PUT /api/v2/log-sources */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update log sources',
	description:
		'Change display name, group, type, status, mode, interval or time zone of log sources, up to 100 a request',
	scope: 'logsources.UPDATE',
	list: LOG_SOURCES,
	successWord: 'Changed',
	identityColumns: ['log_source', 'domain_name', 'log_source_id'],
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
	parseResults: recordsParser({
		failures: 'failed_log_sources',
		identifiedBy: ['log_source_id'],
		total: 'total_update_requests',
		succeeded: 'successful_updates',
		failed: 'failed_updates',
	}),
	lookUp: logSourceLookUp(true, (payload, [row]) => row && showsChanges(row, payload)),
});

/** Returns whether the row shows all changes; undefined if the list leaves out a changed field. */
function showsChanges(row: IDataObject, payload: Payload): boolean | undefined {
	const names = Object.keys(omit(payload, 'log_source_id', 'log_source', 'domain_name'));
	const listed = names.filter((name) => COMPARABLE_SETTINGS.has(name));
	if (!listed.every((name) => showsValue(row, name, payload[name]))) return false;
	return listed.length === names.length ? true : undefined;
}

/** The fields of an update whose values the list returns unchanged. */
const COMPARABLE_SETTINGS: ReadonlySet<string> = new Set([
	'display_name',
	'log_collection_status',
	'log_source_group',
	'log_type_name',
]);

/** Returns whether a row shows a value. Display names keep their case, but states are listed in upper case. */
const showsValue = (row: IDataObject, name: string, value: unknown): boolean =>
	name === 'display_name'
		? asText(row[name]).trim() === asText(value).trim()
		: equalsIgnoringCase(row[name], value);
