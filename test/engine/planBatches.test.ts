import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { planBatches } from '../../nodes/shared/engine/planWrite';

interface Planned {
	keys: string[];
	group: string;
}

const named = (...names: string[]): Planned[] => names.map((name) => ({ keys: [name], group: '' }));

/** A few names and groups, so that they meet often. */
const entries = fc.array(
	fc.record({
		keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 2 }),
		group: fc.constantFrom('', 'x'),
	}),
	{ maxLength: 60 },
);
const size = fc.integer({ min: 1, max: 5 });
const positionsOf = (plan: ReturnType<typeof planBatches>) =>
	plan.map(({ positions }) => positions);

describe('batches', () => {
	it('keeps groups apart, and one after the other', () => {
		const plan = planBatches(
			[
				{ keys: ['1'], group: 'x' },
				{ keys: ['a'], group: 'y' },
				{ keys: ['2'], group: 'x' },
			],
			100,
		);
		expect(positionsOf(plan)).toEqual([[0, 2], [1]]);
		expect(plan.map(({ barrier }) => barrier)).toEqual([0, 1]);
	});

	it('sends every entry once, in requests of one group within the size, never a key twice', () => {
		fc.assert(
			fc.property(entries, size, (planned, most) => {
				const requests = positionsOf(planBatches(planned, most));
				expect(requests.flat().sort((a, b) => a - b)).toEqual([...planned.keys()]);
				for (const positions of requests) {
					expect(positions.length).toBeGreaterThan(0);
					expect(positions.length).toBeLessThanOrEqual(most);
					expect(new Set(positions.map((at) => planned[at]?.group)).size).toBe(1);
					expect(positions).toEqual([...positions].sort((a, b) => a - b));
					const keys = positions.flatMap((at) => planned[at]?.keys ?? []);
					expect(new Set(keys).size).toBe(keys.length);
				}
			}),
		);
	});

	it('sends entries with the same key one after the other, in the order of the input', () => {
		fc.assert(
			fc.property(entries, size, (planned, most) => {
				const plan = planBatches(planned, most);
				const requestOf = (at: number) => plan.findIndex(({ positions }) => positions.includes(at));
				planned.forEach((entry, later) => {
					planned.slice(0, later).forEach((other, earlier) => {
						if (!entry.keys.some((key) => other.keys.includes(key))) return;
						expect(requestOf(earlier)).toBeLessThan(requestOf(later));
						expect(awaited(plan, requestOf(later))).toContain(requestOf(earlier));
					});
				});
			}),
		);
	});

	it('needs no more requests than the most frequent name and the size force', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (names) => {
				const often = Math.max(
					0,
					...['a', 'b', 'c', 'd'].map((n) => names.filter((m) => m === n).length),
				);
				expect(planBatches(named(...names), 100).length).toBe(often);
			}),
		);
	});
});

/** The requests that are answered before this one goes out: those it awaits, and those they await. */
function awaited(plan: ReturnType<typeof planBatches>, request: number): number[] {
	const { after = new Set<number>(), barrier = 0 } = plan[request] ?? {};
	return plan.flatMap((_batch, index) =>
		index < barrier || after.has(index) ? [index, ...awaited(plan, index)] : [],
	);
}
