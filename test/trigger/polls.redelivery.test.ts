import { describe, expect, test } from '@jest/globals';

import { asText } from '../../nodes/shared/json';
import { numbers, onStage, refusal, sixBefore, thrown, type Seen } from '../support/trigger/polls';

describe('Redeliver After Restart', () => {
	const options = { redeliver: true };
	const keys = ({ items }: Seen) => items.map(({ alert_key }) => alert_key);
	const again = ({ items }: Seen) => items.map(({ redelivered }) => redelivered);
	const end = async (seen: Seen, outcome: 'finished' | 'failed') => {
		for (const handOver of seen.handedOver) handOver.end?.(outcome);
		await Promise.resolve();
		await Promise.resolve();
	};

	test('emits again, with their keys, what was not seen to finish before n8n stopped', async () => {
		await onStage({ options }, async (stage) => {
			sixBefore(stage);
			const { poll, asked, restart, arrive } = stage;
			const first = await poll();
			expect(again(first)).toEqual(numbers(6).map(() => undefined));
			restart();
			arrive(30, 7);
			asked();
			const second = await poll(60);
			expect(second.contents).toEqual([0, 1, 2, 3, 4, 5, 7]);
			expect(keys(second).slice(0, 6)).toEqual(keys(first));
			expect(again(second)).toEqual([...numbers(6).map(() => true), undefined]);
			expect(asked()).toEqual([
				[-601, 60],
				[-301, 120],
			]);
			restart();
			expect((await poll(60)).contents).toEqual([0, 1, 2, 3, 4, 5, 7]);
		});
	});

	test('emits nothing again that runs or has finished, and what failed', async () => {
		await onStage({ options }, async (stage) => {
			sixBefore(stage);
			const { poll, arrive, host } = stage;
			const first = await poll();
			expect((await poll(60)).contents).toEqual([]);
			await end(first, 'finished');
			arrive(90, 7);
			const second = await poll(60);
			expect(second.contents).toEqual([7]);
			await end(second, 'failed');
			const third = await poll(60);
			expect([third.contents, again(third)]).toEqual([[7], [true]]);
			await end(third, 'finished');
			expect((await poll(60)).contents).toEqual([]);
			expect(host.state.handedOver).toBe('[]');
		});
	});

	test('is off by default: nothing is kept, and nothing emitted again', async () => {
		await onStage({}, async (stage) => {
			sixBefore(stage);
			const first = await stage.poll();
			expect(first.handedOver.map((handOver) => handOver.end)).toEqual([undefined]);
			stage.restart();
			expect((await stage.poll(60)).contents).toEqual([]);
			expect(stage.host.state.handedOver).toBe('[]');
		});
	});

	test('emits nothing again once it is turned off', async () => {
		await onStage({ options }, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			stage.restart();
			stage.host.parameters = { ...stage.host.parameters, options: { redeliver: false } };
			expect((await stage.poll(60)).contents).toEqual([]);
			expect(stage.host.state.handedOver).toBe('[]');
		});
	});

	test('gives up what the service no longer finds, with a warning', async () => {
		await onStage(
			{ options, filters: { status: ['open'] } },
			async ({ poll, arrive, service, restart, host }) => {
				arrive(-60, 1);
				arrive(-50, 2);
				await poll();
				service.setStatus(0, 'closed');
				restart();
				const seen = await poll(60);
				expect(seen.contents).toEqual([2]);
				expect(seen.log).toEqual([
					'1 alert whose execution did not finish before n8n stopped cannot be redelivered: the service no longer finds them with these filters',
				]);
				await end(seen, 'finished');
				expect(await poll(60)).toMatchObject({ contents: [], log: [] });
				restart(host.state);
				expect(await poll(60)).toMatchObject({ contents: [], log: [] });
			},
		);
	});

	test('waits an hour for what a service that contradicts itself leaves out', async () => {
		const switches = { alertTotals: 'tooLarge' } as const;
		await onStage({ options, switches, filters: { status: ['open'] } }, async (stage) => {
			stage.arrive(-60, 1);
			await stage.poll();
			stage.service.setStatus(0, 'closed');
			stage.restart();
			const left = (seen: Seen) =>
				seen.log.filter((line) => line.includes('cannot be redelivered'));
			const waiting = await stage.poll(60);
			expect([waiting.thrown, left(waiting)]).toEqual([undefined, []]);
			stage.service.setStatus(0, 'open');
			expect((await stage.poll(60)).contents).toEqual([1]);
			expect(JSON.parse(asText(stage.host.state.handedOver))).toHaveLength(1);
			stage.service.setStatus(0, 'closed');
			stage.restart();
			expect(left(await stage.poll(3500))).toEqual([]);
			expect(left(await stage.poll(600)).length).toBe(1);
		});
	});

	test('emits that alone where the service refuses what comes after', async () => {
		await onStage({ options }, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			stage.restart();
			stage.arrive(30, 7);
			stage.service.faults = [undefined, refusal];
			const seen = await stage.poll(60);
			expect([seen.contents, seen.thrown]).toEqual([numbers(6), undefined]);
			expect(seen.log).toEqual([
				'The service refused POST /alerts: No; only what is redelivered is emitted',
			]);
			const next = await stage.poll(60);
			expect(next.contents).toEqual([7]);
		});
	});

	test('is refused where the service refuses at once', async () => {
		await onStage({ options }, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			stage.restart();
			stage.service.faults = [refusal];
			expect(thrown(await stage.poll(60))).toContain('The service refused POST /alerts: No');
			expect((await stage.poll(60)).contents).toEqual(numbers(6));
		});
	});

	test('takes one batch a poll, and leaves less room for what is new', async () => {
		const setting = { options: { redeliver: true, maxAlerts: 3, lookBack: 0 } };
		await onStage(setting, async (stage) => {
			sixBefore(stage);
			expect((await stage.poll()).contents).toEqual([0, 1, 2]);
			expect((await stage.poll(60)).contents).toEqual([3, 4, 5]);
			stage.restart();
			stage.arrive(100, 6, { twins: 2 });
			stage.arrive(500, 7);
			const first = await stage.poll(600);
			expect([first.contents, again(first).filter(Boolean).length]).toEqual([[0, 1, 2, 6, 6], 3]);
			const second = await stage.poll(60);
			expect([second.contents, again(second).filter(Boolean).length]).toEqual([[3, 4, 5, 7], 3]);
			expect((await stage.poll(60)).contents).toEqual([]);
		});
	});

	test('leaves as much room for what is new as there is', async () => {
		await onStage({ options: { redeliver: true, maxAlerts: 7, lookBack: 0 } }, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			stage.restart();
			stage.arrive(100, 6);
			stage.arrive(500, 7);
			expect((await stage.poll(600)).contents).toEqual([0, 1, 2, 3, 4, 5, 6]);
			expect((await stage.poll(60)).contents).toEqual([7]);
		});
	});

	test('goes on where an answer takes so long that a window of the batch is too much', async () => {
		const setting = { options: { redeliver: true }, switches: { alertPageSize: 1 } };
		await onStage(setting, async (stage) => {
			sixBefore(stage);
			const first = await stage.poll();
			stage.restart();
			stage.slow(10);
			const seen: number[] = [];
			for (let turn = 0; turn < 40; turn += 1) {
				const { contents } = await stage.poll(60);
				seen.push(...contents);
				if (seen.length >= first.contents.length) break;
			}
			expect(seen).toEqual(first.contents);
		});
	});

	test('goes on with the rest where the time of a poll does not do', async () => {
		await onStage({ options: { redeliver: true, maxAlerts: 6 } }, async (stage) => {
			sixBefore(stage);
			const first = await stage.poll();
			stage.restart();
			stage.arrive(30, 9, { late: 100 });
			stage.slow(13);
			stage.asked();
			const polls = [await stage.poll(60), await stage.poll(60)];
			expect(polls.map(({ contents }) => contents)).toEqual([
				[0, 1, 2],
				[3, 4, 5],
			]);
			expect(polls.flatMap(keys)).toEqual(keys(first));
			expect(polls.flatMap(again)).toEqual(numbers(6).map(() => true));
			expect(stage.asked().slice(0, 3)).toEqual([
				[-601, 60],
				[-601, -270],
				[-271, -60],
			]);
			stage.slow(0);
			for (const seen of polls) await end(seen, 'finished');
			expect((await stage.poll(60)).contents).toEqual([9]);
			stage.restart(stage.host.state);
			expect((await stage.poll(60)).contents).toEqual([9]);
		});
	});
});
