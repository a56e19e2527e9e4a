import { expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { ParameterReader, type ParameterHost } from '../../../../nodes/shared/parameters/reader';
import { nodeWith } from '../../../support/unit/node';

const fields: INodeProperties[] = [
	{ displayName: 'Fixed', name: 'fixed', type: 'string', default: '' },
	{ displayName: 'Each', name: 'each', type: 'number', default: 0 },
	{ displayName: 'Hidden', name: 'hidden', type: 'string', default: '' },
	{
		displayName: 'Group',
		name: 'group',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'Text', name: 'text', type: 'string', default: '' },
			{ displayName: 'Count', name: 'count', type: 'number', default: 0 },
		],
	},
];

it('ParameterReader reads what differs for each item, and what is the same once', () => {
	const reads: string[] = [];
	const reader = new ParameterReader(
		host(
			{ fixed: 'a', each: '={{ $json.n }}', group: { text: '={{ $json.t }}' } },
			(name, item) => {
				reads.push(`${name} ${item}`);
				return { fixed: 'a', each: item * 10, group: { text: `t${item}` } }[name];
			},
		),
		fields,
	);
	expect([reader.read(0), reader.read(1)]).toEqual([
		{ fixed: 'a', each: 0, group: { text: 't0' } },
		{ fixed: 'a', each: 10, group: { text: 't1' } },
	]);
	expect(reads).toEqual(['fixed 0', 'each 0', 'group 0', 'each 1', 'group 1']);
});

it('ParameterReader reads what an expression takes from the item itself without asking n8n', () => {
	const reads: string[] = [];
	const parameters = { fixed: '={{ $json.n + 1 }}', each: '={{ $json.n }}', hidden: 'h' };
	const asking = host(parameters, (name, item) => {
		reads.push(`${name} ${item}`);
		return { fixed: 'a', each: -1, hidden: 'h' }[name];
	});
	const items = [{ json: { n: 5 } }, { json: { n: 6 } }];
	const reader = new ParameterReader({ ...asking, getInputData: () => items }, fields);
	expect([0, 1, 2].map((index) => reader.read(index))).toEqual([
		{ fixed: 'a', each: 5, hidden: 'h' },
		{ fixed: 'a', each: 6, hidden: 'h' },
		{ fixed: 'a', each: -1, hidden: 'h' },
	]);
	expect(reads).toEqual(['fixed 0', 'hidden 0', 'fixed 1', 'fixed 2', 'each 2']);
});

it('ParameterReader reads a group for each item where one of its fields differs', () => {
	const reader = new ParameterReader(
		host({ hidden: null, group: { text: '={{ $json.t }}', count: 5 } }, (name, item) =>
			name === 'hidden' ? 'h' : { text: `t${item}`, count: 5 },
		),
		fields,
	);
	expect([reader.read(0), reader.read(1)]).toEqual([
		{ hidden: 'h', group: { text: 't0', count: 5 } },
		{ hidden: 'h', group: { text: 't1', count: 5 } },
	]);
});

it('ParameterReader reads nothing that the node does not show', () => {
	const reader = new ParameterReader(
		host({ each: 1 }, () => 1),
		fields,
	);
	expect(reader.read(0)).toEqual({ each: 1 });
});

it('ParameterReader reads a time without a zone in the zone of the workflow', () => {
	const time: INodeProperties = { displayName: 'T', name: 't', type: 'dateTime', default: '' };
	const reader = new ParameterReader(
		host({ t: 'x' }, () => '2026-01-31 08:00:00'),
		[time],
	);
	expect(reader.read(0)).toEqual({ t: '2026-01-31T02:30:00Z' });
});

const filters: INodeProperties & { narrows: true } = {
	displayName: 'Filters',
	name: 'filters',
	narrows: true,
	type: 'collection',
	default: {},
	options: [
		{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		{
			displayName: 'Agent',
			name: 'agent',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: false,
		},
	],
};
const agent = (value: string) => ({ __rl: true, mode: 'id', value });
const reading = (parameters: INodeParameters, resolved: NodeParameterValueType) => () =>
	new ParameterReader(
		host(parameters, () => resolved),
		[filters],
	).read(0);

it.each<[string, INodeParameters, NodeParameterValueType]>([
	['Text', { filters: { text: '={{ $json.t }}' } }, { text: '' }],
	['Agent', { filters: { agent: agent('={{ $json.a }}') } }, { agent: agent('') }],
	['Text', { filters: '={{ $json.filters }}' }, { text: '' }],
	['Filters', { filters: '={{ $json.filters }}' }, null],
])(
	'ParameterReader refuses an empty filter that an expression gave: %s',
	(label, parameters, resolved) => {
		expect(reading(parameters, resolved)).toThrow(`${label} is empty`);
	},
);

it('ParameterReader drops a filter left empty by hand beside an expression', () => {
	const parameters = { filters: { text: '', agent: agent('={{ $json.a }}') } };
	expect(reading(parameters, { text: '', agent: agent('A') })()).toEqual({
		filters: { agent: 'A' },
	});
});

it('ParameterReader leaves out a field that the value of an earlier one hides', () => {
	const choice: INodeProperties[] = [
		{ displayName: 'By', name: 'by', type: 'string', default: '' },
		{
			displayName: 'Id',
			name: 'id',
			type: 'string',
			default: '',
			displayOptions: { show: { by: ['id', 'both'] } },
		},
	];
	const reader = new ParameterReader(
		host({ by: '={{ $json.by || "id" }}', id: 'x' }, (name, item) =>
			name === 'id' ? 'x' : (['id', 'name', 'both'][item] ?? ''),
		),
		choice,
	);
	expect([0, 1, 2].map((index) => reader.read(index))).toEqual([
		{ by: 'id', id: 'x' },
		{ by: 'name' },
		{ by: 'both', id: 'x' },
	]);
});

/** A node with parameters as n8n holds them, and how n8n resolves each for an item. */
function host(
	parameters: INodeParameters,
	resolve: (name: string, item: number) => NodeParameterValueType | undefined = () => undefined,
): ParameterHost {
	return {
		getNode: () => nodeWith(parameters),
		getTimezone: () => 'Asia/Kolkata',
		getNodeParameter: (name: string, item: number) => resolve(name, item),
	};
}
