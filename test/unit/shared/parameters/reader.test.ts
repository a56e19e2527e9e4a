import { expect, it } from '@jest/globals';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';

import { EMPTY_FILTERS } from '../../../../nodes/shared/operation/listOptions';
import { ParameterReader } from '../../../../nodes/shared/parameters/reader';
import { nodeWith } from '../../../support/unit/node';

type Resolve = (name: string, item: number) => NodeParameterValueType | undefined;

/** A reader of a node with parameters as n8n holds them, and the questions that n8n was asked. */
function readerOf(
	parameters: INodeParameters,
	resolve: Resolve,
	fields: readonly INodeProperties[] = FIELDS,
	{ type = 'x', json = {} }: { type?: string; json?: IDataObject } = {},
) {
	const asked: string[] = [];
	const host = {
		getNode: () => ({ ...nodeWith(parameters), type }),
		getTimezone: () => 'Asia/Kolkata',
		getInputData: () => [{ json: {} }, { json }],
		getNodeParameter: (name: string, item: number) => {
			asked.push(`${name} ${item}`);
			return resolve(name, item);
		},
	};
	return { reader: new ParameterReader(host, fields, EMPTY_FILTERS), asked };
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
	const group = { text: '={{ $json.t }}', count: 1 };
	const parameters = { fixed: 'a', each: '={{ $json.n }}', group };
	const { reader, asked } = readerOf(
		parameters,
		(name, item) => ({ each: item * 10, 'group.text': `t${item}` })[name],
	);
	expect([reader.read(0).values, reader.read(1).values]).toEqual([
		{ fixed: 'a', each: 0, group: { text: 't0', count: '1' } },
		{ fixed: 'a', each: 10, group: { text: 't1', count: '1' } },
	]);
	expect(asked).toEqual(['each 0', 'group.text 0', 'each 1', 'group.text 1']);
});

it('ParameterReader reads a time without a zone in the zone of the workflow', () => {
	const { reader } = readerOf({ t: '=x' }, () => '2026-01-31 08:00:00', [
		field('t', { type: 'dateTime' }),
	]);
	expect(reader.read(0).values).toEqual({ t: '2026-01-31T02:30:00Z' });
});

it('ParameterReader leaves out a field that the value of an earlier one hides, if it can be read', () => {
	const fields = [field('by'), field('id', { displayOptions: { show: { by: ['id', 'both'] } } })];
	const { reader } = readerOf(
		{ by: '={{ $json.by || "id" }}', id: 'x' },
		(name, item) => (name === 'id' ? 'x' : ['id', 'name', 'both', []][item]),
		fields,
	);
	expect([0, 1, 2, 3].map((index) => reader.read(index).values)).toEqual([
		{ by: 'id', id: 'x' },
		{ by: 'name' },
		{ by: 'both', id: 'x' },
		{ by: undefined, id: 'x' },
	]);
});

it('ParameterReader reads each parameter and each member of a collection by itself', () => {
	const options = [
		field('good', { type: 'boolean' }),
		field('bad', { type: 'boolean' }),
		field('thrown'),
	];
	const fields = [...FIELDS, field('options', { type: 'collection', options })];
	const parameters = {
		each: 'x',
		fixed: 'a',
		options: { good: true, bad: '={{ $json.bad }}', thrown: '={{ thrown }}' },
		group: '={{ $json.group }}',
	};
	const { reader } = readerOf(
		parameters,
		(name) => {
			if (name === 'options.thrown') throw new Error('thrown by n8n');
			return { 'options.bad': 'maybe', group: { text: 'b', other: 1 } }[name];
		},
		fields,
	);
	expect(reader.read(0)).toEqual({
		values: {
			fixed: 'a',
			each: undefined,
			group: { text: 'b' },
			options: { good: true, bad: undefined, thrown: undefined },
		},
		error: expect.objectContaining({ message: "EACH isn't a whole number: 'x'" }),
	});
});

const FILTERS = field('filters', {
	type: 'collection',
	options: [field('text'), field('agent')],
});

it.each<[string, INodeParameters, NodeParameterValueType]>([
	['TEXT', { filters: '={{ $json.filters }}' }, { text: '' }],
	['FILTERS', { filters: '={{ $json.filters }}' }, null],
])('ParameterReader refuses an empty filter of an expression: %s', (label, parameters, value) => {
	const { reader } = readerOf(parameters, () => value, [FILTERS]);
	expect(reader.read(0).error).toMatchObject({ message: `${label} is empty` });
});

it('ParameterReader drops a filter that was left empty beside an expression', () => {
	const parameters = { filters: { text: '', agent: '={{ $json.a }}' } };
	const { reader } = readerOf(parameters, () => 'A', [FILTERS]);
	expect(reader.read(0).values).toEqual({ filters: { agent: 'A' } });
});

it.each([
	[
		{ other: 1, '\uFEFFname': 'PC-1' },
		"key 'name' of the input item begins with a byte order mark",
	],
	[{ ' name': 'PC-1' }, /for this item\.$/],
])(
	'ParameterReader says of an empty value whether a key begins with a byte order mark: %j',
	(json, says) => {
		const fields = [field('name', { required: true })];
		const { reader } = readerOf({ name: '={{ $json.name }}' }, () => undefined, fields, { json });
		expect(reader.read(1).error).toMatchObject({
			message: 'NAME is empty',
			description: expect.stringMatching(says),
		});
	},
);

it.each([
	['x', undefined, 'TEXT is empty'],
	['x', ' LeaveOut ', undefined],
	['xTool', undefined, undefined],
])('ParameterReader of a node %s with Empty Filters %j: %s', (type, emptyFilters, message) => {
	const options = emptyFilters === undefined ? {} : { emptyFilters };
	const fields = [FILTERS, field('options', { type: 'collection', options: [EMPTY_FILTERS] })];
	const parameters = { filters: { text: '=x' }, options };
	const { values, error } = readerOf(parameters, () => '', fields, { type }).reader.read(0);
	expect([values['filters'], error?.message]).toEqual([
		message === undefined ? {} : { text: undefined },
		message,
	]);
	if (error !== undefined)
		expect(error).toHaveProperty('description', expect.stringContaining('Empty Filters'));
});
