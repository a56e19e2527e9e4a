import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { MOST_REMEMBERED, readState, writeState } from '../../nodes/AlertTrigger/state';
import { asText } from '../../nodes/shared/json';
import type { Fault } from '../service/faults';
import { onStage, START, type Seen, type Stage } from './polls';

const refusal: Fault = { kind: 'refusal', code: '07001111', status: 400, detail: 'No' };
const unavailable: Fault = { kind: 'status', status: 503 };

const goesOn = (at: number) =>
	`Alerts up to ${new Date((START + at) * 1000).toISOString()} are read; the next poll goes on from there`;

const thrown = (seen: Seen) => (seen.thrown instanceof Error ? seen.thrown.message : seen.thrown);

/** Lets six alerts come in before the first poll, three in each half of First Fetch. */
const sixBefore = ({ arrive }: Stage) => {
	[-580, -490, -400, -200, -110, -20].forEach((at, content) => {
		arrive(at, content);
	});
};

const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);

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

describe('a service whose count is not what it serves', () => {
	test.each([
		['tooLarge', '8'],
		['absent', 'no'],
		['tooSmall', '2'],
	] as const)('is believed when it serves twice the same: %s', async (alertTotals, count) => {
		// A count beyond Max Alerts per Poll is no reason to ask for less, where all came on one page.
		await onStage({ options: { maxAlerts: 5 }, switches: { alertTotals } }, async (stage) => {
			[1, 2, 3].forEach((content) => {
				stage.arrive(-500, content);
			});
			const { contents, log } = await stage.poll();
			expect(contents).toEqual([1, 2, 3]);
			expect(log[0]).toBe(
				`The service counts ${count} alerts in a window and served 3, twice the same`,
			);
			// The part that is past is read first; then half of it.
			expect(stage.asked().slice(0, 5)).toEqual([
				[-1, 0],
				[-601, 60],
				[-601, 0],
				[-601, -300],
				[-601, -300],
			]);
			// What was read in doubt is read again by the next poll.
			await stage.poll(60);
			expect(stage.asked()[0]?.[0]).toBe(-601);
			// What two laps have seen the same is not doubted any more.
			await stage.poll(60);
			expect(stage.asked()[0]?.[0]).toBe(-301);
		});
	});

	test('is not believed before a whole lap agrees, whichever poll read it', async () => {
		await onStage({ options: { maxAlerts: 3 } }, async ({ poll, asked, arrive, service }) => {
			[-200, -110, -20, -15].forEach((at, content) => {
				arrive(at, content);
			});
			// The first half of the time is empty, and said to be so without a count.
			service.faults = [undefined, undefined, { kind: 'metaMissing' }, { kind: 'metaMissing' }];
			expect((await poll()).contents).toEqual([0, 1]);
			expect((await poll(60)).contents).toEqual([2, 3]);
			asked();
			await poll(60);
			expect(asked()[0]?.[0]).toBe(-601);
			await poll(60);
			expect(asked().at(-1)?.[1]).toBe(240);
		});
	});

	test('is read again where an alert came in between two pages', async () => {
		const switches = { alertPageSize: 2, cursorView: 'live' } as const;
		await onStage({ switches }, async ({ poll, arrive, asked, slow }) => {
			[-100, -90, -80].forEach((at, content) => {
				arrive(at, content);
			});
			arrive(5, 3, { late: 60 });
			slow(2);
			expect(await poll()).toMatchObject({ contents: [0, 1, 2, 3], log: [] });
			expect(asked()).toEqual([[-1, 0], [-601, 60], 'cursor', [-601, 0], 'cursor']);
		});
	});

	test('is read again where a page is empty that has a cursor', async () => {
		const switches = {
			alertPageSize: 1,
			endOfCursor: 'emptyPage',
			alertTotals: 'tooSmall',
		} as const;
		await onStage({ switches }, async ({ poll, arrive, service }) => {
			arrive(-100, 1);
			service.faults = [undefined, { kind: 'shortPage' }];
			expect((await poll()).contents).toEqual([1]);
		});
	});

	test('is not read again where it agrees', async () => {
		await onStage({ switches: { alertPageSize: 2 } }, async (stage) => {
			sixBefore(stage);
			expect(await stage.poll()).toMatchObject({ contents: numbers(6), log: [] });
			expect(stage.asked()).toEqual([[-1, 0], [-601, 60], 'cursor', 'cursor']);
			await stage.poll(60);
			expect(stage.asked()).toEqual([[-301, 120], 'cursor']);
		});
	});

	test('is refused where it answers differently each time', async () => {
		await onStage(
			{ switches: { alertTotals: 'tooLarge' } },
			async ({ poll, asked, arrive, service }) => {
				arrive(-500, 1, { twins: 3 });
				service.faults = numbers(300).map((index) =>
					index % 2 ? { kind: 'shortPage' } : undefined,
				);
				const seen = await poll();
				expect(thrown(seen)).toBe(
					'The service answered POST /alerts in an unexpected way: the same search was answered differently each time',
				);
				const last = asked().at(-1);
				expect(last).toEqual([-502, -500]);
			},
		);
	});

	test('is asked four times for a window of a second that it answers differently', async () => {
		await onStage({ switches: { alertTotals: 'tooLarge' } }, async (stage) => {
			stage.arrive(-599, 1, { twins: 2 });
			await stage.poll();
			stage.restart({ ...stage.host.state, step: 1 }, 'update');
			stage.service.faults = numbers(9).map((index) =>
				index % 2 ? { kind: 'shortPage' } : undefined,
			);
			stage.asked();
			expect(thrown(await stage.poll(60))).toContain('was answered differently each time');
			expect(stage.asked()).toEqual(numbers(4).map(() => [-601, -599]));
		});
	});

	test('is read once more where what it left out may be', async () => {
		await onStage({ switches: { alertTotals: 'tooLarge' } }, async ({ poll, arrive, service }) => {
			arrive(-500, 1);
			arrive(-400, 2);
			service.faults = numbers(7).map((): Fault => ({ kind: 'shortPage' }));
			expect((await poll()).contents).toEqual([1]);
			expect((await poll(60)).contents).toEqual([2]);
			expect((await poll(60)).contents).toEqual([]);
		});
	});
});

describe('a cursor that is lost', () => {
	const switches = { alertPageSize: 2 };

	test('lets its window be read again from the start', async () => {
		await onStage({ switches }, async (stage) => {
			sixBefore(stage);
			stage.service.expireAt = 4;
			const { contents, log } = await stage.poll();
			expect(contents).toEqual(numbers(6));
			expect(log).toEqual([
				'The service no longer knows the cursor of this search; the window is read again from its start',
			]);
		});
	});

	test('is refused where it is lost again', async () => {
		await onStage({ switches }, async (stage) => {
			sixBefore(stage);
			stage.service.faults = [
				undefined,
				undefined,
				...numbers(2).map(() => refusal),
				undefined,
				...numbers(20).map(() => refusal),
			];
			const seen = await stage.poll();
			expect([thrown(seen), seen.contents]).toEqual([
				'The service no longer knows the cursor of this search',
				[],
			]);
			expect(stage.asked().filter((one) => one !== 'cursor')).toEqual([
				[-1, 0],
				[-601, 60],
				[-601, 60],
			]);
		});
	});
});

describe('a refusal', () => {
	test('at the start is thrown, with no second try', async () => {
		await onStage({}, async (stage) => {
			sixBefore(stage);
			await stage.poll();
			stage.asked();
			stage.service.faults = [refusal];
			expect(thrown(await stage.poll(60))).toBe('The service refused POST /alerts: No');
			expect(stage.asked()).toEqual([[-301, 120]]);
		});
	});

	test('in the midst lets what was read before be emitted, and the rest with the next poll', async () => {
		await onStage({ options: { maxAlerts: 3 } }, async (stage) => {
			sixBefore(stage);
			stage.service.faults = [undefined, undefined, undefined, refusal];
			const first = await stage.poll();
			expect(first.thrown).toBeUndefined();
			expect(first.contents).toEqual([0, 1, 2]);
			expect(first.log).toEqual([
				'The service refused POST /alerts: No; what was read before is emitted, the rest is read with the next poll',
				goesOn(-270),
			]);
			expect(await stage.poll(60)).toMatchObject({ contents: [3, 4, 5], log: [] });
		});
	});

	test.each([
		['init', unavailable, undefined],
		['leadershipChange', unavailable, undefined],
		['init', { kind: 'status', status: 429 }, undefined],
		['init', { kind: 'cutJson' }, undefined],
		['init', { kind: 'html' }, undefined],
		['init', refusal, 'The service refused POST /alerts: No'],
		['activate', unavailable, 'The service is not available at the moment'],
		['update', unavailable, 'The service is not available at the moment'],
	] as const)(
		'that may pass does not end a workflow that n8n loads: %s, %j',
		async (activation, fault: Fault, message) => {
			await onStage({}, async ({ poll, asked, service, restart, arrive }) => {
				restart({}, activation);
				arrive(-60, 1);
				service.faults = numbers(9).map(() => fault);
				const seen = await poll();
				expect(seen.contents).toEqual([]);
				if (message !== undefined) {
					expect(thrown(seen)).toContain(message);
					return;
				}
				expect(seen.thrown).toBeUndefined();
				expect(asked().length).toBe(fault.kind === 'html' ? 1 : 3);
				expect(seen.log.at(-1)).toMatch(/.; the trigger tries again with the next poll$/);
				service.faults = [];
				expect((await poll(60)).contents).toEqual([1]);
				service.faults = numbers(9).map(() => fault);
				expect((await poll(60)).thrown).toBeDefined();
			});
		},
	);
});

test('a bad parameter is refused whenever n8n loads the workflow, and nothing is asked', async () => {
	await onStage({ options: { firstFetch: 'soon' } }, async ({ poll, asked, restart }) => {
		restart({}, 'init');
		expect((await poll()).thrown).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('"First Fetch (Minutes)" (firstFetch) cannot be "soon"'),
		});
		expect(asked()).toEqual([]);
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
					'1 alerts whose execution did not finish before n8n stopped cannot be redelivered: the service no longer finds them with these filters',
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
				[-271, 60],
			]);
			stage.slow(0);
			for (const seen of polls) await end(seen, 'finished');
			expect((await stage.poll(60)).contents).toEqual([9]);
			stage.restart(stage.host.state);
			expect((await stage.poll(60)).contents).toEqual([9]);
		});
	});
});
