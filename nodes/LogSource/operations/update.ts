import { idLocator, nameLocator } from '../../pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { InvalidParameterError } from '../../shared/parameters/invalidParameter';
import { atLeastOne } from '../../shared/parameters/atLeastOne';
import { lookUpUpdated } from '../lookUp';
import { LOG_COLLECTION_MODE, LOG_COLLECTION_STATUS, LOG_TYPE_NAME } from '../values';

/** Update log sources: PUT /api/v2/log-sources */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update log sources',
	description: 'Change how log sources are collected, grouped and shown, up to 100 a request',
	endpoint: 'Update log sources',
	scope: 'logsources.UPDATE',
	noun: 'log source',
	nouns: 'log sources',
	verifyWith: 'Log Source › Get Many',
	maxBatchSize: 100,
	fields: [
		idLocator('searchLogSources', {
			displayName: 'Log Source',
			name: 'log_source_id',
			required: true,
			description: 'The log source to update',
		}),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Display Name',
					name: 'display_name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Web Server 1',
					description: 'The name to show for the log source',
				},
				{
					displayName: 'Log Collection Mode',
					name: 'log_collection_mode',
					type: 'options',
					options: LOG_COLLECTION_MODE,
					default: 'Realtime',
					description: 'Whether logs are collected as they arise or at intervals',
				},
				{
					displayName: 'Log Collection Status',
					name: 'log_collection_status',
					type: 'options',
					options: LOG_COLLECTION_STATUS,
					default: 'enabled',
					description: 'Whether logs are collected at all',
				},
				nameLocator('searchLogSourceGroupNames', 'e.g. Domain Controllers', {
					displayName: 'Log Source Group',
					name: 'log_source_group',
					description: 'The group to move the log source to',
				}),
				{
					displayName: 'Log Type Name',
					name: 'log_type_name',
					type: 'options',
					options: LOG_TYPE_NAME,
					default: 'Unix',
					description: 'The type of the log source',
				},
				{
					displayName: 'Monitoring Interval',
					name: 'monitoring_interval',
					type: 'number',
					typeOptions: { numberPrecision: 2 },
					default: 15,
					description: 'Minutes between two collections, more than 10',
				},
				{
					displayName: 'Time Zone',
					name: 'time_zone',
					type: 'string',
					default: '',
					description:
						'The time zone of the log source. The form is not documented; the service refuses one that it does not take.',
				},
			],
		},
	],
	lookUpDescription:
		'Whether to look up log sources whose outcome the answer leaves open, and compare them with what was sent. Takes a few requests more and the scope logsources.READ.',
	payload: ({ log_source_id, updateFields }) => {
		if ((updateFields.monitoring_interval ?? Infinity) <= 10) {
			throw new InvalidParameterError(
				'Monitoring Interval is not greater than 10',
				'Allowed is a number of minutes greater than 10.',
			);
		}
		return {
			log_source_id,
			...atLeastOne(updateFields, [
				'display_name',
				'log_collection_mode',
				'log_collection_status',
				'log_source_group',
				'log_type_name',
				'monitoring_interval',
				'time_zone',
			]),
		};
	},
	request: (log_sources) => ({
		method: 'PUT',
		path: '/log-sources',
		body: { log_sources },
	}),
	conflictKeys: ({ log_source_id }) => [String(log_source_id)],
	parseResult: {
		report: reportOf({
			failures: 'failed_log_sources',
			identifiedBy: ['log_source_id'],
			total: 'total_update_requests',
			succeeded: 'successful_updates',
			failed: 'failed_updates',
		}),
	},
	lookUp: lookUpUpdated,
});
