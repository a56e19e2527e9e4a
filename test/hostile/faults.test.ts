import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';
import type * as workflow from 'n8n-workflow';

import type * as harness from '../support/harness/harness';
import type * as expectations from '../support/hostile/expectations';
import { isWhole } from '../support/extent';
import type * as making from '../support/hostile/matrix';
import type * as quickSleep from '../support/hostile/quickSleep';
import type * as stage from '../support/hostile/scenes';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep: jest.requireActual<typeof quickSleep>('../support/hostile/quickSleep').sleep,
}));

// What runs nodes is loaded after the waits are made short.
const { nodeNames, nodeType } = jest.requireActual<typeof harness>('../support/harness/harness');
const { cellOf, faults, isRun, lostOrTwice, matrix, REFUSED } = jest.requireActual<typeof making>(
	'../support/hostile/matrix',
);
const { expected } = jest.requireActual<typeof expectations>('../support/hostile/expectations');
const { scenes } = jest.requireActual<typeof stage>('../support/hostile/scenes');

type Cell = making.Cell;

const nameOf = ({ operation, moment }: Cell): string => `${operation}, ${moment}`;

describe('every operation under every fault', () => {
	let cells: Cell[] = [];

	beforeAll(async () => {
		cells = await matrix(isWhole);
	}, 600_000);

	it.each([REFUSED, ...faults.map(({ name }) => name)])('%s', (fault) => {
		const met = cells.filter((cell) => cell.fault === fault);
		expect([...new Set(met.map(({ operation }) => operation))].sort()).toEqual(
			scenes.filter((scene) => isRun(scene, fault, isWhole)).map(({ name }) => name),
		);

		const troubles = met.flatMap((cell) => cell.troubles.map((trouble) => [nameOf(cell), trouble]));
		expect(troubles).toEqual([]);

		const outcomes = met.map((cell) => [nameOf(cell), cell.outcome]);
		expect(outcomes).toEqual(
			met.map((cell) => [nameOf(cell), expected(cell).outcome ?? cell.outcome]),
		);

		const causes = met.flatMap((cell) =>
			cell.outcome === 'stopped' && cell.moment !== 'lookedUp'
				? [[nameOf(cell), cell.cause, expected(cell).cause]]
				: [],
		);
		expect(causes.filter(([, told, right]) => told !== right)).toEqual([]);

		const silent = met.filter(
			({ outcome, says }) => !['right', 'wrong'].includes(outcome) && says.length === 0,
		);
		expect(silent.map(nameOf)).toEqual([]);

		const unexpected = met.flatMap((cell) =>
			cell.says
				.filter(
					(text) =>
						cell.moment !== 'lookedUp' && !expected(cell).says.some((words) => words.test(text)),
				)
				.map((text) => [nameOf(cell), text]),
		);
		expect(unexpected).toEqual([]);
	});

	it('waits as long as it is asked to, and otherwise twice as long each time', () => {
		const asked = cells.filter(({ moment, fault }) => moment === 'always' && !/date/.test(fault));
		expect(asked.map((cell) => [nameOf(cell), cell.fault, cell.waitedMs])).toEqual(
			asked.map((cell) => [nameOf(cell), cell.fault, expected(cell).waitedMs]),
		);
		const dated = cells.filter(({ moment, fault }) => moment === 'always' && /date/.test(fault));
		expect(
			dated.filter((cell) => cell.waitedMs > (expected(cell).waitedMs ?? 0)).map(nameOf),
		).toEqual([]);
	});
});

describe('the matrix', () => {
	it('holds every operation of every node', async () => {
		const offered: string[] = [];
		for (const node of await nodeNames()) {
			const { properties, polling } = (await nodeType(node)).description;
			if (polling === true) offered.push(`${node}.poll`);
			const selector = properties.find(({ name }) => name === 'operation');
			const options = (selector?.options ?? []) as INodePropertyOptions[];
			offered.push(...options.map(({ value }) => `${node}.${value}`));
		}
		expect(scenes.map(({ name }) => name)).toEqual(offered.sort());
	});

	const scene = (name: string) => {
		const found = scenes.find((one) => one.name === name);
		if (found === undefined) throw new Error(`No scene ${name}`);
		return found;
	};

	it('sees a write that is sent twice', async () => {
		const fault = { kind: 'status', status: 429, carriedOut: true, times: 1 } as const;
		const { troubles } = await cellOf(scene('logType.create'), fault);
		expect(troubles).toContain('POST /api/v2/log-type was sent again');
	});

	it('sees items that are told refused and are done', async () => {
		const fault = { kind: 'refusal', code: 'XSS_DETECTED', status: 400, carriedOut: true } as const;
		const { troubles } = await cellOf(scene('logSource.delete'), fault);
		expect(troubles).toEqual(['stopped, and 3 items are done']);
	});

	it('sees items that a trigger loses, gives twice, or makes up', () => {
		const alerts = (...keys: string[]) => keys.map((alert_key) => ({ alert_key }));
		expect(lostOrTwice(alerts('a', 'b'), alerts('b', 'a'))).toEqual([]);
		expect(lostOrTwice(alerts('a', 'a', 'c'), alerts('a', 'b'))).toEqual([
			'1 of 2 items are lost',
			'1 items are given twice',
			'1 items are given that are none',
		]);
	});

	it('sees a list that lacks a row', async () => {
		const { outcome } = await cellOf(scene('logType.getAll'), { kind: 'shortPage' });
		expect(outcome).toBe('wrong');
	});
});
