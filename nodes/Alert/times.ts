import { defineFields } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { utcSecond } from '../shared/times/utcSecond';

const HOUR = 3_600_000;

/** How long before now a search begins, in ms. */
const PRESETS = {
	lastHour: HOUR,
	last24Hours: 24 * HOUR,
	last7Days: 7 * 24 * HOUR,
} as const;

/** The window of a search; sent in UTC, in whole seconds. */
export const TIMES = defineFields([
	{
		displayName: 'Time Range',
		name: 'timeRange',
		type: 'options',
		options: [
			{
				name: 'Between',
				value: 'between',
				description: 'From the start time to the end time below',
			},
			{ name: 'Last Hour', value: 'lastHour', description: 'The hour up to now' },
			{ name: 'Last 24 Hours', value: 'last24Hours', description: 'The day up to now' },
			{ name: 'Last 7 Days', value: 'last7Days', description: 'The week up to now' },
		],
		default: 'between',
		description: 'The time span of the alerts; the presets end now',
	},
	{
		displayName: 'Start Time',
		name: 'start_time',
		type: 'dateTime',
		default: '={{ $now.minus({ hours: 24 }).toISO() }}',
		displayOptions: { show: { timeRange: ['between'] } },
		description:
			'Alerts from this time on. A time without a zone is in the time zone of the workflow; it is sent in UTC, in whole seconds.',
	},
	{
		displayName: 'End Time',
		name: 'end_time',
		type: 'dateTime',
		default: '={{ $now.toISO() }}',
		displayOptions: { show: { timeRange: ['between'] } },
		description: 'Alerts up to this time, read like the start time',
	},
]);

/** The bounds of a search as the body holds them: ISO 8601 in UTC. */
export type TimeBounds = { start_time: string | undefined; end_time: string | undefined };

/** What the fields of {@link TIMES} hold; the trigger has bounds alone. */
export type Times = TimeBounds & { timeRange?: 'between' | keyof typeof PRESETS };

/**
 * The bounds of a search; a preset ends now, by the clock of n8n.
 * @throws InvalidParameterError where the start is after the end
 */
export function boundsOf({ timeRange = 'between', start_time, end_time }: Times): TimeBounds {
	if (timeRange !== 'between') {
		const now = Date.now();
		return { start_time: utcSecond(now - PRESETS[timeRange]), end_time: utcSecond(now) };
	}
	if (Date.parse(start_time ?? '') > Date.parse(end_time ?? '')) {
		throw new InvalidParameterError(
			`Start Time ${start_time} is after End Time ${end_time}`,
			'Set a start time that is not after the end time.',
		);
	}
	return { start_time, end_time };
}
