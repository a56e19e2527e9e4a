import { describe, expect, test } from '@jest/globals';
import { jsonParse, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { encodeEmitted, type EmittedAlerts } from '../../nodes/AlertTrigger/emitted';
import { asText } from '../../nodes/shared/texts';
import { isoTimeOfSecond } from '../../nodes/shared/times/moment';
import type { Fault } from '../support/service/faults';
import { alertTrigger, refusal, START } from '../support/trigger/alertTrigger';
import type { SimulatedAlertTrigger } from '../support/trigger/alertTrigger';
import type { StoredWith } from '../support/trigger/host';

const withState = (stored: IDataObject, change: IDataObject): IDataObject => ({
	...stored,
	state: JSON.stringify({ ...jsonParse<IDataObject>(asText(stored.state)), ...change }),
});

const contentsOf = ({ polls }: SimulatedAlertTrigger) => polls.map(({ contents }) => contents);

describe('Look Back', () => {
	test('finds alerts that arrive late within it, and no later ones', async () => {
		const trigger = alertTrigger({ options: { lookBack: 5 } });
		await trigger.run(2);
		trigger.raise(130, 1, 290);
		trigger.raise(131, 2, 700);
		await trigger.run(20);
		expect(contentsOf(trigger).flat()).toEqual([1]);
	});

	test('is five seconds at least', async () => {
		const trigger = alertTrigger({ options: { lookBack: 0 } });
		trigger.raise(117, 1, 6);
		await trigger.run(4);
		expect(contentsOf(trigger).flat()).toEqual([1]);
	});

	test.each([15, 60, 1440])(
		'of %i minutes is read again every five minutes, from the first poll on',
		async (lookBack) => {
			const trigger = alertTrigger({ options: { lookBack } });
			trigger.raise(130, 1, 120);
			trigger.raise(3600, 2, 120);
			await trigger.run(90);
			expect(trigger.check()).toMatchObject({ mistakes: [], worstDelay: expect.any(Number) });
			expect(trigger.check().worstDelay).toBeLessThan(300);
			const requests = trigger.polls.slice(1).map((poll) => poll.requests);
			expect([Math.max(...requests), requests.filter((count) => count > 1).length]).toEqual([
				2, 17,
			]);
		},
	);
});

test('Max Alerts per Poll: the others come with the next polls, and Catch Up repeats none', async () => {
	const trigger = alertTrigger({ options: { maxAlerts: 2, catchUp: 1, firstFetch: 60 } });
	for (const content of [1, 1, 1]) trigger.raise(-3400, content);
	trigger.raise(-3401, 2);
	await trigger.run(3);
	expect(contentsOf(trigger).map((contents) => contents.length)).toEqual([2, 2, 0]);
	expect(trigger.check().mistakes).toEqual([]);
});

test('a poll ends at 50 MB of alerts, and the next one goes on', async () => {
	const trigger = alertTrigger({ switches: { alertPageSize: 7 } });
	const long = 'x'.repeat(3_000_000);
	for (let index = 0; index < 20; index += 1) {
		trigger.raise(-40 + index, index).source = long;
	}
	await trigger.run(3);
	expect(contentsOf(trigger).map((contents) => contents.length)).toEqual([17, 3, 0]);
});

describe('after two days off', () => {
	const off = async (options: INodeParameters, storedWith: StoredWith, isRestarted = true) => {
		const trigger = alertTrigger({ options, storedWith });
		await trigger.run(2);
		for (let hour = 0; hour < 48; hour += 1) trigger.raise(200 + hour * 3600, hour);
		trigger.wait(48 * 3600);
		if (isRestarted) trigger.restart();
		await trigger.run(8);
		const warned = trigger.polls.flatMap(({ log }) => log.filter((line) => /skipped/.test(line)));
		return { contents: contentsOf(trigger).flat(), warned };
	};

	test.each<StoredWith>(['each poll', 'an execution'])(
		'all alerts are emitted, or those within Catch Up with a warning (the state stored with %s)',
		async (storedWith) => {
			expect(await off({}, storedWith)).toEqual({ contents: [...Array(48).keys()], warned: [] });
			for (const isRestarted of [true, false]) {
				const { contents, warned } = await off({ catchUp: 12 }, storedWith, isRestarted);
				expect(contents).toEqual([36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47]);
				expect(warned).toEqual([
					expect.stringMatching(
						/^Catch Up: the alerts from 2026-05-01T12:0\S+ to 2026-05-03T00:\S+ are skipped$/,
					),
				]);
			}
		},
	);

	test('a service that takes several polls for a quarter of an hour does not fall behind Catch Up', async () => {
		const limits = { credential: { requestsPerMinute: 6 }, switches: { alertPageSize: 10 } };
		const trigger = alertTrigger({ options: { catchUp: 1 }, ...limits });
		await trigger.run(2);
		for (let index = 0; index < 1440; index += 1) trigger.raise(200 + index * 5, index);
		trigger.wait(7200);
		await trigger.run(30);
		expect(JSON.stringify(trigger.polls.slice(10))).not.toContain('Catch Up');
		expect(contentsOf(trigger).flat().at(-1)).toBe(1439);
	});

	test('Catch Up skips nothing that Look Back reaches', async () => {
		const trigger = alertTrigger({ options: { catchUp: 1, lookBack: 180, firstFetch: 300 } });
		await trigger.run(2);
		trigger.raise(200, 1);
		trigger.wait(2 * 3600);
		await trigger.run(2);
		expect(contentsOf(trigger).flat()).toEqual([1]);
		expect(trigger.polls.flatMap(({ log }) => log).join()).not.toContain('Catch Up');
	});
});

test('an outage fails the third poll, since the first ones plan shorter searches', async () => {
	const trigger = alertTrigger();
	await trigger.run(2);
	trigger.service.faults.push({ kind: 'html', status: 504 });
	await trigger.run(3);
	const [first, second, third] = trigger.polls.slice(2);
	expect([first?.error, second?.error, first?.log.at(-1)]).toEqual([
		...[undefined, undefined],
		expect.stringMatching(/HTTP 504.*\. The next poll goes on from 2026-\S+Z$/),
	]);
	expect(third?.error).toContain('HTTP 504');
});

test.each<Fault>([
	{ kind: 'status', status: 429, retryAfter: 'seconds' },
	{ kind: 'status', status: 503 },
	{ kind: 'refusal', code: '07001113', status: 401 },
])(
	'a page of a single second that fails once, with %j, is read by the next poll',
	async (fault) => {
		const trigger = alertTrigger({ switches: { alertPageSize: 10 } });
		await trigger.run(2);
		for (let content = 0; content < 40; content += 1) trigger.raise(121, content);
		trigger.restart(withState(trigger.host.stored, { newFrom: START + 121, newSeconds: 1 }));
		trigger.service.faults.push({ ...fault, match: { nth: (nth) => nth > 2 } });
		await trigger.poll(60);
		trigger.service.clearFaults();
		trigger.wait(60);
		await trigger.run(3);
		expect(trigger.check().mistakes).toEqual([]);
		expect(trigger.polls.flatMap(({ log }) => log).join()).not.toContain('were not all read');
	},
);

test('a wrong parameter is refused, and no request is sent', async () => {
	const trigger = alertTrigger({ options: { lookBack: 'soon' } });
	trigger.restart();
	expect(await trigger.poll()).toMatchObject({
		error: expect.stringContaining("Look Back (Minutes) isn't a whole number"),
		requests: 0,
	});
});

test('a clock that is set back by less than a poll interval causes no warning', async () => {
	const trigger = alertTrigger();
	await trigger.run(30);
	trigger.service.clock.advance(-30_000);
	trigger.wait(0, 30);
	await trigger.run(3);
	expect(trigger.polls.flatMap(({ log }) => log)).toEqual([]);
});

test('another address starts over with First Fetch, and the log says so', async () => {
	const trigger = alertTrigger({ storedWith: 'an execution' });
	trigger.raise(100, 1);
	await trigger.run(2);
	const { stored } = trigger.host;
	const other = alertTrigger();
	other.raise(100, 1);
	other.wait(180);
	other.restart(stored);
	const { contents, log } = await other.poll();
	expect(contents).toEqual([1]);
	expect(log.join()).toMatch(/The service has another address: this poll starts over at 2026-/);
	expect((await other.poll(60)).log).toEqual([]);
});

test("the host's clock that is set back delays no alert by more than two polls", async () => {
	const trigger = alertTrigger({ credential: { requestsPerMinute: 5 } });
	await trigger.run(5);
	trigger.wait(0, -1800);
	trigger.raise(310, 1);
	await trigger.run(2);
	expect(contentsOf(trigger).flat()).toEqual([1]);
	expect(trigger.polls.map(({ error }) => error)).toEqual(Array(7).fill(undefined));
	// The state is dated by the service's clock.
	const age = trigger.service.clock.now() / 1000 - Number(trigger.host.stored.savedAt);
	expect(Math.abs(age)).toBeLessThan(60);
});

test('Look Back begins where all alerts are remembered, if they are more than 250,000', async () => {
	const trigger = alertTrigger();
	await trigger.run(2);
	const emitted: EmittedAlerts = new Map();
	for (let index = 0; index <= 250_000; index += 1) {
		const fingerprint = index.toString(16).padStart(16, '0');
		emitted.set(fingerprint, { count: 1, windowEnd: index === 0 ? START - 300 : START });
	}
	const pass = { passFrom: START - 300, passBegan: START - 299, passDue: START + 300 };
	trigger.restart(withState(trigger.host.stored, { ...pass, emitted: encodeEmitted(emitted) }));
	expect((await trigger.poll(60)).log).toEqual([expect.stringContaining('was shortened')]);
	const state = jsonParse<IDataObject>(asText(trigger.host.stored.state));
	expect(state).toMatchObject({ lateFrom: START - 298, passFrom: START - 298 });
	expect(asText(state.emitted)).toHaveLength(30 * 250_000);
	// The pass that was under way is over, so another one begins.
	trigger.host.stored = withState(trigger.host.stored, { emitted: '' });
	trigger.raise(250, 1, 100);
	await trigger.run(6);
	expect(contentsOf(trigger).flat()).toEqual([1]);
});

test('a Date of another year is not used, and the log says so once an hour', async () => {
	const trigger = alertTrigger();
	trigger.hooks.rewrite = (answer) => ({
		...answer,
		headers: { ...answer.headers, date: 'Fri, 01 May 2020 12:00:00 GMT' },
	});
	trigger.raise(130, 1);
	await trigger.run(61);
	expect(contentsOf(trigger).flat()).toEqual([1]);
	const log = trigger.polls.flatMap((poll) => poll.log);
	expect(log.filter((line) => line.includes("n8n's clock is used instead"))).toHaveLength(2);
});

test('a state that is no longer readable is not used, and the log says so', async () => {
	const trigger = alertTrigger();
	trigger.raise(-20, 1);
	await trigger.run(2);
	trigger.restart(withState(trigger.host.stored, { emitted: 'AAAA' }));
	expect(await trigger.poll(60)).toMatchObject({
		contents: [1],
		log: [
			expect.stringContaining('cannot be read'),
			expect.stringMatching(/^Alerts from 2026-05-01T11:5\S+ to \S+Z are emitted again$/),
		],
	});
});

test('after a state of another version, the log names the times that are not read', async () => {
	const trigger = alertTrigger();
	trigger.raise(-20, 1);
	await trigger.run(2);
	trigger.restart({ ...trigger.host.stored, version: 4 });
	expect((await trigger.poll(3600)).log).toContainEqual(
		expect.stringMatching(/^Alerts from 2026-05-01T12:0\S+ to 2026-05-01T12:5\S+ are not read$/),
	);
});

test('a poll that overlaps another is skipped', async () => {
	const trigger = alertTrigger();
	await trigger.run(2);
	trigger.raise(130, 1);
	const { log, contents } = await trigger.poll(60, { overlapping: 3 });
	expect([contents, log.join()]).toEqual([[1], expect.stringContaining('Skipped')]);
});

const REFUSED_TOKEN = { ...refusal, code: '07001113', status: 401 };

test.each([refusal, REFUSED_TOKEN])(
	'alerts that were read are emitted even if every further request of the poll is refused: %j',
	async (fault) => {
		const { service, run, raise, poll, check } = alertTrigger({ switches: { alertPageSize: 7 } });
		await run(2);
		for (let content = 0; content < 10; content += 1) raise(150, content);
		service.faults.push({ ...fault, match: { nth: (nth) => nth > 1 } });
		expect((await poll(60)).contents).toHaveLength(7);
		service.clearFaults();
		expect((await poll(60)).contents).toHaveLength(3);
		expect(check().mistakes).toEqual([]);
	},
);

test.each([
	['new', { newFrom: START + 60, newSeconds: 20 }, 80],
	['late', { newFrom: START + 105, passFrom: START, passDue: 0 }, 0],
])(
	'the warning of a poll that ends among %s alerts says where the next one goes on',
	async (...given) => {
		const [, state, seconds] = given;
		const trigger = alertTrigger();
		await trigger.run(2);
		trigger.restart(withState(trigger.host.stored, state));
		trigger.service.faults.push({ ...REFUSED_TOKEN, match: { nth: (nth) => nth > 2 } });
		const { log, requests } = await trigger.poll(60);
		expect([requests, log.at(-1)]).toEqual([
			3,
			expect.stringContaining(`. The next poll goes on from ${isoTimeOfSecond(START + seconds)}`),
		]);
	},
);
