import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../nodes/shared/operation/operationFields';
import { asText } from '../../nodes/shared/texts';
import { answering, BETWEEN, CORP, id, named } from '../cases/case';
import { rowsOf } from '../support/cases/results';
import { useCaseService } from '../support/cases/useCaseService';
import { runOperation } from '../support/harness/harness';
import { namedOperations, type Offered } from '../support/rules/allOperations';
import { itemMaker } from '../support/rules/itemKinds';

const service = useCaseService();

/** Runs an operation as a tool, with the arguments of a model as its input item. */
async function call(name: string, parameters: INodeParameters, args: IDataObject = {}) {
	service.clearRequests();
	const run = await runOperation(service, name, parameters, { items: [args], asTool: true });
	const items = rowsOf(run);
	return { items, error: run.error, last: items.at(-1) };
}

const argument = (name: string) => `={{ $json.${name} }}`;
const EMPTY = argument('empty');

const WITH_DEFAULT: readonly string[] = ['boolean', 'dateTime', 'number', 'options'];

const fieldsWithDefault = ({ operation }: Offered) =>
	operationFields(operation).filter(({ type }) => WITH_DEFAULT.includes(type));

const withDefaults = namedOperations.filter(([, offered]) => fieldsWithDefault(offered).length > 0);

describe('an argument that a model leaves empty', () => {
	it.each(['', null, ' ', 'null', 'None', ' null\n'])(
		'%j is a filter or a time that is not set',
		async (severity) => {
			const filters = {
				severity: argument('severity'),
				profile_ids: argument('severity'),
				conditions: { condition: [{ field: 'EVENTID', value: argument('severity') }] },
			};
			const times = { ...BETWEEN, start_time: argument('severity') };
			await call('alert.count', { ...times, filters }, { severity });
			expect(service.requests).toHaveLength(1);
			const [{ body } = { body: undefined }] = service.requests;
			expect(body).toMatchObject({ query: '*', start_time: '2026-02-28T13:00:00Z' });
			expect(body).not.toHaveProperty('severity');
			expect(body).not.toHaveProperty('profile_ids');
		},
	);

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

	it('does not clear a text of a parser rule, but blanks are a text', async () => {
		const rule = { log_type_id: id(503), rule_name: 'Invoice posted', regex: 'a' };
		const options = { apply_when: EMPTY, delimiter: argument('blank') };
		await call('parserRule.upsert', { ...rule, options }, { empty: '', blank: '\t' });
		const put = service.requests.find(({ method }) => method === 'PUT');
		expect(put?.body).toHaveProperty('delimiter', '\t');
		expect(put?.body).not.toHaveProperty('apply_when');
	});

	it.each(withDefaults)(
		'has the default of each field of %s outside collections',
		async (name, offered) => {
			const result = async (valueOf: (field: INodeProperties) => INodeProperties['default']) => {
				service.reset();
				const item: INodeParameters = { ...itemMaker(offered)('good', {}) };
				for (const field of fieldsWithDefault(offered)) item[field.name] = valueOf(field);
				const { items, error } = await call(name, item, { empty: 'None' });
				const sent = service.requests.map(({ path, query, body }) => [path, query, body]);
				// An expression may set what fills a column, such as an ID.
				const all = JSON.stringify([items, error?.message, sent]).replaceAll(/,"\w+":null/g, '');
				return all.replaceAll(/\d{4}-[\d-]+(?:T[\d:]+Z)?/g, 'time');
			};
			expect(await result(() => EMPTY)).toEqual(await result((field) => field.default));
		},
	);

	it.each(['', 'null'])('leaves out its row, and a fixed None stays: %j', async (empty) => {
		const mapping = [
			{ display_name: EMPTY, value: EMPTY },
			{ display_name: 'None', value: 'a' },
			{ display_name: EMPTY, value: 'b' },
		];
		const rule = { log_type_id: id(503), rule_name: 'New', regex: 'a', mappings: { mapping } };
		await call('parserRule.create', rule, { empty });
		expect(service.requests.at(-1)?.body).toMatchObject({
			fields: [{ display_name: 'None', value: 'a' }, { value: 'b' }],
		});
	});

	it.each(['', 'none', 'perhaps'])('%j in Dry Run holds back the run', async (empty) => {
		const parameters = { log_source_id: id(1002), options: { dryRun: EMPTY } };
		const { items } = await call('logSource.delete', parameters, { empty });
		const outcome = empty === 'perhaps' ? 'failed' : 'planned';
		expect(items[0]).toMatchObject({ outcome });
		expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
	});

	const changes = { log_source_id: id(1002), updateFields: { display_name: EMPTY } };
	const condition = [{ field: EMPTY, value: '4625' }];

	it.each<[name: string, INodeParameters, says: string]>([
		['logSource.update', changes, 'Display Name, Log Collection Mode'],
		['alert.count', { filters: { conditions: { condition } } }, 'Field is empty'],
		['logSource.delete', { log_source_id: named(EMPTY) }, 'Log Source is empty'],
	])('is refused by %s with %j', async (name, parameters, says) => {
		const { items, error } = await call(name, parameters, { empty: '' });
		expect(JSON.stringify([items, error])).toContain(says);
		expect(service.requests).toEqual([]);
	});
});

const lists = namedOperations.filter(
	([, { operation }]) => operation.kind === 'list' && operation.noLimit !== true,
);

const TO_ADD = { configured: 'notConfigured', domain_name: named(CORP) };

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
			const counted = `Limit is ${limit}, and the service counts ${all}`;
			const uncounted = `Limit is ${limit}, so there may be more`;
			const isCut = note.includes(counted) || (limit !== all && note.includes(uncounted));
			expect([note, isCut]).toEqual([note, limit < all]);
		}
	});

	it.each([
		['logSource', { silentForHours: 0 }, 'Silent for at Least (Hours) 0'],
		['computer', TO_ADD, `Computers Not Configured Only, Domain ${CORP}`],
	])('of a filtered list of %s says that there may be more', async (node, filters, text) => {
		const { last } = await call(`${node}.getAll`, { limit: 2, filters });
		expect(last).toEqual({
			note: `Filters: ${text}. 2 records read. Limit is 2, so there may be more`,
		});
	});

	it('says that a model gets no file, what to set instead, and what is missing', async () => {
		const counted = { data: [{}], meta: { total_items: 2 } };
		service.faults.push(answering(counted, { method: 'GET' }));
		const { last } = await call('alert.exportAlerts', { ...BETWEEN, format: 'csv' });
		expect(last).toEqual({
			note: expect.stringMatching(
				/counts 2 .* served 1.* files to a model\. .* Get Many with a Limit$/,
			),
		});
	});
});

describe.each([
	['logSource.add', 'log_source', 'Log Source Name'],
	['agent.add', 'device_name', 'Device Name'],
])('a name that no computer has is refused before anything is sent by %s', (name, field, label) => {
	const names = ['A, B', '"A"', "A'", 'CORP\\A', 'A#1', 'A?'];

	it.each(names)('%s', async (given) => {
		service.clearRequests();
		const parameters = { [field]: '={{ $json.given }}', domain_name: named(CORP) };
		const items = [{ given }, { given: 'CORP-PC-09' }];
		expect(rowsOf(await runOperation(service, name, parameters, { items }))).toMatchObject([
			{
				outcome: 'failed',
				detail: expect.stringContaining(`${label} isn't the name of a computer`),
			},
			{ outcome: 'succeeded' },
		]);
		expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('A');
	});
});
