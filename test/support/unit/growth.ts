import { performance } from 'node:perf_hooks';

const ROUNDS = 5;
const TRIES = 20;

/** The least time that some runs of `work` take, in ms: what else the machine does only adds to it. */
function leastTime(work: () => unknown): number {
	let least = Infinity;
	for (let round = 0; round < ROUNDS; round++) {
		const start = performance.now();
		work();
		least = Math.min(least, performance.now() - start);
	}
	return least;
}

/**
 * How much longer `work` takes for a text twice as long, measured at one eight times as long: 2 where
 * time follows length, 4 where it follows the square. The text grows until a clock can tell its time. The
 * least of some measurements counts, since a collection of garbage may meet the others.
 */
export function growthOf(
	textOf: (length: number) => string,
	work: (text: string) => unknown,
): number {
	let length = 2 ** 10;
	while (length < 2 ** 19 && leastTime(() => work(textOf(length))) < 2) length *= 2;
	const [text, longer] = [textOf(length), textOf(length * 8)];
	let least = Infinity;
	for (let measured = 0; measured < TRIES && least > 2.2; measured++) {
		const time = Math.max(
			leastTime(() => work(text)),
			0.01,
		);
		least = Math.min(least, Math.cbrt(leastTime(() => work(longer)) / time));
	}
	return least;
}
