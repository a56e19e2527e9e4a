import { tryToParseDateTime } from 'n8n-workflow';

import { defineChoices, defineFields } from '../shared/operation/operation';
import type { Values } from '../shared/operation/values';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { utcSecond, type Moment } from '../shared/times/moment';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long before now a search begins, in ms. */
const PRESETS = {
	last15Minutes: 15 * MINUTE,
	lastHour: 60 * MINUTE,
	last24Hours: DAY,
	last7Days: 7 * DAY,
	last30Days: 30 * DAY,
} as const;

const TIME_RANGES = defineChoices([
	{ name: 'Between', value: 'between', description: 'From the start time to the end time below' },
	{ name: 'Last 15 Minutes', value: 'last15Minutes', description: 'The quarter hour up to now' },
	{ name: 'Last 24 Hours', value: 'last24Hours', description: 'The day up to now' },
	{ name: 'Last 30 Days', value: 'last30Days', description: 'The month up to now' },
	{ name: 'Last 7 Days', value: 'last7Days', description: 'The week up to now' },
	{ name: 'Last Hour', value: 'lastHour', description: 'The hour up to now' },
	{
		name: 'Today',
		value: 'today',
		description: 'From midnight in the time zone of the workflow up to now',
	},
]);

/** The window of a search; sent in UTC, in whole seconds. */
export const TIMES = defineFields([
	{
		displayName: 'Time Range',
		name: 'timeRange',
		type: 'options',
		options: TIME_RANGES,
		default: 'last24Hours',
		description: 'The time span of the alerts. Now is the time at which the node began to run.',
	},
	{
		displayName: 'Start Time',
		name: 'start_time',
		type: 'dateTime',
		default: '={{ $now.minus({ hours: 24 }).toISO() }}',
		displayOptions: { show: { timeRange: ['between'] } },
		description:
			'Alerts from this time on. A time without a zone is in the time zone of the workflow.',
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
export type TimeBounds = { start_time: string; end_time: string };

/** What the fields of {@link TIMES} hold. */
type Times = Values<typeof TIMES>;

/**
 * The bounds of a search. A choice other than Between ends now. Between ends now as well if no end is
 * set, and begins 24 hours before its end if no start is set.
 * @throws InvalidParameterError if the start is after the end
 */
export function boundsOf(times: Times, { now, zone }: Moment): TimeBounds {
	const { timeRange } = times;
	if (timeRange !== 'between') {
		const start =
			timeRange === 'today'
				? tryToParseDateTime(new Date(now), zone).setZone(zone).startOf('day').toMillis()
				: now - PRESETS[timeRange];
		return { start_time: utcSecond(start), end_time: utcSecond(now) };
	}
	const { end_time = utcSecond(now) } = times;
	const { start_time = utcSecond(Date.parse(end_time) - DAY) } = times;
	if (Date.parse(start_time) > Date.parse(end_time)) {
		throw new InvalidParameterError(
			`Start Time ${start_time} is after End Time ${end_time}`,
			'Set a start time that is not after the end time.',
		);
	}
	return { start_time, end_time };
}
