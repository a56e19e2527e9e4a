import '../../../support/harness/harness';

import { expect, it } from '@jest/globals';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';

import {
	NEEDS_N8N,
	ParameterReader,
	parseItemPath,
} from '../../../../nodes/shared/parameters/reader';
import { localNode } from '../../../support/harness/nodePackage';
import { chain } from '../../../support/harness/workflow';
import { nodeWith } from '../../../support/unit/node';

type Resolve = (name: string, item: number) => NodeParameterValueType | undefined;

/** A reader of a node with parameters as n8n holds them, and the questions that n8n was asked. */
function readerOf(
	parameters: INodeParameters,
	resolve: Resolve,
	fields: readonly INodeProperties[] = FIELDS,
	items: Array<{ json: object }> = [],
) {
	const asked: string[] = [];
	const host = {
		getNode: () => nodeWith(parameters),
		getTimezone: () => 'Asia/Kolkata',
		getInputData: () => items as [],
		getNodeParameter: (name: string, item: number) => {
			asked.push(`${name} ${item}`);
			return resolve(name, item);
		},
	};
	return { reader: new ParameterReader(host, fields), asked };
}

const field = (name: string, rest: Partial<INodeProperties> = {}): INodeProperties => ({
	...{ displayName: name.toUpperCase(), name, type: 'string', default: '' },
	...rest,
});

const FIELDS = [
	field('fixed'),
	field('each', { type: 'number' }),
	field('hidden'),
	field('group', { type: 'collection', options: [field('text'), field('count')] }),
];

it('ParameterReader asks n8n for each item only for what an expression may change', () => {
	const parameters = { fixed: 'a', each: '={{ $json.n }}', group: { text: '={{ $json.t }}' } };
	const { reader, asked } = readerOf(
		parameters,
		(name, item) => ({ fixed: 'a', each: item * 10, group: { text: `t${item}` } })[name],
	);
	expect([reader.read(0), reader.read(1)]).toEqual([
		{ fixed: 'a', each: 0, group: { text: 't0' } },
		{ fixed: 'a', each: 10, group: { text: 't1' } },
	]);
	expect(asked).toEqual(['fixed 0', 'each 0', 'group 0', 'each 1', 'group 1']);
});

it('ParameterReader reads members of the item without n8n', () => {
	const parameters = { fixed: '={{ $json.n + 1 }}', each: '={{ $json.n }}' };
	const items = [{ json: { n: 5 } }, { json: { n: 6 } }, { json: {} }];
	const resolve: Resolve = (name) => (name === 'each' ? -1 : 'a');
	const { reader, asked } = readerOf(parameters, resolve, FIELDS, items);
	expect([0, 1, 2].map((index) => reader.read(index).each)).toEqual([5, 6, -1]);
	expect(asked).toEqual(['fixed 0', 'fixed 1', 'fixed 2', 'each 2']);
});

it('ParameterReader reads a time without a zone in the zone of the workflow', () => {
	const { reader } = readerOf({ t: 'x' }, () => '2026-01-31 08:00:00', [
		field('t', { type: 'dateTime' }),
	]);
	expect(reader.read(0)).toEqual({ t: '2026-01-31T02:30:00Z' });
});

it('ParameterReader leaves out a field that the value of an earlier one hides', () => {
	const fields = [field('by'), field('id', { displayOptions: { show: { by: ['id', 'both'] } } })];
	const { reader } = readerOf(
		{ by: '={{ $json.by || "id" }}', id: 'x' },
		(name, item) => (name === 'id' ? 'x' : ['id', 'name', 'both'][item]),
		fields,
	);
	expect([0, 1, 2].map((index) => reader.read(index))).toEqual([
		{ by: 'id', id: 'x' },
		{ by: 'name' },
		{ by: 'both', id: 'x' },
	]);
});

it('ParameterReader reads the allowed values of an item beside one that is not', () => {
	const { reader } = readerOf({ fixed: 'a', each: 'x' }, (name) => (name === 'each' ? 'x' : 'a'));
	expect(reader.readAllowed(0)).toEqual({ fixed: 'a' });
	expect(() => reader.read(0)).toThrow("EACH isn't a whole number: 'x'");
});

const FILTERS = {
	...field('filters', { type: 'collection', options: [field('text'), field('agent')] }),
	narrows: true,
};

it.each<[string, INodeParameters, NodeParameterValueType]>([
	['TEXT', { filters: { text: '={{ $json.t }}' } }, { text: '' }],
	['TEXT', { filters: '={{ $json.filters }}' }, { text: '' }],
	['FILTERS', { filters: '={{ $json.filters }}' }, null],
])('ParameterReader refuses an empty filter of an expression: %s', (label, parameters, value) => {
	const { reader } = readerOf(parameters, () => value, [FILTERS]);
	expect(() => reader.read(0)).toThrow(`${label} is empty`);
});

it('ParameterReader drops a filter that was left empty beside an expression', () => {
	const parameters = { filters: { text: '', agent: '={{ $json.a }}' } };
	const { reader } = readerOf(parameters, () => ({ text: '', agent: 'A' }), [FILTERS]);
	expect(reader.read(0)).toEqual({ filters: { agent: 'A' } });
});

const item: IDataObject = {
	...{ name: 'PC-1', 'a key': '={{ 1 + 1 }}', number: 0, flag: false, empty: '' },
	...{ nothing: null, list: [1], deep: { er: 'y', length: 5, 'a.b': 1.5 } },
};

/** What n8n's own expression engine gives for these parameters. */
async function resolvedByN8n(parameters: readonly string[]): Promise<unknown[]> {
	const node = nodeWith();
	const { expression } = await chain([node], { [node.type]: localNode('probe', {}) });
	return await expression.withIsolate(async () => {
		const read = (parameter: string): unknown =>
			expression.getParameterValue(
				parameter,
				...([null, 0, 0, node.name] as const),
				[{ json: item }],
				'integrated',
				{},
			);
		return await Promise.resolve(parameters.map(read));
	});
}

it('what is read from the item is what n8n reads', async () => {
	const parameters = [
		...['={{ $json.name }}', '={{$json.name}}', '={{ $json["a key"] }}', "={{ $json['a key'] }}"],
		...['={{ $json.number }}', '={{ $json.flag }}', '={{ $json.empty }}', '={{\n$json.name  }}'],
		...['={{ $json.deep.er }}', '={{ $json.deep["er"] }}', '={{ $json.deep.length }}'],
		"={{ $json.deep['a.b'] }}",
	];
	const values = parameters.map((parameter) => parseItemPath(parameter)?.(item));
	expect(values).toEqual(await resolvedByN8n(parameters));
	expect(values).not.toContain(NEEDS_N8N);
});

it.each<[parameter: unknown, value: unknown]>([
	['text', 'text'],
	[7, 7],
	[
		{ mode: 'name', value: '={{ $json.name }}' },
		{ mode: 'name', value: 'PC-1' },
	],
	['={{ $json.nothing }}', NEEDS_N8N],
	['={{ $json.missing }}', NEEDS_N8N],
	['={{ $json.list }}', NEEDS_N8N],
	['={{ $json.deep }}', NEEDS_N8N],
	['={{ $json.name.length }}', NEEDS_N8N],
	['={{ $json.constructor }}', NEEDS_N8N],
	['={{ $json.__proto__.x }}', NEEDS_N8N],
	[{ value: '={{ $json.missing }}' }, NEEDS_N8N],
])('%j is read as %p', (parameter, value) => {
	expect(parseItemPath(parameter)?.(item)).toEqual(value);
});

it.each([
	...['={{ $json.name.toUpperCase() }}', '={{ $json.name + "x" }}', '=PC {{ $json.name }}'],
	...['={{ $json.name }} ', '={{ $json.name }}{{ $json.name }}', '={{ $json }}', '=name'],
	...['={{ $json.list[0] }}', '={{ $("Other").item.json.name }}', '={{ $json["a\\u0062"] }}'],
])('%s is left to n8n', (parameter) => {
	expect(parseItemPath(parameter)).toBeUndefined();
	expect(parseItemPath({ value: parameter })).toBeUndefined();
	expect(parseItemPath([parameter])).toBeUndefined();
});
