import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { alertKey, alertRow, alertView, wholeAlert } from '../../Alert/alertRow';
import { spanOf } from '../../Alert/alertRows';
import { newestAlerts } from '../../Alert/newestAlerts';
import type { UtcTimes } from '../../Alert/serviceTime';
import { bounded } from '../../shared/polling/deliveries';
import { warnOfOtherService } from '../../shared/polling/log';
import { runPoll, type Sampling, type Poll, type PollResult } from '../../shared/polling/runPoll';
import { newAlerts, byTime, type NewAlert } from '../dedupe/emitted';
import { FIELDS, type Settings } from '../fields';
import { Scan } from '../reading/scan';
import type { Reading } from '../reading/windowReader';
import { deliveriesIn, CONTENTS, redeliver } from '../redelivery/redelivery';
import { STATE_FORMAT, type State } from '../state/state';
import { dropOld, startingState } from '../state/transitions';
import { timesOf } from '../windows/windows';
import { readingOf, sentQuery, pageFactsOf, pollSettingsOf } from './load';

/** One poll: the items of the alerts that are new, or null; the newest alerts in a test run. */
export const poll = async (host: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await runPoll(host, { fields: FIELDS, format: STATE_FORMAT, report, sample });

async function report(
	host: IPollFunctions,
	settings: Settings,
	poll: Poll<State>,
): Promise<PollResult<State> | undefined> {
	const { log, clock, deliveries } = poll;
	const { reading, times, service } = await readingOf(host, settings, poll);
	const isFirst = !clock.isKnown;
	const query = isFirst ? sentQuery(settings) : undefined;
	if (query !== undefined) log.info(query);
	const stored = await storedState(service, reading, poll);
	if (stored === 'ahead') return undefined;
	const pollSettings = pollSettingsOf(host, settings, poll.stateless, service);
	const state = startingState(
		stored,
		pollSettings,
		{ now: clock.now(), isStart: isFirst || poll.isStart },
		log,
	);
	const facts = pageFactsOf(host);
	const scan = new Scan(reading, facts, state, pollSettings);
	await scan.readNew();
	const isOn = settings.options.redeliver;
	const unfinished = deliveries.unfinished(state.handedOver, { isOn, isStart: poll.isStart }, log);
	// One a poll, the oldest: it shares the poll's requests and items with what is new.
	const lost = unfinished?.find(({ id }) => deliveries.of(id) === 'lost');
	const again = lost && (await redeliver(scan, lost, clock.now(), log));
	for (const alert of again?.alerts ?? []) scan.alerts.push(alert);
	await scan.lookBack();

	const waiting = (unfinished ?? []).flatMap((one) => (one === lost ? (again?.rest ?? []) : one));
	const id = deliveries.newId();
	if (unfinished !== undefined) waiting.push(...deliveriesIn(id, scan.alerts, lost?.tries ?? 0));
	const handedOver = bounded(waiting, CONTENTS, log);
	const { error, hasGained } = scan.reader;
	if (error !== undefined) facts.requiring.clear();
	if (error !== undefined && hasGained) {
		log.warn(`${error.message}; what was read is kept, the rest is read with the next poll`);
	}
	return {
		state: dropOld({ ...scan.state, handedOver }, log),
		items: itemsOf([...scan.alerts].sort(byTime), settings, times),
		delivery: unfinished && id,
		failure: hasGained ? undefined : error,
	};
}

/** The stored state, if it is of this service; `ahead` if the service's Date stands before it. */
async function storedState(
	service: string,
	reading: Reading,
	{ state, clock, log }: Poll<State>,
): Promise<State | 'ahead' | undefined> {
	const isOther = state !== undefined && state.service !== service;
	const stored = isOther ? undefined : state;
	if (isOther) warnOfOtherService(state.service, log);
	// The answer holds the time: a host's clock that was set back must not make the state look as if it came from the future.
	if (!clock.isKnown || isOther || (stored?.position ?? 0) > clock.now()) {
		await reading.service.send(reading.request({ from: clock.now() - 1, to: clock.now() }));
	}
	if (clock.isProven || (stored?.verified ?? 0) <= clock.now()) return stored;
	log.info('Skipped: the stored state is ahead of the Date of the service, which may stand still');
	return 'ahead';
}

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
