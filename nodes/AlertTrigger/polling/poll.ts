import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { readAlertPage } from '../../Alert/alertPages';
import { filterBody } from '../../Alert/filters';
import { querySent } from '../../Alert/searchRequest';
import { toNodeError } from '../../shared/engine/nodeErrors';
import { bounded, deliveriesOf } from '../../shared/polling/deliveries';
import { runPoll, type Poll } from '../../shared/polling/runPoll';
import { ServiceClock } from '../../shared/polling/serviceClock';
import { newAlerts, type NewAlert } from '../dedupe/emitted';
import { FIRST_FETCH_MINUTES, MOST_ALERTS, type Settings } from '../fields';
import type { Reading } from '../reading/windowReader';
import { instant } from '../reading/windows';
import { MOST_WAITING, redeliver } from '../redelivery/redelivery';
import { STATE_FORMAT, type Batch, type State } from '../state/state';
import { dropOld, startingState } from './decide';
import { itemsOf } from './items';
import { followingOf, readingOf, requiringOf, settingsOf } from './load';
import { Scan } from './scan';

/**
 * One poll: the items of the alerts that are new, or null. State and items are handed to n8n together.
 * In a test run from the editor: a few recent alerts, and nothing is remembered.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (host.getMode() !== 'manual') {
		return await runPoll(host, STATE_FORMAT, async (one) => await readAlerts(host, one));
	}
	try {
		return [await sample(host)];
	} catch (fault) {
		throw toNodeError(host, fault);
	}
}

async function readAlerts(
	host: IPollFunctions,
	{ commit, ...poll }: Poll<State>,
): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(host);
	const reading = await readingOf(host, settings, poll);
	const { log, clock, isStart } = poll;
	const isFirst = !clock.isKnown;
	const query = queryTold(settings);
	if (isFirst && query !== '') log.info(query);
	// A host's clock that was set back must not make the state look as if it came from the future.
	if (isFirst || (poll.state?.position ?? 0) > clock.now()) await readClock(reading);
	if (!clock.isProven && (poll.state?.verified ?? 0) > clock.now()) {
		log.info(
			'Skipped: the stored state is ahead of the Date of the service, which may stand still',
		);
		return null;
	}
	const following = followingOf(host, settings, poll, clock.now(), isFirst || isStart);
	const state = startingState(poll.state, clock.now(), following, log.warn);
	const hours = Math.floor((clock.now() - state.position) / 3600);
	if (isFirst && hours > 0) {
		log.info(
			`The alerts of ${hours} hours are to be read, from ${instant(state.position)} on, the oldest first`,
		);
	}

	const scan = new Scan(reading, state, following, settings.options.maxAlerts ?? MOST_ALERTS);
	const isLeft = await scan.readNew();
	const deliveries = deliveriesOf(host);
	const isRedelivering = settings.options.redeliver === true;
	const unfinished = isRedelivering
		? deliveries.unfinished(state.handedOver, isStart, log)
		: undefined;
	const lost = unfinished?.find(({ id }) => deliveries.of(id) === 'failed');
	const rest = lost && (await redeliver(scan, lost, log));
	if (isLeft) await scan.lookBack();
	dropOld(state, clock.now(), following, log.warn);

	const { alerts, refusal } = scan;
	state.handedOver = (unfinished ?? []).flatMap((batch) => (batch === lost ? (rest ?? []) : batch));
	const id = deliveries.newId();
	if (unfinished !== undefined) state.handedOver.push(...batchesOf(id, alerts, lost?.tries ?? 0));
	state.handedOver = bounded(state.handedOver, MOST_WAITING, log);
	commit(state, alerts.length === 0 ? 'none' : unfinished === undefined ? 'returned' : 'emitted');
	if (refusal !== undefined || state.widened === clock.now()) requiringOf(host).clear();
	if (refusal !== undefined) {
		// A shorter window is a gain where the poll had no time to try it.
		const isCut = state.step < (poll.state?.step ?? Infinity) && clock.hostNow() > reading.deadline;
		const isShown = host.getActivationMode() === 'activate' && isStart;
		if (!scan.hasGained && (isShown || !isCut)) throw refusal;
		log.warn(`${refusal.message}; what was read is kept, the rest is read with the next poll`);
	}
	if (alerts.length === 0) return null;
	const items = [itemsOf(alerts, settings, reading.times)];
	if (unfinished === undefined) return items;
	deliveries.handOver(id, items, host);
	return null;
}

/** The query of the settings, as the log tells it; empty where there is none. */
function queryTold(settings: Settings): string {
	const { query } = filterBody(settings);
	return query === undefined ? '' : querySent(query);
}

/**
 * The alerts that are handed over now, in one execution: what is redelivered keeps the number of its
 * tries, and what is new has its own.
 * @param tries how often those that are redelivered were tried before
 */
const batchesOf = (id: string, alerts: readonly NewAlert[], tries: number): Batch[] =>
	[true, undefined]
		.map((redelivered) => alerts.filter((alert) => alert.redelivered === redelivered))
		.filter((some) => some.length > 0)
		.map((some) => ({
			id,
			from: Math.min(...some.map(({ window }) => window.from)),
			to: Math.max(...some.map(({ window }) => window.to)),
			tries: some[0]?.redelivered === true ? tries + 1 : 0,
			alerts: some.map(({ fingerprint, number }) => [fingerprint, number]),
		}));

/** Asks for as little as there is, so as to be told the service's time. */
async function readClock({ clock, request, service }: Reading): Promise<void> {
	const now = clock.now();
	const { date } = await service.send(request({ from: now - 1, to: now }));
	clock.observe(date);
}

/** How many alerts a test run shows. */
const SAMPLE = 10;

/** How long a request of a test run may wait, in ms, times five. */
const SAMPLE_BUDGET = 300_000;

const DAY = 86_400;

/** Recent alerts for a test run: of the last minutes, day or month, as soon as there are some. */
async function sample(host: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = settingsOf(host);
	const query = queryTold(settings);
	// n8n shows no hint of a poll.
	if (query !== '') host.logger.info(query);
	const { service, clock, request, times } = await readingOf(host, settings, {
		clock: new ServiceClock(() => Date.now(), {}),
		budget: SAMPLE_BUDGET,
		deadline: Infinity,
		log: host.logger,
	});
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
