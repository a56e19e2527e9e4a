import { expect, it } from '@jest/globals';

import { parseJson } from '../../nodes/shared/json';

/** A linear reader takes 64 times as long for the longer text, a quadratic one 4,096 times. */
const LENGTH = 2 ** 13;
const LONGER = 64 * LENGTH;
/** A bound far from both, since other work of the machine makes any run longer. */
const BOUND = 512;
const RUNS = 8;

function timeOf(read: (text: string) => unknown, text: string): number {
	const start = performance.now();
	read(text);
	return performance.now() - start;
}

/** Divides the shortest times for both texts. The runs alternate, so a busy minute of the machine meets both. */
function growthOf(textOf: (length: number) => string, read: (text: string) => unknown): number {
	const texts = [textOf(LENGTH), textOf(LONGER)];
	const rounds = Array.from({ length: RUNS }, () => texts.map((text) => timeOf(read, text)));
	const [short = NaN, long = NaN] = texts.map((_text, at) =>
		Math.min(...rounds.map((times) => times[at] ?? NaN)),
	);
	return long / short;
}

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
