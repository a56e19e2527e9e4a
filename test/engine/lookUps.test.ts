import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/texts';
import { answering, CORP, named } from '../cases/case';
import { NEW_NAMES, WRITES, type WriteCase } from '../cases/writes';
import { rowsOf } from '../support/cases/results';
import { useCaseService } from '../support/cases/useCaseService';
import { runOperation } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import type { Fault } from '../support/service/faults';

const service = useCaseService();

/** Writes one item; each write meets a fault of this kind. `more` can disturb the look-up after it. */
async function write(
	operation: string,
	parameters: INodeParameters,
	kind: 'afterEffect' | 'resetBefore',
	...more: Fault[]
) {
	for (const method of ['POST', 'DELETE']) service.faults.push({ kind, match: { method } });
	service.faults.push(...more);
	const row = await run(operation, parameters);
	expect(sentMethods('POST', 'PUT', 'DELETE')).toBe(1);
	return row;
}

async function run(operation: string, parameters: INodeParameters) {
	const onError = 'continueRegularOutput';
	const result = await runOperation(service, operation, parameters, { onError });
	const [{ outcome, detail } = {}] = rowsOf(result);
	return { outcome, detail, hints: result.hints };
}

const sentMethods = (...methods: string[]): number =>
	service.requests.filter(({ method }) => methods.includes(method)).length;

/** The detail of a row ends in these words if the list did not decide its outcome. */
const UNDECIDED = /before you send this item again$/;

const writesWith = (part: keyof WriteCase['lost'], otherPart = part) =>
	Object.entries(WRITES).flatMap(([operation, { lost }]) => {
		const parameters = (lost[part] ?? lost[otherPart]) as INodeParameters | undefined;
		return parameters === undefined ? [] : [[operation, parameters, lost.readsBefore] as const];
	});

describe('a write whose response is lost', () => {
	it.each(writesWith('shown'))(
		'succeeded if the list shows it: %s',
		async (operation, parameters) => {
			expect(await write(operation, parameters, 'afterEffect')).toMatchObject({
				outcome: 'succeeded',
			});
		},
	);

	it.each(writesWith('half', 'shown'))(
		'is unknown if the list shows no change: %s',
		async (operation, parameters) => {
			expect(await write(operation, parameters, 'resetBefore')).toMatchObject({
				outcome: 'unknown',
				detail: expect.not.stringMatching(UNDECIDED),
			});
		},
	);

	it.each(writesWith('half'))(
		'shares the name of its half in test/cases/writes.ts with a listed record: %s',
		async (name, parameters) => {
			const field = Object.keys(NEW_NAMES).find((key) => key in parameters) ?? '';
			const settings = { ...parameters, logTypes: 'all', returnAll: true };
			const { outputs } = await runOperation(service, name.replace(/\..*/, '.getAll'), settings);
			expect(JSON.stringify(outputs)).toContain(`"${asText(parameters[field])}"`);
		},
	);

	it.each(writesWith('hidden'))(
		'is unknown if the list cannot show the change: %s',
		async (operation, parameters) => {
			expect(await write(operation, parameters, 'afterEffect')).toMatchObject({
				outcome: 'unknown',
				detail: expect.stringMatching(UNDECIDED),
			});
		},
	);

	it.each(writesWith('shown'))(
		'is unknown if the list cannot be read, and a warning says so: %s',
		async (operation, parameters, readsBefore = 0) => {
			const nth = (count: number): boolean => count > readsBefore;
			const fault: Fault = { kind: 'status', status: 400, match: { method: 'GET', nth } };
			const { outcome, detail, hints } = await write(operation, parameters, 'afterEffect', fault);
			expect([outcome, detail]).toEqual(['unknown', expect.stringMatching(UNDECIDED)]);
			expect(hints).toContainEqual({
				message: expect.stringContaining('could not be looked up'),
				location: 'outputPane',
				type: 'warning',
			});
		},
	);

	it.each(writesWith('repeated'))(
		'is sent again if it sets values, and a refusal of the last attempt does not decide it: %s',
		async (operation, parameters) => {
			service.faults.push({ kind: 'afterEffect', match: { method: 'PUT', nth: 1 } });
			const { outcome } = await run(operation, parameters);
			expect([outcome, sentMethods('PUT')]).toEqual(['succeeded', 2]);
			service.clearRequests();
			const refusal = { kind: 'refusal', code: '07001111', status: 400 } as const;
			service.faults.push(
				{ kind: 'resetBefore', match: { method: 'PUT', nth: 1 } },
				{ kind: 'status', status: 429, match: { method: 'PUT', nth: 2 } },
				{ ...refusal, match: { method: 'PUT', nth: 3 } },
			);
			const row = await run(operation, parameters);
			expect(row).toMatchObject({
				outcome: 'unknown',
				detail: expect.stringMatching(/so you can safely send this item again$/),
			});
			expect(sentMethods('PUT')).toBe(3);
		},
	);

	it.each([
		['shares its type', [{ type: 'SYSLOG' }], 'succeeded', /^Confirmed/],
		['is listed without its type', [{}], 'succeeded', /^Confirmed/],
		['has another type', [{ type: 'csv' }], 'unknown', /shows no change$/],
		['is listed twice', [{ type: 'syslog' }, { type: 'syslog' }], 'unknown', UNDECIDED],
	])('is decided by the record that %s', async (_what, records, outcome, says) => {
		const types = records.map((type, at) => ({
			log_type_id: at,
			log_type_display_name: 'A',
			...type,
		}));
		const list = answering({ data: { types } }, { method: 'GET' });
		const parameters = { log_type_display_name: 'A', type: 'syslog' };
		const row = await write('logType.create', parameters, 'afterEffect', list);
		expect(row).toMatchObject({ outcome, detail: expect.stringMatching(says) });
	});
});

it('a new record is sent although the service counts more records than it serves', async () => {
	const list = { data: { log_sources: [], meta: { total: 2 } } };
	service.faults.push(answering(list, { method: 'GET' }));
	const parameters = { log_source: 'CORP-PC-02', domain_name: named(CORP), ifExists: 'return' };
	const { outcome, hints } = await run('logSource.add', parameters);
	expect([outcome, hints[0]?.message]).toEqual(['succeeded', expect.stringMatching(/counts 2 /)]);
});

/** These writes change a record that exists; their cases give its ID. */
const changes = allOperations.flatMap(({ node, operation }) =>
	operation.kind === 'write' &&
	operation.lookUp !== undefined &&
	operation.newRecordFields === undefined
		? [{ name: nameOf({ node, operation }), columns: operation.identityColumns }]
		: [],
);

it.each(changes)(
	'a dry run by ID shows the names that the list has: $name',
	async ({ name, columns }) => {
		const { repeated, shown, hidden = repeated ?? shown } = WRITES[name]?.lost ?? {};
		const parameters = { ...hidden, options: { dryRun: true } };
		const result = await runOperation(service, name, parameters);
		const [row = {}] = rowsOf(result);
		expect(row).toMatchObject({ outcome: 'planned' });
		expect(columns.filter((column) => row[column] === '')).toEqual([]);
	},
);

it('a log type is found by its name once for all items, and an unknown one fails alone', async () => {
	const parameters = { log_type_id: named('={{ $json.type }}'), rule_name: '={{ $json.rule }}' };
	const types = ['billing', 'Nothing', 'Syslog'].map((type) => ({ type, rule: `${type} 1` }));
	const items = [...types, { type: 'Nothing', rule: '' }];
	const result = await runOperation(service, 'parserRule.create', parameters, { items });
	const detail =
		'Not found: the service lists no log type named "Nothing". Log Type › Get Many lists them.';
	expect(rowsOf(result)).toMatchObject([
		{ outcome: 'succeeded', log_type_id: 503 },
		{ outcome: 'failed', rule_name: 'Nothing 1', detail },
		{ outcome: 'succeeded', log_type_id: 502 },
		{ outcome: 'failed', detail: expect.stringMatching(/^Rule Name is empty/) },
	]);
	expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
});
