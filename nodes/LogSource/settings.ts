import { LOG_SOURCE_TYPES } from '../contract/logSourceTypes';
import { groupPicker } from '../editor/pickers';
import { defineFields } from '../shared/parameters/values';
import { COLLECTION_MODES, COLLECTION_STATUSES } from './choices';

/** The settings of a log source (interface specification, Update log sources). */
export const LOG_SOURCE_SETTINGS = defineFields([
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
		options: COLLECTION_MODES,
		default: 'Realtime',
		description: 'When logs are collected: as they arise, or at intervals',
	},
	{
		displayName: 'Log Collection Status',
		name: 'log_collection_status',
		type: 'options',
		options: COLLECTION_STATUSES,
		default: 'enabled',
		description: 'The state of the log collection',
	},
	groupPicker('The group to move the log source to'),
	{
		displayName: 'Log Source Type',
		name: 'log_type_name',
		type: 'options',
		options: LOG_SOURCE_TYPES,
		default: 'Unix',
		description: 'The type of the log source',
	},
	{
		displayName: 'Monitoring Interval (Minutes)',
		name: 'monitoring_interval',
		type: 'number',
		// The interface demands more than 10 minutes.
		typeOptions: { minValue: 10.01, numberPrecision: 2 },
		default: 15,
		description: 'The time between two collections, more than 10 minutes',
	},
	{
		displayName: 'Time Zone',
		name: 'time_zone',
		type: 'string',
		default: '',
		placeholder: 'e.g. GMT+01:00',
		description: 'The time zone of the log source. The interface does not document the format.',
	},
]);
