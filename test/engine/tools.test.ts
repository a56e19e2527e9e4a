import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { BETWEEN, id, named } from '../cases/case';
import { caseWorld, MADE_AT } from '../support/cases/world';
import { runOperation } from '../support/harness/harness';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld, switches: documented });

/** Runs an operation as a tool, with the arguments of a model as its input item. */
async function call(name: string, parameters: INodeParameters, args: IDataObject = {}) {
	service.clock.freeze(MADE_AT);
	service.clearRequests();
	const run = await runOperation(service, name, parameters, { items: [args], asTool: true });
	const items = run.outputs.flat().map(({ json }) => json);
	return { items, error: run.error, last: items.at(-1) };
}

const argument = (name: string) => `={{ $json.${name} }}`;

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
			updateFields: { display_name: argument('empty'), log_source_group: named(argument('group')) },
			options: { domain_name: named(argument('empty')) },
		};
		const { items } = await call('logSource.update', parameters, {
			empty: '',
			group: 'WindowsGroup',
		});
		expect(items).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
	});

	it('is refused by a change without any field, which names the fields', async () => {
		const parameters = {
			log_source_id: id(1002),
			updateFields: { display_name: argument('empty') },
		};
		const { error } = await call('logSource.update', parameters, { empty: '' });
		expect(error?.description).toContain('Display Name, Log Collection Mode');
	});

	it('does not clear a text of a parser rule', async () => {
		const rule = { log_type_id: id(503), rule_name: 'Invoice posted', regex: 'a' };
		await call(
			'parserRule.upsert',
			{ ...rule, options: { apply_when: argument('empty') } },
			{ empty: '' },
		);
		const put = service.requests.find(({ method }) => method === 'PUT');
		expect(put?.body).not.toHaveProperty('apply_when');
	});

	it('is refused for the field of a condition that has a value', async () => {
		const condition = [{ field: argument('empty'), value: '4625' }];
		const { items, error } = await call(
			'alert.count',
			{ filters: { conditions: { condition } } },
			{ empty: '' },
		);
		expect(JSON.stringify([items, error])).toContain('Field is empty');
		expect(service.requests).toEqual([]);
	});

	it.each([
		['the log source', { log_source_id: named(argument('empty')) }, 'Log Source is empty'],
		['a time', {}, 'Start Time is empty'],
		['a dry run', { options: { dryRun: argument('empty') } }, 'Dry Run is empty'],
	])('is refused for %s', async (_name, parameters, message) => {
		const times = {
			timeRange: 'between',
			start_time: argument('empty'),
			end_time: argument('empty'),
		};
		const { items, error } =
			message === 'Start Time is empty'
				? await call('alert.count', times, { empty: '' })
				: await call('logSource.delete', { log_source_id: id(1001), ...parameters }, { empty: '' });
		expect(JSON.stringify([items, error])).toContain(message);
		expect(service.requests).toEqual([]);
	});
});

describe('the last item of a tool', () => {
	it('says that Limit cut a list, with the count of the service', async () => {
		const { items, last } = await call('logSource.getAll', { limit: 2 });
		expect(items).toHaveLength(3);
		expect(last).toEqual({ note: '2 of 25 records read: Limit is 2' });
	});

	it('says that Limit may have cut a list that is not counted', async () => {
		const filters = { silentForHours: 0 };
		const { last } = await call('logSource.getAll', { limit: 2, filters });
		expect(last).toEqual({ note: '2 records read: Limit is 2, so there may be more' });
	});

	it('is a row if nothing was cut', async () => {
		const { last } = await call('domain.getAll', { limit: 50 });
		expect(last).toHaveProperty('domain_name');
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
