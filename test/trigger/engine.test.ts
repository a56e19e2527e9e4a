import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { openTrigger, poll, type Poll, type TriggerSetting } from '../support/harness/harness';
import { demoAlert } from '../support/service/demoWorld';
import { startService, type Service } from '../support/service/service';
import { documented } from '../support/service/switches';
import { volumeWorld } from '../support/service/volumeWorld';

let service: Service;

beforeAll(async () => {
	service = await startService({ world: volumeWorld({}) });
});
afterAll(async () => await service.stop());
beforeEach(() => service.reset());

const setting = (
	parameters: TriggerSetting['parameters'] = {},
	rest: Partial<TriggerSetting> = {},
): TriggerSetting => ({
	credentials: { baseUrl: service.url, accessToken: service.token },
	parameters,
	...rest,
});

const itemsOf = ({ data, emitted }: Poll): IDataObject[] =>
	[...(data ?? []), ...emitted.flatMap(({ items }) => items)].flat().map(({ json }) => json);

const messages = (done: Poll) => itemsOf(done).map((item) => item.Message);

const secondsAgo = (seconds: number) => Math.floor(service.clock.now() / 1000) - seconds;

describe('the first poll', () => {
	test('emits what First Fetch finds, and the second nothing of it again', async () => {
		service.arrive([
			{ eventTime: secondsAgo(900), message: 'before First Fetch' },
			{ eventTime: secondsAgo(300), message: 'within' },
			{ eventTime: secondsAgo(300), message: 'within' },
			{ eventTime: secondsAgo(2), message: 'now' },
		]);
		const trigger = await openTrigger(setting());
		expect(messages(await trigger.poll())).toEqual(['within', 'within', 'now']);
		expect((await trigger.poll()).data).toBeNull();
		service.arrive([{ eventTime: secondsAgo(2), message: 'later' }]);
		expect(messages(await trigger.poll())).toEqual(['later']);
	});

	test('looks two poll intervals back at least', async () => {
		service.arrive([{ eventTime: secondsAgo(3 * 3600), message: 'three hours old' }]);
		const pollTimes = { item: [{ mode: 'everyX', value: 2, unit: 'hours' }] };
		expect(messages(await poll(setting({ pollTimes, options: { firstFetch: 1 } })))).toEqual([
			'three hours old',
		]);
	});
});

test('a test run shows alerts and touches nothing', async () => {
	service.arrive([{ eventTime: secondsAgo(2), message: 'seen' }]);
	const trigger = await openTrigger(setting());
	const shown = await trigger.poll('manual');
	expect(messages(shown)).toEqual(['seen']);
	expect(shown).toMatchObject({ changed: false, staticData: {} });
	expect(messages(await trigger.poll())).toEqual(['seen']);
});

describe('a test run', () => {
	const asked = () =>
		service.requests
			.map(({ body }) => body as { start_time: string; end_time: string })
			.map(({ start_time, end_time }) =>
				Math.floor((Date.parse(end_time) - Date.parse(start_time)) / 60_000),
			);

	test.each([
		[300, [10]],
		[1200, [10, 1440]],
		[20 * 24 * 3600, [10, 1440, 43_200]],
	])('shows an alert of %i seconds ago after searches of %j minutes', async (ago, minutes) => {
		service.set({ searchRequires: 'nothing' });
		service.arrive([{ eventTime: secondsAgo(ago), message: 'some time ago' }]);
		expect(messages(await poll({ ...setting(), mode: 'manual' }))).toEqual(['some time ago']);
		expect(asked()).toEqual(minutes);
	});

	test('begins with what First Fetch says', async () => {
		service.set({ searchRequires: 'nothing' });
		service.arrive([{ eventTime: secondsAgo(2), message: 'now' }]);
		await poll({ ...setting({ options: { firstFetch: 30 } }), mode: 'manual' });
		expect(asked()).toEqual([30]);
	});

	test('shows ten alerts at most', async () => {
		const all = Array.from({ length: 12 }, (_none, index) => String(index));
		service.arrive(all.map((message, index) => ({ eventTime: secondsAgo(120 - index), message })));
		expect(messages(await poll({ ...setting(), mode: 'manual' }))).toEqual(all.slice(0, 10));
	});

	test('says at once why it was refused', async () => {
		const credentials = { baseUrl: service.url, accessToken: 'wrong' };
		const { error } = await poll({ ...setting(), credentials, mode: 'manual' });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The service refused the access token',
		});
	});
});

test('a test run without alerts says how to get one', async () => {
	const { error } = await poll(setting({}, {})).then(
		async () => await poll({ ...setting(), mode: 'manual' }),
	);
	expect(error).toMatchObject({
		level: 'info',
		message: 'No alert of the last 30 days fits the filters',
		description: expect.stringContaining('Raise an alert'),
	});
});

describe('the query that is sent', () => {
	const parameters = {
		queryAs: 'conditions',
		conditions: { condition: [{ field: 'EVENTID', value: ['4625'] }] },
	};
	const told = 'Query sent: (EVENTID = "4625")';
	const logged = ({ logs }: Poll) =>
		logs.map(({ message }) => message).filter((line) => line === told);

	test('is logged at the start, once', async () => {
		const trigger = await openTrigger(setting(parameters));
		expect(logged(await trigger.poll())).toEqual([told]);
		expect(logged(await trigger.poll())).toEqual([]);
	});

	test('is logged of a test run, and in its message where nothing is found', async () => {
		const run = await poll({ ...setting(parameters), mode: 'manual' });
		expect(logged(run)).toEqual([told]);
		expect(run.error).toMatchObject({ description: expect.stringContaining(told) });
		expect(service.requests.map(({ body }) => body)).toContainEqual(
			expect.objectContaining({ query: '(EVENTID = "4625")' }),
		);
	});
});

test('one item a poll holds all alerts with their keys', async () => {
	const twin = demoAlert(1, secondsAgo(20));
	service.arrive([twin, twin]);
	const [item, ...others] = itemsOf(await poll(setting({ output: 'batch', simplify: false })));
	expect(others).toEqual([]);
	expect(item).toMatchObject({
		count: 2,
		alerts: [{ Message: twin.message }, { Message: twin.message }],
	});
	const keys = (item?.alerts as IDataObject[]).map(({ alert_key }) => alert_key);
	expect(keys).toEqual([
		expect.stringMatching(/^[0-9a-f]{16}-1$/),
		expect.stringMatching(/^[0-9a-f]{16}-2$/),
	]);
});

test('an idle poll takes one request', async () => {
	service.set({ ...documented.switches, searchRequires: 'nothing' });
	service.clock.freeze();
	service.arrive([{ eventTime: secondsAgo(2), message: 'seen' }]);
	const trigger = await openTrigger(setting());
	await trigger.poll();
	await trigger.poll();
	service.clearRequests();
	const idle = await trigger.poll();
	expect(service.counts.requests).toBe(1);
	expect(idle.data).toBeNull();
});

test('overlapping polls: the second returns nothing', async () => {
	service.arrive([{ eventTime: secondsAgo(2), message: 'once' }]);
	service.latencyMs = 50;
	const trigger = await openTrigger(setting());
	const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
	expect(messages(first)).toEqual(['once']);
	expect(second.data).toBeNull();
	expect(second.logs).toEqual([
		{ level: 'info', message: 'Skipped: the previous poll is still running' },
	]);
});
