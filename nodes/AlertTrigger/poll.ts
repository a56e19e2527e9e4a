import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { alertPages } from '../Alert/alertPages';
import { filterBody } from '../Alert/filters';
import { searchRequest } from '../Alert/searchRequest';
import { createClient } from '../shared/http/client';
import { toJson } from '../shared/json';
import { ParameterReader } from '../shared/parameters/reader';
import { ApiError, asApiErrorOrThrow } from '../shared/http/apiError';
import { toNodeError } from '../shared/engine/nodeErrors';
import { newAlerts } from './dedupe';
import {
	FIELDS,
	FIRST_FETCH_MINUTES,
	LOOK_BACK_MINUTES,
	MOST_ALERTS,
	type Settings,
} from './fields';
import { hash64 } from './fingerprint';
import { follow, type Following, type Found } from './follow';
import { itemsOf, type Outgoing } from './items';
import { pollInterval } from './pollInterval';
import { isFirstSight, memoryOf, type TriggerMemory } from './processMemory';
import type { Reading } from './readWindows';
import { redeliver, type Again } from './redeliver';
import { ServiceClock } from './serviceClock';
import { readState, writeState, type Batch, type State } from './state';
import { AHEAD, LONGEST_STEP, timesOf } from './windows';

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
	const isStart = isFirstSight(data) && STARTS.has(host.getActivationMode());
	if (memory.isPolling) {
		host.logger.info('The poll before is still under way; this one reads nothing');
		return null;
	}
	if (isStart) {
		memory.startedAt = undefined;
		memory.trust();
	}
	if (memory.isOutdated(data.mark)) {
		host.logger.info('n8n has yet to store the poll before; this one reads nothing');
		return null;
	}
	memory.isPolling = true;
	try {
		return await tick(host, memory, data, isStart);
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

/** A budget where n8n tells none, in ms. */
const BUDGET = 300_000;

/** The part of the budget after which no more is read: the rest is for what comes after. */
const READING_TIME = 0.7;

async function tick(
	host: IPollFunctions,
	memory: TriggerMemory,
	data: IDataObject,
	isStart: boolean,
): Promise<INodeExecutionData[][] | null> {
	const { logger } = host;
	const settings = settingsOf(host);
	const { firstFetch, lookBack, redeliver: isRedelivering } = settings.options;
	const reading = await readingOf(host, settings, memory.aheadMs);
	const stored = readState(data);
	if (stored.note !== undefined) logger.warn(stored.note);
	if (stored.state === undefined) memory.startedAt ??= Date.now();
	else memory.startedAt = undefined;

	const handedOver = isRedelivering === true ? unfinished(stored.state, memory) : [];
	const lost = handedOver.find(({ id }) => memory.deliveryOf(id) === 'failed');
	const step = stored.state?.step ?? LONGEST_STEP;
	const again = lost === undefined ? { alerts: [], step } : await redeliver(reading, lost, step);
	const found = await followed(reading, stored.state, again, {
		filters: hash64(toJson(filterBody(settings))),
		firstFetch: Math.max(
			(firstFetch ?? FIRST_FETCH_MINUTES) * 60,
			2 * pollInterval(host.getNode().parameters.pollTimes),
		),
		lookBack: (lookBack ?? LOOK_BACK_MINUTES) * 60,
		sinceStart: Math.ceil(Math.max(0, Date.now() - (memory.startedAt ?? Date.now())) / 1000),
	});
	memory.aheadMs = reading.clock.ahead;

	const alerts: Outgoing[] = [
		...again.alerts.map((alert): Outgoing => ({ ...alert, redelivered: true })),
		...found.alerts,
	];
	const batches = handedOver.flatMap((batch) =>
		batch !== lost ? [batch] : again.rest === undefined ? [] : [again.rest],
	);
	memory.keep(batches.map(({ id }) => id));
	const name = memory.newName();
	const leave = (unsettled: readonly Batch[]): void => {
		const isWritten = writeState(data, { ...found.state, handedOver: unsettled }, name);
		// n8n may drop what a first poll wrote that hands nothing over.
		if (isWritten && !(isStart && alerts.length === 0)) memory.leave(name);
	};
	if (alerts.length === 0) {
		leave(batches);
		return null;
	}
	const items = [itemsOf(alerts, settings)];
	if (isRedelivering !== true) {
		leave([]);
		return items;
	}
	const batch: Batch = {
		id: name,
		from: Math.min(found.from, lost?.from ?? Infinity),
		to: Math.max(found.to, lost?.to ?? 0),
		alerts: alerts.map(({ fingerprint, number }) => [fingerprint, number]),
	};
	leave([...batches, batch]);
	handOver(host, memory, batch.id, items);
	return null;
}

/** Gives the items to n8n with a promise of their execution's end, so that this end is known. */
function handOver(
	host: IPollFunctions,
	memory: TriggerMemory,
	id: string,
	items: INodeExecutionData[][],
): void {
	memory.handOver(id);
	const done: NonNullable<Parameters<IPollFunctions['__emit']>[2]> =
		host.helpers.createDeferredPromise();
	done.promise.then(
		() => memory.settle(id, 'finished'),
		() => memory.settle(id, 'failed'),
	);
	host.__emit(items, undefined, done);
}

const unfinished = (state: State | undefined, memory: TriggerMemory): Batch[] =>
	(state?.handedOver ?? []).filter(({ id }) => memory.deliveryOf(id) !== 'finished');

/** What is new; where the service refuses after something was read again, that alone. */
async function followed(
	reading: Reading,
	state: State | undefined,
	again: Again,
	following: Following,
): Promise<Found> {
	const mostAlerts = Math.max(1, reading.mostAlerts - again.alerts.length);
	const from = state && { ...state, step: again.step };
	try {
		return await follow({ ...reading, mostAlerts }, from, following);
	} catch (fault) {
		const refusal = asApiErrorOrThrow(fault);
		if (again.alerts.length === 0 || from === undefined) throw refusal;
		reading.log.warn(`${refusal.message}; only what is redelivered is emitted`);
		return { alerts: [], state: from, from: Infinity, to: 0 };
	}
}

/** How many alerts a test run shows. */
const SAMPLE = 10;

/** Recent alerts for a test run: of the last minutes, day or month, as soon as there are some. */
async function sample(host: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = settingsOf(host);
	const reading = await readingOf(host, settings, 0);
	const { service, clock, request } = reading;
	const minutes = settings.options.firstFetch ?? FIRST_FETCH_MINUTES;
	for (const span of [minutes * 60, DAY, 30 * DAY]) {
		const window = { from: clock.now() - span, to: clock.now() + AHEAD };
		const { value: page } = await alertPages(service, request(window)).next();
		if (page === undefined) continue;
		clock.observe(page.date);
		if (page.records.length === 0) continue;
		const { alerts } = newAlerts(new Map(), page.records, window);
		return itemsOf(alerts.slice(0, SAMPLE), settings);
	}
	throw new NodeOperationError(host.getNode(), 'No alert of the last 30 days fits the filters', {
		description:
			'Raise an alert, for instance by an event that one of your alert profiles watches, or set fewer filters, and test this step again. An active workflow waits for alerts by itself.',
		level: 'info',
	});
}

const DAY = 86_400;

function settingsOf(host: IPollFunctions): Settings {
	const reader = new ParameterReader(
		{
			getNode: () => host.getNode(),
			getTimezone: () => host.getTimezone(),
			getNodeParameter: (name) => host.getNodeParameter(name),
		},
		FIELDS,
	);
	return reader.read(0) as Settings;
}

async function readingOf(
	host: IPollFunctions,
	settings: Settings,
	aheadMs: number,
): Promise<Reading> {
	const budget = typeof host.getPollBudgetMs === 'function' ? host.getPollBudgetMs() : BUDGET;
	const clock = new ServiceClock(() => Date.now(), aheadMs);
	return {
		clock,
		service: await createClient(host, {
			scope: 'alerts.READ',
			retryPolicy: { attempts: 3, maxWaitMs: budget / 5 },
		}),
		request: (window) => searchRequest({ ...settings, ...timesOf(window) }),
		mostAlerts: settings.options.maxAlerts ?? MOST_ALERTS,
		deadline: clock.hostNow() + budget * READING_TIME,
		log: {
			info: (message) => host.logger.info(message),
			warn: (message) => host.logger.warn(message),
		},
	};
}

/** Whether what happened may pass by itself: the service is down, busy, or cannot be reached. */
const mayPass = (fault: unknown): fault is ApiError => {
	if (!(fault instanceof ApiError)) return false;
	const { failure, retry } = fault.details;
	return retry !== 'never' || failure?.cause === 'temporarily-unavailable';
};
