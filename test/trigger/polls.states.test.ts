import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { MOST_REMEMBERED, readState, writeState } from '../../nodes/AlertTrigger/state';
import { numbers, onStage, refusal, sixBefore, START, type Stage } from '../support/trigger/polls';

test('a state that n8n has lost is begun anew from First Fetch before that poll', async () => {
	await onStage({ engine: 'durable' }, async ({ poll, asked, host }) => {
		await poll();
		await poll(60);
		await poll(60);
		host.stored = {};
		asked();
		await poll(900);
		expect(asked()).toEqual([
			[1019, 1020],
			[419, 1080],
		]);
	});
});

describe('changed filters', () => {
	const severities = (stage: Stage, ...severity: string[]) => {
		stage.host.parameters = { ...stage.host.parameters, filters: { severity } };
	};
	const anew = 'The filters were changed: the trigger begins anew with First Fetch';

	test('begin anew with First Fetch, and emit nothing twice', async () => {
		await onStage({ options: { firstFetch: 5, lookBack: 1 } }, async (stage) => {
			const { poll, asked, arrive } = stage;
			arrive(-200, 3);
			arrive(-100, 4);
			expect((await poll()).contents).toEqual([3, 4]);
			severities(stage, 'critical', 'trouble');
			asked();
			expect(await poll(60)).toMatchObject({ contents: [], log: [anew] });
			expect(asked()).toEqual([
				[59, 60],
				[-61, 120],
			]);
			severities(stage, 'critical');
			expect(await poll(1200)).toMatchObject({ contents: [], log: [anew] });
			expect(asked()).toEqual([
				[1259, 1260],
				[959, 1320],
			]);
			expect(await poll(60)).toMatchObject({ contents: [], log: [] });
			expect(asked()).toEqual([[1199, 1380]]);
		});
	});

	test('give up a lap that was under way', async () => {
		await onStage({ options: { maxAlerts: 3 } }, async (stage) => {
			sixBefore(stage);
			expect((await stage.poll()).contents).toEqual([0, 1, 2]);
			expect(stage.host.state.lap).not.toBe('');
			severities(stage, 'critical');
			stage.asked();
			expect(await stage.poll(60)).toMatchObject({ contents: [3], log: [anew] });
			expect(stage.asked()[1]?.[0]).toBe(-301);
		});
	});
});

test('a state that is ahead of the clock of the service begins anew, with a warning', async () => {
	await onStage({ options: { firstFetch: 5, lookBack: 10 } }, async (stage) => {
		sixBefore(stage);
		const { poll, asked, wait, arrive, service } = stage;
		await poll();
		wait(-7200);
		asked();
		expect((await poll()).log).toEqual([
			'The stored state is ahead of the clock of the service: the trigger begins anew with First Fetch, and alerts may be emitted a second time',
		]);
		expect(asked()).toEqual([
			[-7201, -7200],
			[-7801, -7140],
		]);
		arrive(-7170, 9);
		expect(service.faults).toEqual([]);
		expect(await poll(60)).toMatchObject({ contents: [9], log: [] });
	});
});

test('a host whose clock was set back asks the service for its time, and goes on', async () => {
	await onStage({}, async ({ poll, asked, wait, restart, arrive }) => {
		await poll();
		restart();
		arrive(30, 1);
		wait(60, -7200);
		asked();
		expect(await poll()).toMatchObject({ contents: [1], log: [] });
		expect(asked()).toEqual([
			[-7141, -7140],
			[-301, 120],
		]);
	});
});

test('more alerts than can be remembered are told of', async () => {
	await onStage({}, async ({ poll, restart, host }) => {
		await poll();
		const { state } = readState(host.state);
		if (state === undefined) throw new Error('The first poll left no state');
		const emitted = new Map(
			numbers(MOST_REMEMBERED + 10).map((index): [string, number[]] => [
				index.toString(16).padStart(16, '0'),
				[START - 100 + Math.floor(index / 5000)],
			]),
		);
		const data: IDataObject = {};
		writeState(data, { ...state, emitted }, 'stored');
		restart(data);
		const { log } = await poll(60);
		expect(log).toEqual([
			expect.stringMatching(
				/^More than 250000 alerts lie within the look-back: the \d+ oldest are no longer remembered, .* Narrow the filters or shorten Look Back$/,
			),
		]);
	});
});

test('a stored state that cannot be used is told of', async () => {
	await onStage({}, async ({ poll, restart, host, arrive }) => {
		await poll();
		restart({ ...host.stored, version: 99 });
		arrive(30, 1);
		expect(await poll(60)).toMatchObject({
			contents: [1],
			log: ['The stored state is of another version of this node and is not used'],
		});
	});
});

describe('polls that n8n starts too soon', () => {
	test('read nothing while another is under way', async () => {
		await onStage({}, async ({ poll, arrive, asked }) => {
			arrive(-60, 1);
			const { contents, log } = await poll(0, 2);
			expect(contents).toEqual([1]);
			expect(log).toEqual(['The poll before is still under way; this one reads nothing']);
			asked();
			expect((await poll(60)).log).toEqual([]);
			expect(asked().length).toBe(1);
		});
	});

	test('read nothing while n8n has yet to store the one before', async () => {
		await onStage({ engine: 'durable' }, async ({ poll, arrive, restart }) => {
			arrive(-60, 1);
			expect((await poll()).contents).toEqual([1]);
			arrive(30, 2);
			const { contents, log } = await poll(60, 2);
			expect(contents).toEqual([2]);
			expect(log).toEqual([
				'The poll before is still under way; this one reads nothing',
				'n8n has yet to store the poll before; this one reads nothing',
			]);
			restart();
			expect((await poll(60)).contents).toEqual([]);
		});
	});

	test.each([
		['emitted something', [1]],
		['emitted nothing', []],
	])('read nothing with a state from before the one that %s', async (_name, contents) => {
		await onStage({ engine: 'durable' }, async ({ poll, arrive }) => {
			await poll();
			await poll(60);
			contents.forEach((content) => {
				arrive(61, content);
			});
			const seen = await poll(60, 2);
			expect(seen.contents).toEqual(contents);
			expect(seen.log.at(-1)).toBe('n8n has yet to store the poll before; this one reads nothing');
			expect((await poll(60)).log).toEqual([]);
		});
	});

	test('emit nothing twice where the first poll of all has emitted it', async () => {
		await onStage({ engine: 'durable' }, async ({ poll, arrive }) => {
			arrive(-60, 1);
			const { contents, log } = await poll(0, 2);
			expect(contents).toEqual([1]);
			expect(log.at(-1)).toBe('n8n has yet to store the poll before; this one reads nothing');
		});
	});

	test('read where n8n may have dropped what the first poll of all left', async () => {
		await onStage({ engine: 'durable' }, async ({ poll, arrive }) => {
			expect((await poll()).contents).toEqual([]);
			arrive(5, 1);
			expect(await poll(10)).toMatchObject({ contents: [1], log: [] });
		});
	});
});

describe('a workflow that is activated anew in the same process', () => {
	test('is polled with what n8n has, whatever was left to it before', async () => {
		await onStage({}, async ({ poll, arrive, host }) => {
			arrive(-60, 1);
			expect((await poll()).contents).toEqual([1]);
			host.load({}, 'activate');
			expect(await poll(10)).toMatchObject({ contents: [1], log: [] });
		});
	});

	test('begins with the time of that activation', async () => {
		await onStage({}, async ({ poll, asked, host, service }) => {
			service.faults = [refusal];
			await poll();
			host.load({}, 'activate');
			asked();
			await poll(900);
			expect(asked().at(-1)).toEqual([299, 960]);
		});
	});
});
