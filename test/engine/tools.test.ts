import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/texts';
import { BETWEEN, id, named } from '../cases/case';
import { caseWorld } from '../support/cases/world';
import { runOperation } from '../support/harness/harness';
import { namedOperations } from '../support/rules/allOperations';
import { itemMaker } from '../support/rules/itemKinds';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld, switches: documented });

/** Runs an operation as a tool, with the arguments of a model as its input item. */
async function call(name: string, parameters: INodeParameters, args: IDataObject = {}) {
	service.clearRequests();
	const run = await runOperation(service, name, parameters, { items: [args], asTool: true });
	const items = run.outputs.flat().map(({ json }) => json);
	return { items, error: run.error, last: items.at(-1) };
}

const argument = (name: string) => `={{ $json.${name} }}`;
const EMPTY = argument('empty');

describe('an argument that a model leaves empty', () => {
	it.each(['', null, ' '])('%j is a filter that is not set', async (severity) => {
		const filters = {
			severity: argument('severity'),
			profile_ids: argument('severity'),
			conditions: { condition: [{ field: 'EVENTID', value: argument('severity') }] },
		};
		await call('alert.count', { ...BETWEEN, filters }, { severity });
		expect(service.requests).toHaveLength(1);
		const [{ body } = { body: undefined }] = service.requests;
		expect(body).toMatchObject({ query: '*' });
		expect(body).not.toHaveProperty('severity');
		expect(body).not.toHaveProperty('profile_ids');
	});

	it('is a domain and a change that are not set', async () => {
		const parameters = {
			log_source_id: id(1002),
			updateFields: { display_name: EMPTY, log_source_group: named(argument('group')) },
			options: { domain_name: named(EMPTY) },
		};
		const args = { empty: '', group: 'WindowsGroup' };
		const { items } = await call('logSource.update', parameters, args);
		expect(items).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
	});

	it('does not clear a text of a parser rule', async () => {
		const rule = { log_type_id: id(503), rule_name: 'Invoice posted', regex: 'a' };
		await call('parserRule.upsert', { ...rule, options: { apply_when: EMPTY } }, { empty: '' });
		const put = service.requests.find(({ method }) => method === 'PUT');
		expect(put?.body).not.toHaveProperty('apply_when');
	});

	const changes = { log_source_id: id(1002), updateFields: { display_name: EMPTY } };
	const dry = { log_source_id: id(1002), options: { dryRun: EMPTY } };
	const times = { timeRange: 'between', start_time: EMPTY, end_time: EMPTY };
	const condition = [{ field: EMPTY, value: '4625' }];

	it.each<[name: string, INodeParameters, says: string]>([
		['logSource.update', changes, 'Display Name, Log Collection Mode'],
		['alert.count', times, 'Start Time is empty'],
		['alert.count', { filters: { conditions: { condition } } }, 'Field is empty'],
		['logSource.delete', { log_source_id: named(EMPTY) }, 'Log Source is empty'],
		['logSource.delete', dry, 'Dry Run is empty'],
	])('is refused by %s with %j', async (name, parameters, says) => {
		const { items, error } = await call(name, parameters, { empty: '' });
		expect(JSON.stringify([items, error])).toContain(says);
		expect(service.requests).toEqual([]);
	});
});

const lists = namedOperations.filter(
	([, { operation }]) => operation.kind === 'list' && operation.noLimit !== true,
);

describe('the last item of a tool', () => {
	it.each(lists)('of %s says truly whether Limit cut the list', async (name, offered) => {
		const good = { ...itemMaker(offered)('good', {}), filters: {} };
		const read = async (setting: INodeParameters) => {
			const { items } = await call(name, { ...good, ...setting });
			const rows = items.filter((item) => !('note' in item));
			return { count: rows.length, note: asText(items.slice(rows.length)[0]?.['note']) };
		};
		const { count: all } = await read({ returnAll: true });
		for (const limit of [1, Math.ceil(all / 2), all - 1, all, all + 1].filter(Boolean)) {
			const { count, note } = await read({ returnAll: false, limit });
			expect(count).toBe(Math.min(limit, all));
			const whole = `Limit is ${limit}, and the service counts ${all}`;
			const isCut = [whole, `Limit is ${limit}, so there may be more`].some((text) =>
				note.includes(text),
			);
			if (limit !== all) expect([note, isCut]).toEqual([note, limit < all]);
		}
	});

	it('of a list without a count says that there may be more', async () => {
		const { last } = await call('logSource.getAll', { limit: 2, filters: { silentForHours: 0 } });
		expect(last).toEqual({
			note: 'The node filtered by silentForHours 0. 2 records read. Limit is 2, so there may be more',
		});
	});

	it('says the filters of a list, with rows and without', async () => {
		const read = async (name: string) => {
			const filters = { domain_name: named(argument('name')), log_collection_status: 'enabled' };
			return (await call('logSource.getAll', { limit: 1000, filters }, { name })).last;
		};
		for (const name of ['LAB', 'corp.example.com']) {
			const note = `Filters sent: domain_name ${name}, log_collection_status enabled`;
			expect(await read(name)).toEqual({ note });
		}
	});

	it('says that a model gets no file, and what to set instead', async () => {
		const { last } = await call('alert.exportAlerts', { ...BETWEEN, format: 'csv' });
		expect(last).toEqual({ note: expect.stringMatching(/file to no model\. .* Format to Items$/) });
	});

	it('says what a person reads in a hint', async () => {
		service.faults.push({
			kind: 'raw',
			text: '{ "data": { "log_sources": [], "meta": { "total": 2 } } }',
		});
		const { last } = await call('logSource.getAll', { returnAll: true });
		expect(last).toEqual({ note: expect.stringContaining('counts 2 records and served 0') });
	});
});

it('a domain that is not configured is refused with advice', async () => {
	const parameters = { log_source: 'PC-1', domain_name: named('nowhere.example.com') };
	const { items, error } = await call('logSource.add', parameters);
	expect(JSON.stringify([items, error])).toContain('Domain › Get Many lists');
});
