import { afterEach, describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { alertStage, refusal, START, type AlertStage } from '../support/trigger/alertStage';
import type { StoredWith } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const contentsOf = ({ polls }: AlertStage) => polls.map(({ contents }) => contents);

describe('Look Back', () => {
	test('finds what came late within it, and nothing later', async () => {
		const it = alertStage({ options: { lookBack: 5 } });
		await it.run(2);
		it.raise(130, 1, 290);
		it.raise(131, 2, 700);
		await it.run(20);
		expect(contentsOf(it).flat()).toEqual([1]);
	});

	test('is 15 minutes, all of which are read again at most every third of them', async () => {
		const it = alertStage();
		await it.run(16);
		const spans = it.service.requests.map(({ body }) => spanOf(body));
		expect(spans.filter((seconds) => seconds > 800)).toHaveLength(2);
		expect(it.polls.map(({ requests }) => requests).slice(1)).toEqual(Array(15).fill(1));
	});
});

const spanOf = (body: unknown): number => {
	const { start_time, end_time } = body as Record<string, string>;
	return (Date.parse(end_time ?? '') - Date.parse(start_time ?? '')) / 1000;
};

test('Max Alerts per Poll: the oldest come first, the others with the next polls', async () => {
	const it = alertStage({ options: { maxAlerts: 2 } });
	for (const content of [1, 1, 1]) it.raise(-2, content);
	it.raise(-3, 2);
	await it.run(3);
	expect(contentsOf(it).map((some) => some.length)).toEqual([2, 2, 0]);
	expect(it.verdict().faults).toEqual([]);
});

test('a poll ends at 50 MB of alerts, and the next one goes on', async () => {
	const it = alertStage({ switches: { alertPageSize: 7 } });
	const long = 'x'.repeat(3_000_000);
	for (let index = 0; index < 20; index += 1) {
		it.raise(-40 + index, index);
		it.service.world.alerts.at(index).source = long;
	}
	await it.run(3);
	expect(contentsOf(it).map((some) => some.length)).toEqual([17, 3, 0]);
});

test('an alert that leaves the filters and comes back is emitted once', async () => {
	const it = alertStage({ filters: { status: ['open'] } });
	const index = it.raise(30, 1);
	await it.run(2);
	for (const status of ['closed', 'open'] as const) {
		it.service.world.alerts.setStatus(index, status);
		await it.run(2);
	}
	expect(contentsOf(it).flat()).toEqual([1]);
});

describe('after two days off, Reactivation', () => {
	test.each<[string, INodeParameters, number]>([
		['Everything Since emits all', {}, 48],
		['From Now emits none, and says so', { reactivation: 'now' }, 0],
	])('%s', async (_what, options, count) => {
		const it = alertStage({ options });
		await it.run(2);
		for (let hour = 0; hour < 48; hour += 1) it.raise(200 + hour * 3600, hour);
		it.wait(48 * 3600);
		it.restart();
		await it.run(8);
		expect(contentsOf(it).flat()).toHaveLength(count);
		expect(it.polls[2]?.log.join().includes('are skipped')).toBe(count === 0);
	});

	test('From Now skips nothing after half an hour', async () => {
		const it = alertStage({ options: { reactivation: 'now' } });
		await it.run(2);
		it.raise(1000, 1);
		it.wait(1800);
		it.restart();
		await it.run(2);
		expect(contentsOf(it).flat()).toEqual([1]);
	});
});

describe('a refusal', () => {
	test('is thrown if the poll gained nothing, and the alerts come with the next', async () => {
		const it = alertStage();
		await it.poll();
		it.raise(30, 1);
		it.service.faults.push({ kind: 'status', status: 429, retryAfter: 'seconds' });
		expect((await it.poll(60)).error).toContain('too many requests');
		it.service.clearFaults();
		expect((await it.poll(120)).contents).toEqual([1]);
	});

	test('is shown to the user who activates the workflow', async () => {
		const it = alertStage({ faults: [refusal] });
		expect((await it.poll()).error).toContain('The service refused POST /alerts: No');
	});

	test('of the token is thrown when n8n starts', async () => {
		const it = alertStage({ faults: [{ kind: 'refusal', code: '07001113', status: 401 }] });
		it.restart();
		expect((await it.poll()).error).toContain('The service refused the access token');
	});

	test.each([
		['a web page', { kind: 'html', status: 404 }],
		['a refusal', refusal],
		['an empty object', { kind: 'raw', text: '{}' }],
		['too many requests', { kind: 'status', status: 429 }],
	] as const)('that may pass does not stop a trigger that n8n starts: %s', async (_what, fault) => {
		const it = alertStage({ storedWith: 'an execution' });
		await it.run(2);
		it.restart();
		it.service.faults.push(fault);
		it.raise(130, 1);
		await it.run(1);
		expect(it.polls.at(-1)?.thrown).toBeUndefined();
		it.service.clearFaults();
		await it.run(2);
		expect(it.verdict().faults).toEqual([]);
	});
});

test('a wrong parameter is refused, and nothing is asked', async () => {
	const it = alertStage({ options: { lookBack: 'soon' } });
	it.restart();
	expect(await it.poll()).toMatchObject({
		error: expect.stringContaining("Look Back (Minutes) isn't a whole number"),
		requests: 0,
	});
});

describe('the clock of the service', () => {
	test.each([-7200, 7200])(
		'stands for the time, if that of the host is set %i s',
		async (ahead) => {
			const it = alertStage();
			for (let at = 0; at < 1200; at += 30) it.raise(at, at);
			await it.run(5);
			it.wait(0, ahead);
			await it.run(20);
			expect(it.verdict()).toMatchObject({ faults: [], lost: 0 });
			expect(it.verdict().worstDelay).toBeLessThan(130);
		},
	);

	test('is not believed if one answer is a day ahead', async () => {
		const it = alertStage();
		for (let at = 0; at < 1200; at += 30) it.raise(at, at);
		await it.run(5);
		it.hooks.rewrite = ({ headers, ...answer }) => {
			it.hooks.rewrite = (next) => next;
			const date = new Date(it.service.clock.now() + 86_400_000).toUTCString();
			return { ...answer, headers: { ...headers, date } };
		};
		await it.run(20);
		expect(it.verdict().faults).toEqual([]);
		expect(it.polls[5]?.requests).toBe(2);
	});

	test('that was set back makes the trigger begin again, and it says so', async () => {
		const it = alertStage();
		await it.run(2);
		const ahead = START + 90_000;
		it.restart({ ...it.host.stored, start: ahead, at: ahead });
		it.raise(130, 1);
		const { contents, log } = await it.poll(60);
		expect([contents, log[0]]).toEqual([[1], expect.stringContaining('was set back')]);
	});
});

describe.each<StoredWith>(['each poll', 'an execution'])(
	'the state stored with %s',
	(storedWith) => {
		test('is of the service that it was made with: another one is a new start', async () => {
			const it = alertStage({ storedWith });
			it.raise(-20, 1);
			await it.run(2);
			it.restart({ ...it.host.stored, service: 'http://another.invalid/api/v2' });
			const { contents, log } = await it.poll(60);
			expect([contents, log]).toEqual([[1], [expect.stringContaining('has another base URL')]]);
		});

		test.each([{ version: 1 }, { at: 'noon' }, { step: 0 }, { emitted: 'QUJD' }])(
			'is not used if it cannot be read: %j',
			async (change) => {
				const it = alertStage({ storedWith });
				it.raise(-20, 1);
				await it.run(2);
				it.restart({ ...it.host.stored, ...change });
				const { contents, log } = await it.poll(60);
				expect([contents, log]).toEqual([[1], [expect.stringContaining('begins again')]]);
			},
		);

		test('is not used by a poll that begins before n8n has the newest one', async () => {
			const it = alertStage({ storedWith });
			await it.run(2);
			it.raise(125, 1);
			expect((await it.poll(60, { overlapping: 3 })).contents).toEqual([1]);
			expect((await it.poll(60)).contents).toEqual([]);
		});

		test('if it is an older one, alerts may come twice and none is lost', async () => {
			const it = alertStage({ storedWith });
			for (let at = 0; at < 600; at += 30) it.raise(at, at);
			await it.run(3);
			const older = it.host.stored;
			await it.run(4);
			it.restart(older);
			await it.run(8);
			expect(it.verdict().lost).toBe(0);
		});

		test('holds at most nine values', async () => {
			const it = alertStage({ storedWith });
			it.raise(-20, 1);
			await it.run(1);
			expect(Object.keys(it.host.stored)).toHaveLength(9);
		});
	},
);
