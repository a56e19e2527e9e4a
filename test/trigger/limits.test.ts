import { describe, expect, jest, test } from '@jest/globals';

import { longRun, START, type LongRunSetting } from '../support/trigger/longRun';
import type { Engine } from '../support/trigger/simulatedHost';

const ENGINES: Engine[] = ['memory', 'durable'];
jest.setTimeout(20_000);

const CLEAN = { lost: 0, twice: 0, sharedKeys: 0 };

// The engines differ in what becomes of a state, not in what is read.
describe.each(ENGINES)('under limits that last, in the %s engine', (engine) => {
	const run = async (setting: LongRunSetting, work: Parameters<typeof longRun>[1]) => {
		await longRun({ engine, ...setting }, work);
	};

	test('100 pairs X, Y in one second, on two equal pages, are each emitted', async () => {
		await run({}, async ({ raise, poll, verdict }) => {
			for (let pair = 0; pair < 101; pair += 1) {
				raise(30, 1);
				raise(30, 2);
			}
			await poll(3);
			expect(verdict()).toMatchObject({ ...CLEAN, thrown: 0 });
		});
	});

	test.each(engine === 'memory' ? [undefined, 60] : [10])(
		'20 alerts a second are kept up with at 60 requests a minute (Retry-After %p)',
		async (retryAfter) => {
			const rate = {
				perMinute: 60,
				lockMs: 20_000,
				...(retryAfter === undefined ? {} : { retryAfter }),
			};
			await run({ limits: { rate } }, async ({ raise, poll, verdict }) => {
				for (let index = 0; index < 20 * 360; index += 1) raise(Math.floor(index / 20), index);
				await poll(9);
				expect(verdict()).toMatchObject(CLEAN);
				expect(verdict().worstDelay).toBeLessThan(600);
			});
		},
	);

	test.each(['gateway', 'general'] as const)(
		'searches over six hours are refused (%s): after a day off all is emitted',
		async (refusal) => {
			await run({ limits: { longestWindow: { seconds: 6 * 3600, refusal } } }, async (it) => {
				await it.poll(2);
				for (let hour = 0; hour < 24; hour += 1) it.raise(200 + hour * 3600, hour);
				it.wait(86_400);
				await it.poll(10);
				expect(it.verdict()).toMatchObject(CLEAN);
			});
		},
	);

	test('a backlog of 5,000 is caught up with under 429 and without totals', async () => {
		const limits = { rate: { perMinute: 60, lockMs: 60_000 }, totals: 'missing' } as const;
		await run({ limits }, async ({ raise, poll, wait, verdict }) => {
			await poll(2);
			for (let index = 0; index < 5000; index += 1) raise(200 + index * 4, index);
			wait(20_200);
			await poll(12);
			expect(verdict()).toMatchObject(CLEAN);
		});
	});

	test('a cursor that is the same on each page, and moves on whenever it is sent', async () => {
		await run({ limits: { constantCursor: true, pageSize: 10 } }, async (it) => {
			for (let index = 0; index < 26; index += 1) it.raise(30, index);
			await it.poll(3);
			expect(it.verdict()).toMatchObject({ ...CLEAN, thrown: 0 });
		});
	});

	test('equal times in another order at each request make no alert twice and lose none', async () => {
		await run({ limits: { unstableTies: true } }, async ({ raise, poll, verdict }) => {
			for (let index = 0; index < 3601; index += 1) raise(Math.floor(index / 12), index);
			await poll(8);
			expect(verdict()).toMatchObject(CLEAN);
		});
	});

	test('a live view, newest first, with a status filter, changes between pages', async () => {
		const limits = { order: 'newestFirst', unstableTies: true } as const;
		await run({ limits, filters: { status: ['open'] } }, async (it) => {
			const indices = Array.from({ length: 360 }, (_none, index) =>
				it.raise(Math.floor(index / 12) * 10, index),
			);
			let closed = 0;
			it.service.limits.onPage = () => {
				const index = indices[closed];
				closed += 1;
				if (index !== undefined && closed < 3) it.service.setStatus(index, 'closed');
			};
			await it.poll(20);
			expect(it.verdict()).toMatchObject({ twice: 0, sharedKeys: 0 });
		});
	});

	test.each([
		['no Date', 'missing'],
		['the Date of a proxy', { aheadMs: 420_000 }],
		['a Date that stands still', 'constant'],
	] as const)('%s, and a clock of the service 7 minutes behind, lose none', async (_name, date) => {
		await run({ limits: { date } }, async ({ raise, poll, shiftHost, verdict, polls }) => {
			shiftHost(420);
			for (let index = 0; index < 120; index += 1) raise(index * 30, index);
			await poll(75);
			expect(verdict()).toMatchObject(CLEAN);
			const said = polls.flatMap(({ logs }) =>
				logs.filter((line) => line.includes('later than Look Back')),
			);
			expect(said).toHaveLength(1);
		});
	});

	test.each(['page404', 'general', 'general200', 'emptyObject', 'throttled'] as const)(
		'at a start of n8n, %s is tried again with the next poll',
		async (refusal) => {
			await run({}, async ({ raise, poll, restart, service, verdict, polls }) => {
				await poll(2);
				restart('init');
				service.limits.refusal = refusal;
				raise(130, 1);
				await poll(1);
				if (engine === 'memory') expect(polls.at(-1)?.thrown).toBeUndefined();
				service.limits.refusal = 'none';
				await poll(2);
				expect(verdict()).toMatchObject(CLEAN);
			});
		},
	);

	test.each([60, 3600])(
		'alerts an hour apart in the repeated hour differ, polled every %i s',
		async (every) => {
			const clocksBackAt = START + 3 * 3600;
			await run({ limits: { clocksBackAt } }, async (it) => {
				const content = { userName: 'the same' };
				for (const at of [7207, 9000, 10_799]) {
					it.raise(at, 1, 0, content);
					it.raise(at + 3600, 1, 0, content);
				}
				await it.poll((5 * 3600) / every, every);
				const items = it.polls.flatMap(({ items: some }) => some);
				expect(items).toHaveLength(6);
				expect(it.verdict().sharedKeys).toBe(0);
			});
		},
	);

	test('the same severities in another order, after two hours off, change nothing', async () => {
		await run({ filters: { severity: ['critical', 'trouble', 'attention'] } }, async (it) => {
			await it.poll(2);
			for (let index = 0; index < 120; index += 1) it.raise(121 + index * 60, index);
			it.wait(7200);
			it.host.parameters = {
				...it.host.parameters,
				filters: { severity: ['attention', 'critical', 'trouble'] },
			};
			await it.poll(10);
			expect(it.verdict()).toMatchObject(CLEAN);
		});
	});

	test('a real change of filters after two hours off loses none', async () => {
		await run({ filters: { severity: ['critical'] } }, async (it) => {
			await it.poll(2);
			for (let index = 0; index < 120; index += 1) it.raise(121 + index * 60, index);
			it.wait(7200);
			it.host.parameters = { ...it.host.parameters, filters: {} };
			await it.poll(10);
			expect(it.verdict()).toMatchObject(CLEAN);
		});
	});

	test('five answers, then five refusals, again and again, lose none', async () => {
		const limits = { turns: { answered: 5, refused: 5 } };
		await run({ limits }, async ({ raise, poll, verdict }) => {
			for (let index = 0; index < 3000; index += 1) raise(Math.floor(index / 1), index);
			await poll(80);
			expect(verdict()).toMatchObject(CLEAN);
		});
	});
});

// The figures are those of 100,000 alerts on pages of 1,000 and of 100.
test.each([
	[100, 10],
	[10, 60],
])(
	'9,000 quiet alerts in the look-back, on pages of %i, take at most %i requests a poll',
	async (pageSize, most) => {
		const options = { lookBack: 1440, firstFetch: 600, maxAlerts: 50_000 };
		await longRun({ limits: { pageSize }, options }, async (it) => {
			for (let index = 0; index < 9000; index += 1)
				it.raise(-30_000 + Math.floor(index * 3.2), index);
			await it.poll(45);
			expect(it.verdict()).toMatchObject(CLEAN);
			const quiet = it.polls.slice(-38).map(({ requests }) => requests);
			expect(Math.max(...quiet)).toBeLessThanOrEqual(most);
		});
	},
);
