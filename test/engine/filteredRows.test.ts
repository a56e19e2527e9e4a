import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { getMany } from '../../nodes/Computer/operations/getMany';
import { collectRows, type ServiceAccess } from '../../nodes/shared/pagination/pages';
import { runOperation } from '../support/harness/harness';
import { useService } from '../support/service/useService';
import { scriptedService } from '../support/unit/scriptedService';

const service = useService();

async function list(node: string, parameters: INodeParameters) {
	const { outputs, error } = await runOperation(service, `${node}.getAll`, parameters);
	expect(error).toBeUndefined();
	return outputs.flat().map(({ json }) => json);
}

async function computersOf(
	scripted: ServiceAccess,
	filters: { domain_name?: string } = {},
	unsent: { configured?: 'notConfigured' } = {},
) {
	const params = { filters, options: {}, unsent };
	return await collectRows(getMany.rows(scripted, params, { now: 0, zone: 'UTC' }, Infinity));
}

describe.each<[node: string, filters: INodeParameters]>([
	['computer', { configured: 'notConfigured' }],
	['logSource', { silentForHours: 24 }],
	['agent', { silentForHours: 24 }],
])('rows of %s that fit %j', (node, filters) => {
	it('are as many as the limit allows', async () => {
		const all = await list(node, { filters, returnAll: true });
		const whole = await list(node, { returnAll: true });
		expect(all.length).toBeGreaterThan(1);
		expect(all.length).toBeLessThan(whole.length);
		for (const limit of [1, 2, 5, all.length - 1, all.length, all.length + 1]) {
			expect(await list(node, { filters, limit })).toEqual(all.slice(0, limit));
		}
	});
});

describe('computers that are no log sources', () => {
	const GUID = '{5F1C0E4A-0C0E-4D0B-9A51-7B6A0D4C1E2F}';

	it.each<[name: string, guid: string, left: string[], listedGuid?: string]>([
		['PC', GUID, []],
		['PC', '', [], ''],
		['pc', GUID.toLowerCase(), []],
		['pc', '', ['pc']],
		['PC', GUID.replace('5', '6'), ['PC']],
		['PC2', GUID, ['PC2']],
	])(
		'have another name or another GUID than PC: %j and %j',
		async (name, guid, left, listedGuid = GUID) => {
			const { service: scripted } = scriptedService(({ query }) => ({
				data: [
					query?.is_configured_list === true ? { name: 'PC', guid: listedGuid } : { name, guid },
				],
				meta: { total: 1, limit: 1000 },
			}));
			expect(
				await computersOf(scripted, { domain_name: 'corp' }, { configured: 'notConfigured' }),
			).toMatchObject({ rows: left.map((each) => ({ name: each })) });
		},
	);
});

it.each([undefined, ' '])(
	'a domain with the name %j is refused, since it would mean all',
	async (name) => {
		const { service: scripted, asked } = scriptedService(() => ({
			data: { domains: [{ domain_name: 'corp' }, { domain_name: name }] },
		}));
		await expect(computersOf(scripted)).rejects.toThrow('a domain has no name');
		expect(asked).toHaveLength(1);
	},
);
