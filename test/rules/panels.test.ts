import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { LogManagementApi } from '../../credentials/LogManagementApi.credentials';
import { nodeNames, nodeType } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { findings, MOST, openFields } from '../support/rules/panels';

const properties = new Map<string, INodeProperties[]>();

beforeAll(async () => {
	for (const name of await nodeNames()) {
		properties.set(name, (await nodeType(name)).description.properties);
	}
});

const operations = allOperations.map((offered) => [nameOf(offered), offered] as const);

describe('the panel of an operation', () => {
	it.each(operations)('opens with few fields: %s', (name, { node, operation }) => {
		const fields = openFields(properties.get(node) ?? [], { operation: operation.value });
		expect(fields).toContain('Operation');
		const most = operation.kind === 'write' ? MOST.write : MOST.read;
		expect(findings(name, fields, most)).toEqual([]);
	});

	it('is refused if it opens with more', () => {
		const field = (name: string, rest: Partial<INodeProperties> = {}): INodeProperties => ({
			...{ displayName: name, name, type: 'string', default: '' },
			...rest,
		});
		const hidden = { displayOptions: { show: { A: ['x'] } } };
		const fields = [
			...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => field(name)),
			field('Shown for x', hidden),
			field('Resource', { type: 'hidden' }),
			field('Options', { type: 'collection', default: {}, options: [field('G'), field('H')] }),
		];
		expect(findings('offender', openFields(fields.slice(1)), MOST.read)).toEqual([
			'offender opens with 7 fields: Credential, B, C, D, E, F, Options',
		]);
		expect(findings('fine', openFields(fields.slice(2)), MOST.read)).toEqual([]);
		expect(openFields(fields, { A: 'x' })).toContain('Shown for x');
	});
});

it.each(['alertTrigger', 'healthTrigger'])('the panel of %s opens with few fields', (name) => {
	expect(findings(name, openFields(properties.get(name) ?? []), MOST.write)).toEqual([]);
});

it('the credential opens with few fields', () => {
	expect(openFields(new LogManagementApi().properties).length).toBeLessThanOrEqual(MOST.write);
});
