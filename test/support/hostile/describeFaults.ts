import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { expected, isJudged } from './expectations';
import { endMatrix, faults, matrix, REFUSED, type Cell } from './matrix';
import { scenes, type Scene } from './scenes';

const nameOf = ({ operation, moment }: Cell): string => `${operation}, ${moment}`;

/** Describes that scenes come to the outcome that is expected under every fault, and say what it was. */
export function describeFaults(chosen: readonly Scene[] = scenes): void {
	let cells: Cell[] = [];

	beforeAll(async () => {
		cells = await matrix(chosen);
		// A busy machine is no reason to fail.
	}, 3_600_000);

	afterAll(endMatrix);

	it.each([REFUSED, ...faults.map(({ name }) => name)])('%s', (fault) => {
		const met = cells.filter((cell) => cell.fault === fault);
		expect([...new Set(met.map(({ operation }) => operation))].sort()).toEqual(
			chosen.map(({ name }) => name),
		);

		const troubles = met.flatMap((cell) => cell.troubles.map((trouble) => [nameOf(cell), trouble]));
		expect(troubles).toEqual([]);

		const judged = met.filter(isJudged);
		expect(judged.map((cell) => [nameOf(cell), cell.outcome])).toEqual(
			judged.map((cell) => [nameOf(cell), expected(cell).outcome]),
		);

		const causes = judged.flatMap((cell) =>
			cell.outcome === 'stopped' ? [[nameOf(cell), cell.cause, expected(cell).cause]] : [],
		);
		expect(causes.filter(([, told, right]) => told !== right)).toEqual([]);

		const silent = met.filter(
			({ outcome, says }) => !['right', 'wrong'].includes(outcome) && says.length === 0,
		);
		expect(silent.map(nameOf)).toEqual([]);

		const unexpected = judged.flatMap((cell) =>
			cell.says
				.filter((text) => !expected(cell).says.some((words) => words.test(text)))
				.map((text) => [nameOf(cell), text]),
		);
		expect(unexpected).toEqual([]);
	});

	it('waits as long as it is asked to, and otherwise twice as long each time', () => {
		const always = cells.filter(isJudged).filter(({ moment }) => moment === 'always');
		const asked = always.filter(({ fault }) => !/date/.test(fault));
		expect(asked.map((cell) => [nameOf(cell), cell.fault, cell.waitedMs])).toEqual(
			asked.map((cell) => [nameOf(cell), cell.fault, expected(cell).waitedMs]),
		);
		const dated = always.filter(({ fault }) => /date/.test(fault));
		expect(
			dated.filter((cell) => cell.waitedMs > (expected(cell).waitedMs ?? 0)).map(nameOf),
		).toEqual([]);
	});
}
