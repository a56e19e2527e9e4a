import { defineFields } from '../shared/operation/operation';

/** The window of a search; sent in UTC, in whole seconds. */
export const TIMES = defineFields([
	{
		displayName: 'Start Time',
		name: 'start_time',
		type: 'dateTime',
		default: '={{ $now.minus({ hours: 24 }).toISO() }}',
		description:
			'Alerts from this time on. A time without a zone is in the time zone of the workflow; it is sent in UTC, in whole seconds.',
	},
	{
		displayName: 'End Time',
		name: 'end_time',
		type: 'dateTime',
		default: '={{ $now.toISO() }}',
		description: 'Alerts up to this time, read like the start time',
	},
]);
