import { tryToParseDateTime } from 'n8n-workflow';

import type { AlertFilters } from '../alerts/filters';
import { searchRequest, type TimeBounds } from '../alerts/searchRequest';
import type { ApiRequest } from '../shared/http/request';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { defineFields, type Values } from '../shared/parameters/values';
import { DAY_MS, HOUR_MS, isoTimeOfMs, type RunStart } from '../shared/times/moment';

/** Time ranges that end now, in ms. */
const PRESETS = {
	last15Minutes: HOUR_MS / 4,
	lastHour: HOUR_MS,
	last24Hours: DAY_MS,
	last7Days: 7 * DAY_MS,
	last30Days: 30 * DAY_MS,
} as const;

export const TIMES = defineFields([
	{
		displayName: 'Time Range',
		name: 'timeRange',
		type: 'options',
		options: [
			{ name: 'Between', value: 'between', description: 'From the start time to the end time' },
			{ name: 'Last 15 Minutes', value: 'last15Minutes' },
			{ name: 'Last 24 Hours', value: 'last24Hours' },
			{ name: 'Last 30 Days', value: 'last30Days' },
			{ name: 'Last 7 Days', value: 'last7Days' },
			{ name: 'Last Hour', value: 'lastHour' },
			{ name: 'Today', value: 'today', description: 'From midnight in the zone of the workflow' },
		],
		default: 'last24Hours',
		description: 'The time span to search. Relative spans end when the node starts.',
	},
	{
		displayName: 'Start Time',
		name: 'start_time',
		type: 'dateTime',
		default: '={{ $now.minus({ hours: 24 }).toISO() }}',
		displayOptions: { show: { timeRange: ['between'] } },
		description:
			'Alerts from this time on, such as 2026-05-01T08:00:00Z. Without a zone, it is in the zone of the workflow.',
	},
	{
		displayName: 'End Time',
		name: 'end_time',
		type: 'dateTime',
		default: '={{ $now.toISO() }}',
		displayOptions: { show: { timeRange: ['between'] } },
		description:
			'Alerts up to this time, such as 2026-05-01T20:00:00Z. Without a zone, it is in the zone of the workflow.',
	},
]);

/** Makes the search from the user's times and filters. @throws InvalidParameterError */
export const searchFromParams = (
	{ filters, ...times }: AlertFilters & Values<typeof TIMES>,
	runStart: RunStart,
): ApiRequest => searchRequest({ filters, ...boundsOf(times, runStart) });

/** Returns the bounds of a search; Between has defaults. @throws InvalidParameterError if the start is after the end */
export function boundsOf(times: Values<typeof TIMES>, { now, zone }: RunStart): TimeBounds {
	const { timeRange } = times;
	if (timeRange !== 'between') {
		const midnight = () => tryToParseDateTime(new Date(now), zone).startOf('day').toMillis();
		const start = timeRange === 'today' ? midnight() : now - PRESETS[timeRange];
		return { start_time: isoTimeOfMs(start), end_time: isoTimeOfMs(now) };
	}
	const { end_time = isoTimeOfMs(now) } = times;
	const { start_time = isoTimeOfMs(Date.parse(end_time) - DAY_MS) } = times;
	if (Date.parse(start_time) > Date.parse(end_time)) {
		throw new InvalidParameterError(
			`Start Time ${start_time} is after End Time ${end_time}`,
			'Set a start time that is not after the end time.',
		);
	}
	return { start_time, end_time };
}
