import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { readAlertPage } from '../../Alert/alertPages';
import { pollParameters } from '../../shared/polling/pollParameters';
import type { Sampling } from '../../shared/polling/runPoll';
import { newAlerts } from '../dedupe/emitted';
import { FIELDS, FIRST_FETCH_MINUTES } from '../fields';
import { itemsOf } from './items';
import { readingOf, sentQuery } from './load';

/** How many alerts a test run shows. */
const SAMPLE = 10;

const DAY = 86_400;

/**
 * Recent alerts for a test run: of the last minutes, day or month, as soon as there are some.
 * @throws NodeOperationError where there is none, ApiError
 */
export async function sample(host: IPollFunctions, poll: Sampling): Promise<INodeExecutionData[]> {
	const settings = pollParameters(host, FIELDS);
	const query = sentQuery(settings);
	if (query !== undefined) poll.log.info(query);
	const { reading, times } = await readingOf(host, settings, poll);
	const { service, clock, request } = reading;
	const minutes = settings.options.firstFetch ?? FIRST_FETCH_MINUTES;
	for (const span of [minutes * 60, DAY, 30 * DAY]) {
		const window = { from: clock.now() - span, to: clock.now() };
		const { records } = await readAlertPage(service, request(window));
		if (records.length === 0) continue;
		const alerts = newAlerts(new Map(), records, window);
		return itemsOf(alerts.slice(0, SAMPLE), settings, times);
	}
	throw new NodeOperationError(host.getNode(), 'No alert of the last 30 days fits the filters', {
		description:
			`Raise an alert, for instance by an event that one of your alert profiles watches, or set fewer filters, and test this step again. An active workflow waits for alerts by itself. ${query ?? ''}`.trim(),
		level: 'info',
	});
}
