import { type INodeExecutionData, NodeOperationError, type IPollFunctions } from 'n8n-workflow';

import { alertKey } from '../../Alert/alertKey';
import { alertRow, alertView, wholeAlert } from '../../Alert/alertRow';
import { spanOf } from '../../Alert/alertRows';
import { newestAlerts } from '../../Alert/newestAlerts';
import type { UtcTimes } from '../../Alert/serviceTime';
import type { Sampling } from '../../shared/polling/runPoll';
import { type NewAlert, newAlerts } from '../dedupe/emitted';
import type { Settings } from '../fields';
import { timesOf } from '../windows/windows';
import { readingOf, sentQuery } from './load';

/** How many alerts a test run shows. */
const SAMPLE = 10;

/** How far it looks back, in seconds. */
const LONGEST_AGO = 30 * 86_400;

/**
 * The newest alerts of the last 30 days for a test run, the newest first.
 * @throws NodeOperationError if there is none, ApiError
 */
export async function sample(
	host: IPollFunctions,
	settings: Settings,
	poll: Sampling,
): Promise<INodeExecutionData[]> {
	const query = sentQuery(settings);
	if (query !== undefined) poll.log.info(query);
	const { reading, times } = await readingOf(host, settings, poll);
	const { service, clock, request } = reading;
	const window = { from: clock.now() - LONGEST_AGO, to: clock.now() };
	const newest = await newestAlerts(service, request(window), SAMPLE);
	if (newest.length > 0) return itemsOf(newAlerts(new Map(), newest, window), settings, times);
	throw new NodeOperationError(host.getNode(), 'No alert of the last 30 days fits the filters', {
		description:
			`Raise an alert, for instance by an event that one of your alert profiles watches, or set fewer filters, and test this step again. An active workflow waits for alerts by itself. ${query ?? ''}`.trim(),
		level: 'info',
	});
}

/** The items of alerts: one for each, in their order, or one with all of them; none without. */
export function itemsOf(
	alerts: readonly NewAlert[],
	{ simplify, output }: Pick<Settings, 'simplify' | 'output'>,
	times: UtcTimes,
): INodeExecutionData[] {
	const view = simplify ? alertView({}) : wholeAlert;
	const rows = alerts.map(({ record, fingerprint, number, window, redelivered }) => ({
		...view({
			...record,
			...times.column(alertRow(record).Time, spanOf(timesOf(window))),
			alert_key: alertKey(fingerprint, number),
		}),
		...(redelivered === true ? { redelivered } : {}),
	}));
	return output === 'batch' && rows.length > 0
		? [{ json: { count: rows.length, alerts: rows } }]
		: rows.map((json) => ({ json }));
}
