import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { NEEDS_N8N, parseItemPath } from '../../../../nodes/shared/parameters/itemPath';
import { runNode } from '../../../support/harness/harness';
import { startService, type Service } from '../../../support/service/service';

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
	])('%s is left to n8n', (parameter) => {
		expect(parseItemPath(parameter)).toBeUndefined();
		expect(parseItemPath({ value: parameter })).toBeUndefined();
	});
});

describe('beside what n8n itself makes of it', () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService();
	});
	afterAll(async () => await service.stop());

	/** What is sent for an item, by a plain reference, and by one that n8n has to work out. */
	const sent = async (expression: string, json: IDataObject): Promise<NodeParameterValueType[]> => {
		const bodies: NodeParameterValueType[] = [];
		for (const log_source of [`={{ ${expression} }}`, `={{ (${expression}) }}`]) {
			service.clearRequests();
			const parameters: INodeParameters = {
				operation: 'add',
				log_source,
				domain_name: { __rl: true, mode: 'name', value: 'corp.example.com' },
			};
			const run = await runNode({
				node: 'logSource',
				parameters,
				items: [{ json }],
				credentials: { baseUrl: service.url, accessToken: service.token },
			});
			bodies.push(service.requests[0]?.text ?? run.error?.message ?? '');
		}
		return bodies;
	};

	it.each<[string, unknown]>([
		['$json.name', 'CORP-PC-01'],
		['$json.name', '={{ 1 + 1 }}'],
		['$json.name', ' padded '],
		['$json.name', 12],
		['$json.name', true],
		['$json.name', null],
		['$json.name', { a: 1 }],
		['$json.name', ['a']],
		['$json.name', ''],
		['$json.other', 'x'],
		['$json["name"]', '2026-01-01T00:00:00Z'],
		['$json.name.length', 'x'],
		['$json.a.b', 'x'],
	])('%s of %j is the same', async (expression, value) => {
		const [plain, resolved] = await sent(expression, { name: value } as IDataObject);
		expect(plain).toEqual(resolved);
		expect(plain).not.toBe('');
	});
});
