import '../../../support/harness/harness';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { NEEDS_N8N, parseItemPath } from '../../../../nodes/shared/parameters/reader';
import { localNode } from '../../../support/harness/nodePackage';
import { chain } from '../../../support/harness/workflow';
import { nodeWith } from '../../../support/unit/node';

const item: IDataObject = {
	name: 'PC-1',
	'a key': 'x',
	number: 0,
	flag: false,
	nothing: null,
	list: [1],
	deep: { er: 'y' },
	empty: '',
};

describe('a parameter that only names members of the item', () => {
	it.each<[unknown, unknown]>([
		['text', 'text'],
		[7, 7],
		['={{ $json.name }}', 'PC-1'],
		['={{$json.name}}', 'PC-1'],
		['={{ $json["a key"] }}', 'x'],
		["={{ $json['a key'] }}", 'x'],
		['={{ $json.number }}', 0],
		['={{ $json.flag }}', false],
		['={{ $json.empty }}', ''],
		['={{ $json.deep.er }}', 'y'],
		['={{ $json.deep["er"] }}', 'y'],
		[
			{ __rl: true, mode: 'name', value: '={{ $json.name }}' },
			{ __rl: true, mode: 'name', value: 'PC-1' },
		],
		['={{ $json.nothing }}', NEEDS_N8N],
		['={{ $json.missing }}', NEEDS_N8N],
		['={{ $json.list }}', NEEDS_N8N],
		['={{ $json.deep }}', NEEDS_N8N],
		['={{ $json.name.length }}', NEEDS_N8N],
		['={{ $json.constructor }}', NEEDS_N8N],
		['={{ $json.__proto__.x }}', NEEDS_N8N],
		[{ value: '={{ $json.missing }}' }, NEEDS_N8N],
	])('%j is read from it as %p', (parameter, expected) => {
		expect(parseItemPath(parameter)?.(item)).toEqual(expected);
	});

	it.each([
		'={{ $json.name.toUpperCase() }}',
		'={{ $json.name + "x" }}',
		'=PC {{ $json.name }}',
		'={{ $json.name }} ',
		'={{ $json.name }}{{ $json.name }}',
		'={{ $json }}',
		'={{ $json.list[0] }}',
		'={{ $("Other").item.json.name }}',
		'={{ $json["a\\u0062"] }}',
		'=name',
	])('is left to n8n where it does more: %s', (parameter) => {
		expect(parseItemPath(parameter)).toBeUndefined();
		expect(parseItemPath({ value: parameter })).toBeUndefined();
	});
});

/** n8n throws for names that its sandbox forbids, such as prototype, whatever the item holds there. */
const THROWS = Symbol('throws');

interface Probe {
	parameter: string;
	itemIndex: number;
	/** What the item path gives. */
	value: unknown;
}

/** The values that n8n's own engine gives for these parameters, each for its item. */
async function resolvedByN8n(
	probes: readonly Probe[],
	items: readonly IDataObject[],
): Promise<unknown[]> {
	const node = nodeWith();
	const { expression } = await chain([node], { [node.type]: localNode('probe', {}) });
	const input = items.map((json) => ({ json }));
	const read = ({ parameter, itemIndex }: Probe): unknown => {
		const at = [null, 0, itemIndex, node.name, input, 'integrated'] as const;
		try {
			return expression.getParameterValue(parameter, ...at, {});
		} catch {
			return THROWS;
		}
	};
	return await expression.withIsolate(async () => await Promise.resolve(probes.map(read)));
}

const key = fc.constantFrom(
	...['a', 'b', 'a key', '', '0', 'über', 'a.b', 'new', 'class', '_x', 'isEmpty', 'first'],
	...['length', 'toString', 'json', 'toJSON', 'hasOwnProperty', 'valueOf', 'then', 'constructor'],
);
const leaf = fc.oneof(
	fc.constantFrom('={{ 1 + 1 }}', '{{ $json.a }}', '=x', ' padded ', '2026-01-01', 'true', '12'),
	fc.string({ unit: 'binary' }),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
);
const { tree } = fc.letrec((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		leaf,
		fc.dictionary(key, tie('tree'), { minKeys: 8, maxKeys: 12, noNullPrototype: true }),
		fc.array(tie('tree'), { maxLength: 2 }),
	),
}));
const json = fc.dictionary(key, tree, { minKeys: 15, noNullPrototype: true });
const step = fc
	.tuple(key, fc.constantFrom('dot', 'single', 'double'))
	.map(([name, how]) =>
		how === 'dot' ? `.${name}` : how === 'single' ? `['${name}']` : `["${name}"]`,
	);
const expression = fc
	.tuple(
		fc.array(step, { minLength: 1, maxLength: 2 }),
		fc.constantFrom('', ' ', '\n'),
		fc.constantFrom('', ' ', '  '),
	)
	.map(([steps, before, after]) => `={{${before}$json${steps.join('')}${after}}}`);

it('what is read from the item itself is what n8n reads, for any items and paths', async () => {
	const [generated = []] = fc.sample(fc.array(json, { minLength: 12, maxLength: 12 }), {
		seed: 21,
		numRuns: 1,
	});
	const items = generated.map(isolated);
	const probes = fc.sample(expression, { seed: 22, numRuns: 150 }).flatMap((parameter) => {
		const itemPath = parseItemPath(parameter);
		if (itemPath === undefined) return [];
		return items
			.map((json, itemIndex): Probe => ({ parameter, itemIndex, value: itemPath(json) }))
			.filter(({ value }) => value !== NEEDS_N8N);
	});
	const resolved = await resolvedByN8n(probes, items);
	const allowed = probes
		.map((probe, index) => ({ ...probe, byN8n: resolved[index] }))
		.filter(({ byN8n }) => byN8n !== THROWS);
	expect(allowed.filter(({ value, byN8n }) => !Object.is(value, byN8n))).toEqual([]);
	expect(allowed.length).toBeGreaterThan(200);
});

/** An item as n8n hands it on: what JSON can hold. */
function isolated(value: unknown): IDataObject {
	const copy: unknown = JSON.parse(JSON.stringify(value));
	if (typeof copy !== 'object' || copy === null) throw new Error('This is no item');
	return { ...copy };
}
