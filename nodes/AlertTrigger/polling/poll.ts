import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { readAlertPage } from '../../Alert/alertPages';
import { filterBody } from '../../Alert/filters';
import { querySent } from '../../Alert/searchRequest';
import { bounded } from '../../shared/polling/deliveries';
import type { Log } from '../../shared/polling/log';
import { runPoll, type Poll, type PollResult, type Sampling } from '../../shared/polling/runPoll';
import { newAlerts } from '../dedupe/emitted';
import { FIRST_FETCH_MINUTES, MOST_ALERTS, type Settings } from '../fields';
import { batchesOf, MOST_WAITING, redeliver } from '../redelivery/redelivery';
import { STATE_FORMAT, type State } from '../state/state';
import { dropOld, startingState } from '../state/transitions';
import { itemsOf } from './items';
import { pollSettingsOf, readingOf, requiringOf, settingsOf } from './load';
import { Scan } from '../reading/scan';

/**
 * One poll: the items of the alerts that are new, or null. State and items are handed to n8n together.
 * In a test run from the editor: a few recent alerts, and nothing is remembered.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await runPoll(
		host,
		STATE_FORMAT,
		async (one) => await readAlerts(host, one),
		async (one) => await sample(host, one),
	);
}

async function readAlerts(
	host: IPollFunctions,
	poll: Poll<State>,
): Promise<PollResult<State> | undefined> {
	const { log, clock, isStart, deliveries } = poll;
	const settings = settingsOf(host);
	const reading = await readingOf(host, settings, poll);
	const isFirst = !clock.isKnown;
	if (isFirst) logQuery(settings, log);
	// A host's clock that was set back must not make the state look as if it came from the future.
	if (isFirst || (poll.state?.position ?? 0) > clock.now()) {
		// Asks for as little as there is, so as to be told the service's time.
		await reading.service.send(reading.request({ from: clock.now() - 1, to: clock.now() }));
	}
	if (!clock.isProven && (poll.state?.verified ?? 0) > clock.now()) {
		log.info(
			'Skipped: the stored state is ahead of the Date of the service, which may stand still',
		);
		return undefined;
	}
	const pollSettings = pollSettingsOf(host, settings, poll.stateless);
	const state = startingState(poll.state, clock.now(), pollSettings, isFirst || isStart, log);
	const scan = new Scan(reading, state, pollSettings, settings.options.maxAlerts ?? MOST_ALERTS);
	const isQuiet = scan.isQuiet();
	if (isQuiet) await scan.lookBack(clock.now());
	else await scan.readNew();
	const isOn = settings.options.redeliver;
	const unfinished = deliveries.unfinished(state.handedOver, { isOn, isStart }, log);
	const lost = unfinished?.find(({ id }) => deliveries.of(id) === 'failed');
	const rest = lost && (await redeliver(scan, lost, log));
	if (!isQuiet) await scan.lookBack(state.position);
	dropOld(state, clock.now(), pollSettings, log);

	const { error, hasGained } = scan.stretches;
	const batches = (unfinished ?? []).flatMap((one) => (one === lost ? (rest ?? []) : one));
	const id = deliveries.newId();
	if (unfinished !== undefined) batches.push(...batchesOf(id, scan.alerts, lost?.tries ?? 0));
	state.handedOver = bounded(batches, MOST_WAITING, log);
	if (error !== undefined) {
		requiringOf(host).clear();
		if (hasGained) {
			log.warn(`${error.message}; what was read is kept, the rest is read with the next poll`);
		}
	}
	return {
		state,
		items: itemsOf(scan.alerts, settings, reading.times),
		delivery: unfinished && id,
		failure: hasGained ? undefined : error,
	};
}

/**
 * Logs the query of the settings, where there is one: n8n shows no hint of a poll.
 * @returns what was logged; empty where there is none
 */
function logQuery(settings: Settings, log: Log): string {
	const { query } = filterBody(settings);
	if (query === undefined) return '';
	const sent = querySent(query);
	log.info(sent);
	return sent;
}

/** How many alerts a test run shows. */
const SAMPLE = 10;

const DAY = 86_400;

/** Recent alerts for a test run: of the last minutes, day or month, as soon as there are some. */
async function sample(host: IPollFunctions, poll: Sampling): Promise<INodeExecutionData[]> {
	const settings = settingsOf(host);
	const query = logQuery(settings, poll.log);
	const { service, clock, request, times } = await readingOf(host, settings, poll);
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
			`Raise an alert, for instance by an event that one of your alert profiles watches, or set fewer filters, and test this step again. An active workflow waits for alerts by itself. ${query}`.trim(),
		level: 'info',
	});
}
