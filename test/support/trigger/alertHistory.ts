import fc from 'fast-check';

import type { Fault } from '../service/faults';
import { hash32 } from '../service/hash32';
import type { Switches } from '../service/switches';
import { alertTrigger, refusal, type SimulatedAlertTrigger } from './alertTrigger';
import type { Poller, PollSetting, StoredWith } from './host';
import { oneOf, type ValueOf } from './simulation';

/** Seconds in which alerts arrive. */
const ALERTS_UNTIL = 1500;

const GATEWAY_TIMEOUT: Fault = { kind: 'html', status: 504 };

const limits = fc
	.record({
		rate: oneOf<Partial<Switches>>(
			{},
			{},
			{ rateLimit: 60 },
			{ rateLimit: 60, rateLimitLockMs: 60_000, retryAfter: 'absent' },
			{ rateLimit: 20, rateLimitLockMs: 20_000 },
		),
		requestsPerMinute: oneOf(0, 60),
		spanLimits: oneOf<Fault[]>(
			[],
			[{ ...GATEWAY_TIMEOUT, match: { longerThan: 60 } }],
			[{ ...refusal, match: { longerThan: 3600 } }],
			[{ ...GATEWAY_TIMEOUT, match: { longerThan: 21_600 } }],
		),
		refusals: oneOf<Fault[]>(
			[],
			[],
			[{ ...refusal, match: { nth: (nth) => (nth - 1) % 10 >= 5 } }],
			[{ ...refusal, match: { nth: (nth) => hash32(nth) % 3 === 2 } }],
			[{ ...refusal, match: { nth: (nth) => hash32(nth) % 3 > 0 } }],
		),
	})
	// A rate limit and frequent refusals together would leave too few requests.
	.map((caps) => (caps.refusals.length === 0 ? caps : { ...caps, rate: {}, requestsPerMinute: 0 }));

const switches = fc.record({
	alertPageSize: oneOf(7, 100, 100, 1000, 1000),
	alertOrder: oneOf('oldestFirst' as const, 'newestFirst' as const, 'shuffled' as const),
	startBound: oneOf('inclusive' as const, 'exclusive' as const),
	endBound: oneOf('inclusive' as const, 'exclusive' as const),
	endOfCursor: oneOf('absent' as const, 'emptyPage' as const),
	cursorText: oneOf('new' as const, 'constant' as const),
	alertTotals: oneOf<Switches['alertTotals']>('true', 'true', 'absent', 'tooLarge', 'ofPage'),
	dateHeader: oneOf('true' as const, 'true' as const, 'absent' as const),
	recordZone: oneOf('UTC', 'America/St_Johns'),
});

const fault = oneOf<Fault>(
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 429, retryAfter: 'seconds' },
	{ kind: 'html', status: 502 },
	refusal,
	{ kind: 'cutJson' },
	{ kind: 'html' },
	{ kind: 'raw', text: '{}' },
	{ kind: 'raw', text: '{"data":"a text"}' },
);

const incident = fc.oneof(
	// The service refuses requests or breaks responses, `times` times from the nth request on.
	fc.record({
		kind: fc.constant('fault' as const),
		fault,
		nth: fc.integer({ min: 1, max: 4 }),
		times: oneOf(1, 1, 2, 3, 10),
	}),
	// n8n restarts `after` seconds later.
	fc.record({ kind: fc.constant('restart' as const), after: oneOf(0, 30, 600, 7200) }),
	// n8n is killed in the middle of the poll, or starts a poll while another poll runs.
	oneOf({ kind: 'kill' } as const, { kind: 'kill' } as const, { kind: 'overlap' } as const),
	// The host's clock is set `ahead` seconds ahead.
	fc.record({ kind: fc.constant('hostClock' as const), ahead: oneOf(600, -600) }),
);

const settings = fc.record({
	limits,
	switches,
	storedWith: oneOf<StoredWith>('each poll', 'an execution'),
	// Main processes of n8n take turns if n8n stores the state with each poll.
	mains: oneOf(1, 1, 2),
	lookBack: oneOf(0, 1, 5, 15),
	maxAlerts: oneOf(3, 200, 5000, 5000),
	// Seconds between polls, seconds that the host's clock is ahead, and seconds that a response takes.
	every: oneOf(60, 60, 300),
	hostAhead: oneOf(0, 0, 300, -300),
	latency: oneOf(0, 0.04, 0.9),
	// Seconds from one alert to the next.
	gap: oneOf(5, 20, 60),
	// Alerts of one second; `identical` alerts in a row are the same.
	bursts: fc.uniqueArray(
		fc.record({
			at: fc.integer({ min: 0, max: ALERTS_UNTIL }),
			count: oneOf(3, 8, 40),
			identical: oneOf(1, 3),
		}),
		{ maxLength: 3, selector: ({ at }) => at },
	),
	// Every nth alert is late, by this part of Look Back.
	late: fc.record({ nth: oneOf(3, 10, 1000), part: oneOf(0.5, 1) }),
	incidents: fc.array(fc.record({ poll: fc.integer({ min: 0, max: 24 }), what: incident }), {
		maxLength: 8,
	}),
});

/** Any history in which the trigger loses no alert and emits none twice. */
export const alertHistory = settings.map(
	({ limits: { rate, requestsPerMinute, spanLimits, refusals }, ...setting }) => {
		const isSlow = rate.rateLimit !== undefined || setting.maxAlerts < 5000;
		const hasDate = setting.switches.dateHeader === 'true';
		// The trigger skips a second of several pages if the service keeps refusing its pages.
		const maxBurst = refusals.length === 0 ? Infinity : setting.switches.alertPageSize;
		// If the service refuses most requests, it also refuses the empty page that ends a search.
		const searchEnd: Partial<Switches> = refusals.length === 0 ? {} : { endOfCursor: 'absent' };
		const allSwitches: Partial<Switches> = { ...setting.switches, ...rate, ...searchEnd };
		return {
			...setting,
			requestsPerMinute,
			switches: allSwitches,
			faults: [...refusals, ...spanLimits],
			mains: setting.storedWith === 'each poll' ? setting.mains : 1,
			latency: refusals.length === 0 ? setting.latency : 0,
			// Polls that read little at once run every minute to keep up.
			every: isSlow ? 60 : setting.every,
			gap: setting.maxAlerts < 100 ? 60 : setting.gap,
			// Without a Date header, the trigger takes the host's clock for the service's.
			hostAhead: hasDate ? setting.hostAhead : 0,
			incidents: setting.incidents.filter(({ what }) => hasDate || what.kind !== 'hostClock'),
			bursts: setting.bursts.filter(({ count }) => count < maxBurst),
		};
	},
);

/** The most polls of a history in which alerts are still missing. */
const MAX_POLLS = 250;

/**
 * Runs a history with a poller, the package's by default, and compares the emitted alerts with those that arrived.
 * @returns the result, and a log for a reader of the mistakes
 */
export async function runAlertHistory(history: ValueOf<typeof alertHistory>, poller?: Poller) {
	const { storedWith, switches, faults, latency, requestsPerMinute, hostAhead, ...rest } = history;
	const { lookBack, maxAlerts, every, incidents, gap, bursts, late, mains } = rest;
	const trigger = alertTrigger({
		...{ storedWith, switches, faults, latency },
		credential: { requestsPerMinute },
		options: { firstFetch: 60, lookBack, maxAlerts },
		...(poller && { poller }),
	});
	const { service, wait, poll, check, raise } = trigger;
	wait(0, hostAhead);
	// The trigger knows the service's clock to within some seconds.
	const lateBy = Math.max(0, Math.floor((lookBack * 60 - 5) * late.part));
	for (let index = 0; index < ALERTS_UNTIL / gap; index += 1) {
		raise(index * gap, index, index % late.nth === late.nth - 1 ? lateBy : 0);
	}
	for (const { at, count, identical } of bursts) {
		for (let index = 0; index < count; index += 1) {
			raise(at, 10_000 + Math.floor(index / identical));
		}
	}
	const endSecond = service.clock.now() / 1000 + ALERTS_UNTIL + lookBack * 60;
	const lines: string[] = [];
	// After the last alert is found, these polls read all of Look Back again.
	const extraPolls = Math.ceil((lookBack * 60) / 3 / every) + 3;
	for (let count = 0, completePolls = 0; completePolls < extraPolls; count += 1) {
		const { what } = incidents.find((item) => item.poll === count) ?? {};
		const setting = what === undefined ? {} : begin(trigger, what);
		if (what !== undefined) lines.push(JSON.stringify(what));
		const at = Math.floor(service.clock.now() / 1000 - endSecond);
		const { contents, log, error = '' } = await poll(0, { main: count % mains, ...setting });
		lines.push(`${at}: ${contents.join(' ')} ${[...log, String(error)].join('; ')}`);
		const isPast = service.clock.now() / 1000 > endSecond;
		completePolls = isPast && (check().lost === 0 || count > MAX_POLLS) ? completePolls + 1 : 0;
		wait(every);
	}
	return { ...check(), log: lines };
}

export const alertsOnce = fc.asyncProperty(alertHistory, async (history) => {
	const { mistakes, log } = await runAlertHistory(history);
	if (mistakes.length > 0) throw new Error([...log, ...mistakes].join('\n'));
});

/** Starts an incident before the next poll. @returns how n8n runs that poll */
function begin(trigger: SimulatedAlertTrigger, what: ValueOf<typeof incident>): PollSetting {
	const { service, wait, restart } = trigger;
	switch (what.kind) {
		case 'fault': {
			const { fault, nth, times } = what;
			const isMet = (number: number) => number >= nth && number < nth + times;
			service.faults.unshift({ ...fault, match: { nth: isMet } });
			return {};
		}
		case 'restart':
			wait(what.after);
			restart();
			return {};
		case 'kill':
			return { isKilled: true };
		case 'overlap':
			return { overlapping: 2 };
		case 'hostClock':
			wait(0, what.ahead);
			return {};
	}
}
