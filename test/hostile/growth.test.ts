import { expect, it } from '@jest/globals';

import { parseJson } from '../../nodes/shared/json';

/** A linear reader takes 16 times as long for the longer text, a quadratic one 256 times. */
const LENGTH = 2 ** 14;
const LONGER = 16 * LENGTH;
/** A linear reader stays below this on a busy machine: at least one of the runs is undisturbed. */
const BOUND = 64;

/** The shortest time of several runs in ms, since other work of the machine only adds to it. */
function leastTime(read: (text: string) => unknown, text: string): number {
	let least = Infinity;
	for (let run = 0; run < 8; run += 1) {
		const start = performance.now();
		read(text);
		least = Math.min(least, performance.now() - start);
	}
	return least;
}

/** The time for the longer text divided by the time for the shorter one. */
const growthOf = (textOf: (length: number) => string, read: (text: string) => unknown): number =>
	leastTime(read, textOf(LONGER)) / leastTime(read, textOf(LENGTH));

const manyIntegers = (length: number): string => `[${'1700000000000000001,'.repeat(length / 20)}1]`;

const read = (text: string): void => {
	try {
		parseJson(text);
	} catch {
		// Most of these texts are no JSON.
	}
};

/** Texts on which backtracking, or a scanner that looks twice, takes quadratic time. */
it.each<[string, (length: number) => string]>([
	['texts that never end', (length) => `[1700000000000000001,${'"\\\\'.repeat(length / 3)}`],
	['escaped quotes alone', (length) => `[1700000000000000001,"${'\\"'.repeat(length / 2)}`],
	['one long integer', (length) => '9'.repeat(length)],
	['many integers', manyIntegers],
	['runs of fifteen digits', (length) => '123456789012345 '.repeat(length / 16)],
])('the time that parseJson takes grows as the text does: %s', (_name, textOf) => {
	expect(growthOf(textOf, read)).toBeLessThan(BOUND);
});

it('a reader that searches the whole text at each comma exceeds that bound', () => {
	const quadratic = (text: string) => text.replace(/,/g, () => String(text.indexOf('"')));
	expect(growthOf(manyIntegers, quadratic)).toBeGreaterThan(BOUND);
});
