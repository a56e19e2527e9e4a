import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../support/service/faults';
import {
	goesOn,
	numbers,
	onStage,
	refusal,
	sixBefore,
	thrown,
	unavailable,
} from '../support/trigger/polls';

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
