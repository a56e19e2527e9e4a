import { afterEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { likely, READINGS } from '../support/service/switches';
import { alertStage, refusal, START, type AlertStage } from '../support/trigger/alertStage';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const thrownBy = ({ polls }: AlertStage) => polls.flatMap(({ thrown }) => thrown ?? []);

describe('what a poll finds', () => {
	test('is what came late too, within Look Back', async () => {
		const { poll, raise } = alertStage();
		raise(-260, 1, 290);
		raise(-208, 2, 298);
		const polls = [await poll(), await poll(60), await poll(60)];
		expect(polls.map(({ contents }) => contents)).toEqual([[], [1], [2]]);
	});

	test.each([
		['of one', [[1, 13]]],
		[
			'of three, the first of which moves the look-back',
			[
				[60, 50],
				[55, 85],
				[60, 85],
			],
		],
	])('is what came later than Look Back, within twenty minutes: %s', async (_what, alerts) => {
		const it = alertStage();
		await it.run(4);
		for (const [at = 0, late = 0] of alerts) it.raise(at * 60, late, late * 60);
		await it.run(200);
		expect(it.verdict().faults).toEqual([]);
		expect(it.verdict().worstDelay).toBeLessThanOrEqual(1260);
	});

	test('is emitted up to Max Alerts per Poll, the oldest first, within one second too', async () => {
		const { poll, raise } = alertStage({ options: { maxAlerts: 2 } });
		for (let twin = 0; twin < 3; twin += 1) raise(-2, 1);
		raise(-3, 2);
		const polls = [await poll(1), await poll(60), await poll(60)];
		expect(polls.map(({ contents }) => contents)).toEqual([[2, 1], [1, 1], []]);
	});
});

describe('in the likely service, which requires a query and ends with an empty page', () => {
	const [searchRequires] = READINGS.searchRequires;
	const switches = { ...likely.switches, searchRequires };

	test('an idle poll takes one request, and once in twenty minutes some more', async () => {
		const { poll } = alertStage({ switches });
		await poll();
		const requests: number[] = [];
		for (let count = 1; count <= 45; count += 1) {
			requests.push((await poll(60)).requests);
		}
		expect(requests.filter((some) => some !== 1).length).toBeLessThanOrEqual(6);
		expect(Math.max(...requests)).toBeLessThanOrEqual(3);
	});

	test('a poll with alerts in the look-back and none that is new takes two requests at most', async () => {
		const { poll, raise } = alertStage({ switches });
		raise(50, 1);
		raise(55, 2);
		await poll();
		expect((await poll(60)).contents).toEqual([1, 2]);
		expect((await poll(60)).requests).toBeLessThanOrEqual(2);
	});

	test('a query that is refused later is left out again', async () => {
		const { poll, service, raise } = alertStage({ switches });
		await poll();
		service.set({ searchRequires: 'nothing', starQuery: 'refused' });
		raise(90, 1);
		const polls = [await poll(60), await poll(60), await poll(60)];
		expect(polls.flatMap(({ contents }) => contents)).toEqual([1]);
	});
});

describe('a refusal', () => {
	test('is thrown where the poll gained nothing, and the alerts come with the next', async () => {
		const { poll, raise, service } = alertStage();
		await poll();
		raise(30, 1);
		service.faults.push(refusal);
		expect((await poll(60)).error).toContain('The service refused POST /alerts: No');
		service.clearFaults();
		expect((await poll(60)).contents).toEqual([1]);
	});

	test('is shown at once to the user who activates the workflow', async () => {
		const { poll, service } = alertStage();
		service.faults.push(refusal);
		expect((await poll()).error).toContain('The service refused POST /alerts: No');
	});

	test('of the token is thrown when n8n starts', async () => {
		const { poll, service, restart } = alertStage();
		restart({}, 'init');
		service.faults.push({ kind: 'refusal', code: '07001113', status: 401 });
		expect((await poll()).error).toContain('The service refused the access token');
	});
});

test('a bad parameter is refused whenever n8n loads the workflow, and nothing is asked', async () => {
	const { poll, restart } = alertStage({ options: { firstFetch: 'soon' } });
	restart({}, 'init');
	expect(await poll()).toMatchObject({
		thrown: { name: 'NodeOperationError' },
		error: expect.stringContaining("First Fetch (Minutes) isn't a whole number"),
		requests: 0,
	});
});

describe('after two days off', () => {
	test.each([
		['Everything Since', {}, 48],
		['Last Hours', { reactivation: 'lastHours', reactivationHours: 5 }, 5],
		['From Now', { reactivation: 'now' }, 0],
	])('Reactivation %s emits the alerts it names', async (_name, options, count) => {
		const it = alertStage({ options });
		await it.run(2);
		for (let hour = 0; hour < 48; hour += 1) it.raise(200 + hour * 3600, hour);
		it.wait(48 * 3600);
		it.restart();
		await it.run(10);
		expect(it.polls.flatMap(({ items }) => items)).toHaveLength(count);
		const said = it.polls[2]?.logs.filter((line) => !line.startsWith('POST')).join();
		expect(said).toContain(count === 48 ? 'alerts of 48 hours are to be read' : 'are skipped');
	});
});

test('a host clock that is set back two hours makes no poll wait and loses nothing', async () => {
	const it = alertStage();
	for (let at = 0; at < 1200; at += 30) it.raise(at, at);
	await it.run(5);
	it.wait(0, -7200);
	await it.run(25);
	expect(it.verdict().faults).toEqual([]);
	expect(thrownBy(it)).toEqual([]);
	expect(it.verdict().worstDelay).toBeLessThan(130);
});

test('a host clock that was ahead and is set right loses nothing and waits for nothing, without a Date too', async () => {
	const it = alertStage({ switches: { dateHeader: 'absent' } });
	it.wait(0, 6000);
	for (let at = 300; at < 1500; at += 30) it.raise(at, at);
	await it.run(5);
	it.wait(0, -6000);
	await it.run(25);
	expect(it.verdict().lost).toBe(0);
	expect(thrownBy(it)).toEqual([]);
	expect(it.verdict().worstDelay).toBeLessThan(130);
});

test('a host clock that is set back and right again loses nothing and repeats nothing, without a Date too', async () => {
	const it = alertStage({ switches: { dateHeader: 'absent' } });
	for (let at = 0; at < 2400; at += 30) it.raise(at, at);
	await it.run(15);
	it.wait(0, -900);
	await it.run(20);
	it.wait(0, 900);
	await it.run(10);
	expect(it.verdict().faults).toEqual([]);
	expect(thrownBy(it)).toEqual([]);
});

test('a page that holds all that is counted is not taken for a full one where an alert comes in after it', async () => {
	const it = alertStage({
		switches: { endOfCursor: 'emptyPage', equalTimes: 'reordered', cursorView: 'live' },
	});
	it.raise(20, 1);
	it.hooks.onRequest = ({ body }) => {
		if (!body.includes('"cursor"')) return;
		it.hooks.onRequest = () => undefined;
		it.raise(20, 2);
	};
	await it.run(3);
	expect(it.polls.at(-1)?.requests).toBeLessThanOrEqual(2);
	expect(it.verdict().faults).toEqual([]);
	expect(thrownBy(it)).toEqual([]);
});

test('the stored position is not moved by a search that ends in the future of the service', async () => {
	const { poll, wait, host, raise } = alertStage();
	await poll();
	wait(0, 3600);
	await poll(60);
	expect(Number(host.state.position)).toBeLessThanOrEqual(START + 60);
	raise(90, 1);
	expect((await poll(60)).contents).toEqual([1]);
});

test('a stored state that cannot be used is told of', async () => {
	const { poll, restart, host, raise } = alertStage();
	await poll();
	restart({ ...host.stored, version: 99 });
	raise(30, 1);
	expect(await poll(60)).toMatchObject({
		contents: [1],
		log: ['The stored state is of another version of this node and is not used'],
	});
});

test('polls that n8n starts too soon read where n8n may have dropped what the first poll of all left', async () => {
	const { poll, raise } = alertStage({ storedWith: 'each poll' });
	expect((await poll()).contents).toEqual([]);
	raise(5, 1);
	expect(await poll(10)).toMatchObject({ contents: [1], log: [] });
});

test('a workflow that is activated anew in the same process is polled with what n8n has', async () => {
	const { poll, raise, host } = alertStage();
	raise(-60, 1);
	expect((await poll()).contents).toEqual([1]);
	host.load({}, 'activate');
	expect(await poll(10)).toMatchObject({ contents: [1], log: [] });
});

const OTHER_SERVICE =
	/^The credential has another base URL: what was remembered of http:\S+ is not used$/;

describe('another service', () => {
	test('is a new start at First Fetch: nothing of the service before is used, and the log says so', async () => {
		const one = alertStage();
		await one.poll();
		one.raise(30, 1);
		one.raise(590, 2);
		expect((await one.poll(60)).contents).toEqual([1]);
		expect((await one.poll(540)).contents).toEqual([2]);

		const other = alertStage();
		// Neither the position nor what was emitted of the service before holds this back.
		other.raise(-900, 3);
		other.raise(-500, 4);
		other.raise(30, 1);
		other.restart(one.host.stored);
		const first = await other.poll(60);
		expect(first.contents).toEqual([4, 1]);
		expect(first.log).toEqual([expect.stringMatching(OTHER_SERVICE)]);
		other.raise(90, 5);
		expect(await other.poll(60)).toMatchObject({ contents: [5], log: [] });
	});

	test('has a clock of its own in the same process', async () => {
		const credential: IDataObject = {};
		const { poll, raise, wait } = alertStage({ credential, storedWith: 'an execution' });
		expect((await poll()).contents).toEqual([]);
		// The service that comes next is three hours behind.
		credential.baseUrl = 'http://three-hours-behind.invalid';
		wait(-10_800, 10_800);
		raise(-10_700, 1);
		const first = await poll(300);
		expect(first.contents).toEqual([1]);
		expect(first.log).toEqual([expect.stringMatching(OTHER_SERVICE)]);
		raise(-10_450, 2);
		expect(await poll(60)).toMatchObject({ contents: [2], log: [] });
	});
});
