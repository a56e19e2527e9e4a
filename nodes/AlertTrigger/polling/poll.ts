import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { readAlertPage } from '../../Alert/alertPages';
import { ApiError } from '../../shared/http/apiError';
import { toNodeError } from '../../shared/engine/nodeErrors';
import { newAlerts } from '../dedupe/emitted';
import { FIRST_FETCH_MINUTES, MOST_ALERTS } from '../fields';
import type { Reading } from '../reading/windowReader';
import { redeliver, type Redelivery } from '../redelivery/redelivery';
import { readState, type Batch, type State } from '../state/state';
import { Commit } from './commit';
import { dropOld, instant, MOST_REMEMBERED, startingState } from './decide';
import { itemsOf } from './items';
import { followingOf, readingOf, settingsOf } from './load';
import { isFirstPoll, memoryOf, type TriggerMemory } from './processMemory';
import { Scan } from './read';

/**
 * One poll: the items of the alerts that are new, or null. State and items are handed to n8n together.
 * In a test run from the editor: a few recent alerts, and nothing is remembered.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (host.getMode() === 'manual') {
		try {
			return [await sample(host)];
		} catch (fault) {
			throw toNodeError(host, fault);
		}
	}
	const memory = memoryOf(host.getWorkflow().id ?? '', host.getNode().id);
	const data = host.getWorkflowStaticData('node');
	const isStart = isFirstPoll(data) && STARTS.has(host.getActivationMode());
	if (memory.isPolling) {
		host.logger.info('Skipped: the previous poll is still running');
		return null;
	}
	if (isStart) memory.start();
	if (memory.isOutdated(data.mark)) {
		host.logger.info('Skipped: n8n has not yet stored the state of the previous poll');
		return null;
	}
	memory.isPolling = true;
	try {
		return await runPoll(host, memory, data, isStart);
	} catch (fault) {
		if (isStart && host.getActivationMode() !== 'activate' && mayPass(fault)) {
			host.logger.warn(`${fault.message}; the trigger tries again with the next poll`);
			return null;
		}
		throw toNodeError(host, fault);
	} finally {
		memory.isPolling = false;
	}
}

/** What n8n calls the poll of a workflow that it has just loaded. */
const STARTS: ReadonlySet<string> = new Set(['activate', 'init', 'leadershipChange']);

async function runPoll(
	host: IPollFunctions,
	memory: TriggerMemory,
	data: IDataObject,
	isStart: boolean,
): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(host);
	const { maxAlerts, redeliver: isRedelivering } = settings.options;
	const reading = await readingOf(host, settings, memory);
	const { log, clock, times } = reading;
	const stored = readState(data);
	if (stored.note !== undefined) log.warn(stored.note);
	if (stored.state === undefined) memory.startedAt ??= Date.now();
	else memory.startedAt = undefined;
	memory.inherit((stored.state?.handedOver ?? []).map(({ id }) => id));
	const isTracked = isRedelivering === true && isAlone(memory, stored.state, log);
	const isFirst = !memory.isClockKnown;
	// A host's clock that was set back must not make the state look as if it came from the future.
	if (isFirst || (stored.state?.position ?? 0) > clock.now()) await readClock(reading);
	memory.isClockKnown = true;

	const following = followingOf(host, settings, stored, clock.now(), memory, isFirst || isStart);
	const state = startingState(stored.state, clock.now(), following, log.warn);
	if (isFirst) sayBacklog(state, reading);
	const scan = new Scan(reading, state, following, maxAlerts ?? MOST_ALERTS);
	const commit = new Commit(host, memory, data, isStart, times);
	const unfinished = isTracked
		? state.handedOver.filter(({ id }) => memory.deliveryOf(id) !== 'finished')
		: [];
	const isComplete = await scan.readNew();
	const lost = unfinished.find(({ id }) => memory.deliveryOf(id) === 'failed');
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
		const isCut =
			state.step < (stored.state?.step ?? Infinity) && clock.hostNow() > reading.deadline;
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
function isAlone(memory: TriggerMemory, state: State | undefined, log: Reading['log']): boolean {
	const isForeign =
		state?.handedOver.some(({ id }) => memory.deliveryOf(id) === 'foreign') === true;
	if (isForeign && !memory.isShared) {
		log.warn(
			'Several main processes of n8n poll this trigger: Redeliver After Restart is off until they are started anew',
		);
		memory.isShared = true;
	}
	return !memory.isShared;
}

/** How many alerts a test run shows. */
const SAMPLE = 10;

const DAY = 86_400;

/** Recent alerts for a test run: of the last minutes, day or month, as soon as there are some. */
async function sample(host: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = settingsOf(host);
	const { service, clock, request, times } = await readingOf(host, settings, {});
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

/** Whether what happened may pass by itself: all but a refused token and a setting that is wrong. */
const mayPass = (fault: unknown): fault is ApiError => {
	if (!(fault instanceof ApiError)) return false;
	const { failure, stopsAll } = fault.details;
	if (failure?.cause === 'credential-invalid') return false;
	return !(failure?.cause === 'configuration-invalid' && stopsAll === true);
};
