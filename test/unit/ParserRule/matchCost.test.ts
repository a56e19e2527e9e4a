import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { mostSteps } from '../../../nodes/ParserRule/matchCost';

/** A part of a pattern, as the counting matcher takes it. */
type Node =
	{ characters: string; repeat: string } | { assertion: '^' | '$' } | { alternatives: Node[][] };

const sourceOf = (nodes: readonly Node[]): string =>
	nodes
		.map((node) => {
			if ('assertion' in node) return node.assertion;
			if ('characters' in node) return `[${node.characters}]${node.repeat}`;
			return `(?:${node.alternatives.map(sourceOf).join('|')})`;
		})
		.join('');

const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
	'': [1, 1],
	'*': [0, Infinity],
	'+': [1, Infinity],
	'?': [0, 1],
	'{2}': [2, 2],
	'{1,3}': [1, 3],
};

/** Searches as a backtracking engine does, and counts the parts entered and the characters read and given back. */
function search(nodes: readonly Node[], text: string): { found: boolean; steps: number } {
	let steps = 0;
	const matchAll = (rest: readonly Node[], at: number, then: (at: number) => boolean): boolean => {
		const [node, ...others] = rest;
		if (node === undefined) return then(at);
		const goOn = (next: number): boolean => matchAll(others, next, then);
		steps++;
		if ('assertion' in node) return at === (node.assertion === '^' ? 0 : text.length) && goOn(at);
		if ('alternatives' in node) {
			return node.alternatives.some((alternative) => matchAll(alternative, at, goOn));
		}
		return matchRepeat(node, at, goOn);
	};
	const matchRepeat = (
		{ characters, repeat }: { characters: string; repeat: string },
		at: number,
		goOn: (at: number) => boolean,
	): boolean => {
		const isLazy = repeat.length > 1 && repeat.endsWith('?');
		const [least, most] = BOUNDS[isLazy ? repeat.slice(0, -1) : repeat] ?? [1, 1];
		let length = 0;
		const fits = (): boolean => {
			steps++;
			return length < most && characters.includes(text[at + length] ?? '!');
		};
		while (length < least) {
			if (!fits()) return false;
			length++;
		}
		if (isLazy) {
			while (!goOn(at + length)) {
				if (!fits()) return false;
				length++;
			}
			return true;
		}
		while (fits()) length++;
		for (; length >= least; length--) {
			steps++;
			if (goOn(at + length)) return true;
		}
		return false;
	};
	for (let start = 0; start <= text.length; start++) {
		if (matchAll(nodes, start, () => true)) return { found: true, steps };
	}
	return { found: false, steps };
}

const character = fc.record({
	characters: fc.constantFrom('a', 'b', 'c', 'ab', 'bc', 'abc'),
	repeat: fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?', '??', '{1,3}?'),
});
const { nodes } = fc.letrec<{ node: Node; nodes: Node[] }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 2 },
		{ weight: 6, arbitrary: character },
		{ weight: 1, arbitrary: fc.record({ assertion: fc.constantFrom('^', '$') }) },
		{
			weight: 2,
			arbitrary: fc.record({
				alternatives: fc.array(tie('nodes'), { minLength: 1, maxLength: 3 }),
			}),
		},
	),
	nodes: fc.array(tie('node'), { maxLength: 6 }),
}));
const text = fc
	.array(fc.constantFrom('a', 'b', 'c', 'aaaa', 'abab'), { maxLength: 6 })
	.map((parts) => parts.join(''));

/** The most counted steps that one step of the bound covers. */
const STEPS_EACH = 3;

describe('the bound of the steps of a search', () => {
	it('is never less than what a backtracking engine takes', () => {
		fc.assert(
			fc.property(nodes, text, (pattern, sample) => {
				const source = sourceOf(pattern);
				const { found, steps } = search(pattern, sample);
				expect(found).toBe(new RegExp(source).test(sample));
				expect(steps).toBeLessThanOrEqual(STEPS_EACH * (mostSteps(source, sample) + 1));
			}),
			{ seed: 12, numRuns: 3000 },
		);
	});

	it.each([
		['a line of fields apart from each other', '(\\S+) (\\S+) (\\S+)$', 'x'.repeat(100), 101 * 212],
		['an open repeat', 'a+.', 'a'.repeat(9), 10 * 10 * 20],
		['a repeat that its follower may leave out', 'a+b?', 'a'.repeat(9), 10 * 10 * 20],
		['two sides of a bar', 'a|b', 'a', 2 * 2 * 5],
		['a repeat before a group', 'a+(?:b)', 'a', 2 * 2 * 6],
		['a repeat before a bar', '(?:a+|b)c', 'a', 2 * 2 * 2 * 8],
	])('is a product for %s', (_what, source, sample, steps) => {
		expect(mostSteps(source, sample)).toBe(steps);
	});

	it.each([
		'(a)+',
		'(?:a){2}',
		'(?=a)',
		'(?<!a)b',
		'(a)\\1',
		'(?<n>a)\\k<n>',
		'(?i:a)',
		'\\ca',
		'\\012',
	])('is unknown for %s', (source) => {
		expect(mostSteps(source, 'a')).toBe(Infinity);
	});
});
