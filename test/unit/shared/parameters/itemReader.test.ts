import '../../../support/harness/harness';

import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { NEEDS_N8N, compileItemReader } from '../../../../nodes/shared/parameters/itemReader';
import { localNode } from '../../../support/harness/nodePackage';
import { chain } from '../../../support/harness/workflow';
import { nodeWith } from '../../../support/unit/node';

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
	const values = parameters.map((parameter) => compileItemReader(parameter)?.(item));
	expect(values).toEqual(await resolvedByN8n(parameters));
	expect(values).not.toContain(NEEDS_N8N);
});

it.each<[parameter: unknown, value: unknown]>([
	[7, 7],
	[
		{ mode: 'name', value: '={{ $json.name }}' },
		{ mode: 'name', value: 'PC-1' },
	],
	['={{ $json.nothing }}', NEEDS_N8N],
	['={{ $json.list }}', NEEDS_N8N],
	['={{ $json.name.length }}', NEEDS_N8N],
	['={{ $json.constructor }}', NEEDS_N8N],
	[{ value: '={{ $json.missing }}' }, NEEDS_N8N],
])('%j is read as %p', (parameter, value) => {
	expect(compileItemReader(parameter)?.(item)).toEqual(value);
});

it.each([
	...['={{ $json.name.toUpperCase() }}', '={{ $json.name + "x" }}', '=PC {{ $json.name }}'],
	...['={{ $json.name }} ', '={{ $json.name }}{{ $json.name }}', '={{ $json }}', '=name'],
	...['={{ $json.list[0] }}', '={{ $("Other").item.json.name }}', '={{ $json["a\\u0062"] }}'],
])('%s is left to n8n', (parameter) => {
	expect(compileItemReader(parameter)).toBeUndefined();
	expect(compileItemReader({ value: parameter })).toBeUndefined();
	expect(compileItemReader([parameter])).toBeUndefined();
});
