import { defineWrite, optionCollection } from '../../shared/operation/operation';
import { parseTitle } from '../../shared/records/results';
import {
	DOMAIN_OPTION,
	LOG_SOURCE_WRITE,
	logSourcePicker,
	logSourceTarget,
} from '../logSourceFields';

/** Update event source file configuration: PUT /api/v2/log-sources/windows/event-source-configuration */
export const setEventSourceFiles = defineWrite({
	...LOG_SOURCE_WRITE,
	value: 'setEventSourceFiles',
	name: 'Set Event Files',
	action: 'Set event files of log source',
	description: 'Set which event log files are collected from a Windows log source',
	scope: 'logsources.UPDATE',
	successText: () => 'Changed',
	fields: [
		logSourcePicker('The Windows log source to configure'),
		{
			displayName: 'Event Source Files',
			name: 'source_files',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Source File' },
			required: true,
			// n8n marks an empty entry as missing, but not an empty list.
			default: [''],
			placeholder: 'e.g. Security',
			description: 'The event log files to collect',
		},
		optionCollection([DOMAIN_OPTION]),
	],
	intent: ({ log_source_id, source_files, options }) => ({
		target: logSourceTarget(log_source_id, options),
		payload: { source_files },
	}),
	lookUp: 'byName',
	batchGroup: ({ payload }) => JSON.stringify(payload.source_files),
	request: (items) => ({
		method: 'PUT',
		path: '/log-sources/windows/event-source-configuration',
		body: { log_source_ids: items.flatMap(({ id }) => id ?? []), ...items[0].payload },
	}),
	parseOutcomes: parseTitle,
});
