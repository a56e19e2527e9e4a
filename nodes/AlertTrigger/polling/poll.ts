import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { readAlertPage } from '../../Alert/alertPages';
import { toNodeError } from '../../shared/engine/nodeErrors';
import { runPoll, type Log, type Poll } from '../../shared/polling/runPoll';
import { ServiceClock } from '../../shared/polling/serviceClock';
import { newAlerts } from '../dedupe/emitted';
import { FIRST_FETCH_MINUTES, MOST_ALERTS } from '../fields';
import type { Reading } from '../reading/windowReader';
import { redeliver, type Redelivery } from '../redelivery/redelivery';
import { deliveriesOf, type Deliveries } from '../redelivery/deliveries';
import { STATE_FORMAT, type Batch, type State } from '../state/state';
import { Commit } from './commit';
import { dropOld, instant, MOST_REMEMBERED, startingState } from './decide';
import { itemsOf } from './items';
import { followingOf, readingOf, settingsOf } from './load';
import { Scan } from './read';

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
	poll: Poll<State>,
): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(host);
	const { maxAlerts, redeliver: isRedelivering } = settings.options;
	const reading = await readingOf(host, settings, poll);
	const { log, clock } = poll;
	const deliveries = deliveriesOf(host);
	deliveries.inherit(
		(poll.state?.handedOver ?? []).map(({ id }) => id),
		poll.isStart,
	);
	const isTracked = isRedelivering === true && isAlone(deliveries, poll.state, log);
	const isFirst = !clock.isKnown;
	// A host's clock that was set back must not make the state look as if it came from the future.
	if (isFirst || (poll.state?.position ?? 0) > clock.now()) await readClock(reading);

	const following = followingOf(host, settings, poll, clock.now(), isFirst || poll.isStart);
	const state = startingState(poll.state, clock.now(), following, log.warn);
	if (isFirst) sayBacklog(state, reading);
	const scan = new Scan(reading, state, following, maxAlerts ?? MOST_ALERTS);
	const commit = new Commit(host, poll, reading.times);
	const unfinished = isTracked
		? state.handedOver.filter(({ id }) => deliveries.of(id) !== 'finished')
		: [];
	const isComplete = await scan.readNew();
	const lost = unfinished.find(({ id }) => deliveries.of(id) === 'failed');
	let again: Redelivery = { alerts: [] };
	if (lost !== undefined) {
		again = scan.goesOn() ? await redeliver(scan, lost, log) : { alerts: [], rest: lost };
		scan.redelivered = again.alerts.length;
	}
	const waiting = unfinished.flatMap((batch): Batch[] =>
		batch !== lost ? [batch] : again.rest === undefined ? [] : [again.rest],
	);
	if (!isComplete && scan.goesOn()) await scan.lookBack();
	const { refusal } = scan;
	if (refusal !== undefined) {
		// A shorter window is a gain where the poll had no time to try it.
		const isCut = state.step < (poll.state?.step ?? Infinity) && clock.hostNow() > reading.deadline;
		if (!scan.hasGained && !(isCut && host.getActivationMode() !== 'activate')) {
			commit.state(scan, waiting);
			throw refusal;
		}
		log.warn(`${refusal.message}; what was read is kept, the rest is read with the next poll`);
	}
	const forgotten = dropOld(state, clock.now(), following);
	if (forgotten > 0) {
		log.warn(
			`More than ${MOST_REMEMBERED} alerts lie within the look-back: the ${forgotten} oldest are no longer remembered, and alerts that arrive late among them are not seen. Narrow the filters or shorten Look Back`,
		);
	}
	return commit.alerts(scan, again, waiting, lost, settings, isTracked);
}

/** Asks for as little as there is, so as to be told the service's time. */
async function readClock({ clock, request, service }: Reading): Promise<void> {
	const now = clock.now();
	const { date } = await service.send(request({ from: now - 1, to: now }));
	clock.observe(date);
}

function sayBacklog({ position }: State, { clock, log }: Reading): void {
	const hours = Math.floor((clock.now() - position) / 3600);
	if (hours < 1) return;
	log.info(
		`The alerts of ${hours} hours are to be read, from ${instant(position)} on, the oldest first`,
	);
}

/** Whether no other process of n8n polls this trigger: only then it is known which executions ended. */
function isAlone(deliveries: Deliveries, state: State | undefined, log: Log): boolean {
	const isForeign = state?.handedOver.some(({ id }) => deliveries.of(id) === 'foreign') === true;
	if (isForeign && !deliveries.isShared) {
		log.warn(
			'Several main processes of n8n poll this trigger: Redeliver After Restart is off until they are started anew',
		);
		deliveries.isShared = true;
	}
	return !deliveries.isShared;
}

/** How many alerts a test run shows. */
const SAMPLE = 10;

const SAMPLE_BUDGET = 300_000;

const DAY = 86_400;

/** Recent alerts for a test run: of the last minutes, day or month, as soon as there are some. */
async function sample(host: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = settingsOf(host);
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
			'Raise an alert, for instance by an event that one of your alert profiles watches, or set fewer filters, and test this step again. An active workflow waits for alerts by itself.',
		level: 'info',
	});
}
