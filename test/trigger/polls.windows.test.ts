import { describe, expect, test } from '@jest/globals';

import { goesOn, numbers, onStage, refusal, sixBefore, type Seen } from '../support/trigger/polls';

describe('what a poll asks for', () => {
	test('is from First Fetch on, and from Look Back before the poll before from then on', async () => {
		await onStage({}, async ({ poll, asked }) => {
			await poll();
			// The first request asks for next to nothing: it tells the service's time.
			expect(asked()).toEqual([
				[-1, 0],
				[-601, 60],
			]);
			await poll(60);
			await poll(60);
			expect(asked()).toEqual([
				[-301, 120],
				[-241, 180],
			]);
		});
	});

	test.each([
		[{ firstFetch: 30, lookBack: 10 }, -1801, -601],
		[{ firstFetch: 3, lookBack: 1 }, -181, -61],
		[{ lookBack: 0 }, -601, -6],
		// Nothing from before the first poll's time is read again.
		[{ firstFetch: 2, lookBack: 5 }, -121, -121],
		// Two poll intervals are the least.
		[{ firstFetch: 1 }, -121, -121],
	])('follows the options: %j', async (options, first, second) => {
		await onStage({ options }, async ({ poll, asked }) => {
			await poll();
			await poll(60);
			expect(asked()).toEqual([
				[-1, 0],
				[first, 60],
				[second, 120],
			]);
		});
	});

	test('is what came late too, within Look Back', async () => {
		await onStage({}, async ({ poll, arrive }) => {
			arrive(30, 1, { late: 290 });
			arrive(90, 2, { late: 298 });
			arrive(150, 3, { late: 500 });
			const polls = [await poll(), await poll(60), await poll(60), await poll(60)];
			expect(polls.map(({ contents }) => contents)).toEqual([[], [1], [2], []]);
		});
	});

	test('begins where n8n kept no state with the time of the first poll', async () => {
		await onStage({}, async ({ poll, asked, host, service }) => {
			service.faults = [refusal];
			await poll();
			expect(host.stored.watermark).toBeUndefined();
			asked();
			await poll(120);
			expect(asked()).toEqual([
				[119, 120],
				[-601, 180],
			]);
		});
	});
});

describe('more alerts than a poll may emit', () => {
	test('come with the polls that follow, the oldest first, each once', async () => {
		await onStage({ options: { maxAlerts: 3 } }, async (stage) => {
			sixBefore(stage);
			const { poll, asked } = stage;
			const first = await poll();
			expect(first.contents).toEqual([0, 1, 2]);
			expect(first.log).toEqual([goesOn(-270)]);
			expect(asked()).toEqual([
				[-1, 0],
				[-601, 60],
				[-601, -270],
				[-271, 60],
			]);
			const second = await poll(60);
			expect(second.contents).toEqual([3, 4, 5]);
			expect(second.log).toEqual([]);
			expect(asked()).toEqual([[-271, 60]]);
			expect((await poll(60)).contents).toEqual([]);
			// The lap began with the first poll, so that is where it looks back from.
			expect(asked()[0]?.[0]).toBe(-301);
		});
	});

	test('let as many be emitted as may be, from several windows', async () => {
		await onStage({ options: { maxAlerts: 3, lookBack: 0 } }, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			await stage.poll(60);
			stage.asked();
			stage.arrive(100, 6, { twins: 2 });
			stage.arrive(500, 7);
			expect(await stage.poll(600)).toMatchObject({ contents: [6, 6, 7], log: [] });
			expect(stage.asked().slice(0, 2)).toEqual([
				[-6, 325],
				[324, 655],
			]);
		});
	});

	test('are not read to their end where the service counts them', async () => {
		const options = { maxAlerts: 4 };
		await onStage({ options, switches: { alertPageSize: 2 } }, async (stage) => {
			sixBefore(stage);
			expect((await stage.poll()).contents).toEqual([0, 1, 2]);
			expect(stage.asked()).toEqual([
				[-1, 0],
				[-601, 60],
				[-601, -270],
				'cursor',
				[-271, 60],
				'cursor',
			]);
		});
	});

	test('are no more where there are as many as may be, on however many pages', async () => {
		const options = { maxAlerts: 6 };
		await onStage({ options, switches: { alertPageSize: 2 } }, async (stage) => {
			sixBefore(stage);
			expect((await stage.poll()).contents).toEqual(numbers(6));
			expect(stage.asked()).toEqual([[-1, 0], [-601, 60], 'cursor', 'cursor']);
		});
	});

	test('are not read to their end where the service does not count them', async () => {
		const options = { maxAlerts: 3 };
		const switches = { alertPageSize: 2, alertTotals: 'absent' } as const;
		await onStage({ options, switches }, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			expect(stage.asked().slice(0, 4)).toEqual([[-1, 0], [-601, 60], 'cursor', [-601, -270]]);
		});
	});

	test('in one second are emitted at once, with a warning', async () => {
		await onStage({ options: { maxAlerts: 2 } }, async ({ poll, arrive }) => {
			arrive(-2, 1, { twins: 2 });
			arrive(-2, 2);
			const { contents, log } = await poll(1);
			expect(contents).toEqual([1, 1, 2]);
			expect(log).toContain(
				'There are 3 alerts in one second: they are read at once, beyond Max Alerts per Poll',
			);
		});
	});

	test('are as many as may be with no warning', async () => {
		await onStage({ options: { maxAlerts: 3 } }, async ({ poll, arrive }) => {
			arrive(-2, 1, { twins: 3 });
			expect(await poll(1)).toMatchObject({ contents: [1, 1, 1], log: [] });
		});
	});
});

describe('a slow service', () => {
	test('is read on with the next poll, in shorter windows', async () => {
		await onStage({ switches: { alertPageSize: 1 } }, async (stage) => {
			stage.slow(10);
			sixBefore(stage);
			const { poll, asked } = stage;
			const first = await poll();
			expect([first.contents, first.log]).toEqual([[], [goesOn(-600)]]);
			expect(asked()).toEqual([[-1, 0], [-601, 60], 'cursor']);
			const second = await poll(60);
			expect([second.contents, second.log]).toEqual([[0, 1, 2], [goesOn(-270)]]);
			expect(asked()).toEqual([[-601, -270], 'cursor', 'cursor']);
			const third = await poll(60);
			expect([third.contents, third.log]).toEqual([[3, 4, 5], []]);
			expect(asked()).toEqual([[-271, 240], 'cursor', 'cursor']);
		});
	});

	test('is waited for in a window of a second, which is the shortest', async () => {
		await onStage({ switches: { alertPageSize: 1 } }, async (stage) => {
			stage.slow(30);
			stage.arrive(-2, 1);
			stage.arrive(-2, 2);
			const polls: Seen[] = [];
			for (let count = 0; count < 25; count += 1) polls.push(await stage.poll(60));
			expect(polls.flatMap(({ contents }) => contents)).toEqual([1, 2]);
		});
	});

	test.each([
		[210, [-601, 60]],
		[211, [-1, 0]],
	] as const)(
		'has 70 %% of five minutes where n8n tells no time: an answer after %i seconds',
		async (seconds, last) => {
			await onStage({ budget: 'none' }, async ({ poll, asked, slow, arrive }) => {
				arrive(-60, 1);
				slow(seconds);
				expect((await poll()).contents).toEqual(last[0] === -601 ? [1] : []);
				expect(asked().at(-1)).toEqual(last);
			});
		},
	);

	test('that takes the time of a poll with its first answer is asked for less with the next', async () => {
		await onStage({}, async ({ poll, asked, slow }) => {
			slow(26);
			expect((await poll()).log).toEqual([goesOn(-600)]);
			expect(asked()).toEqual([[-1, 0]]);
			expect((await poll(60)).log).toEqual([goesOn(-270)]);
			expect(asked()).toEqual([[-601, -270]]);
		});
	});
});
