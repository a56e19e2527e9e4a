import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { CORP, id, named } from '../cases/case';
import { accountOf } from '../support/account';
import { rowsOf } from '../support/cases/results';
import { caseWorld } from '../support/cases/world';
import { runNode } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import type { Fault } from '../support/service/faults';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld, switches: documented });

/** Writes whose response is lost, by what the list shows of them. */
interface LookUpCase {
	/** A write that the list shows. */
	shown?: INodeParameters;
	/** A write that the list does not show, or shows only in part. */
	hidden?: INodeParameters;
	/** A write of which the list shows a part even before it is sent. */
	half?: INodeParameters;
	/** How many lists are read before the write is sent. */
	readsBefore?: number;
}

const RULE = { log_type_id: id(503), rule_name: 'Extra 0', regex: 'user=(?<user>\\S+)' };

const CASES: Readonly<Record<string, LookUpCase>> = {
	'agent.add': { hidden: { device_name: 'CORP-PC-02', domain_name: named(CORP) } },
	'agent.update': {
		shown: { agent_id: id(301), updateFields: { display_name: 'New' } },
		hidden: { agent_id: id(301), updateFields: { display_name: 'New', log_level: '3' } },
	},
	'logSource.add': {
		// Another domain has this name.
		shown: { log_source: 'LAB-PC-01', domain_name: named(CORP) },
	},
	'logSource.delete': {
		shown: { log_source_id: id(1001) },
	},
	'logSource.setEventSourceFiles': {
		hidden: { log_source_id: id(1001), source_files: ['Security'] },
	},
	'logSource.update': {
		shown: {
			log_source_id: id(1002),
			updateFields: {
				display_name: 'New',
				log_collection_status: 'disabled',
				log_source_group: named('Critical Servers'),
				log_type_name: 'Unix',
			},
		},
		hidden: { log_source_id: id(1002), updateFields: { display_name: 'New', time_zone: 'UTC' } },
		half: {
			log_source_id: id(1002),
			updateFields: { log_collection_status: 'enabled', display_name: 'New' },
		},
	},
	'logType.create': {
		shown: { log_type_display_name: 'New', type: 'syslog' },
		half: { log_type_display_name: 'Billing', type: 'csv' },
	},
	'logType.delete': {
		shown: { log_type_id: id(504) },
		// A predefined log type stays.
		hidden: { log_type_id: id(501) },
		readsBefore: 1,
	},
	'parserRule.create': {
		// Another log type has such a rule.
		shown: {
			...RULE,
			options: { apply_when: "(HOSTTYPE equals_cs 'unix')", sample_log: 'user=a' },
		},
		half: { ...RULE, rule_name: 'Invoice posted', regex: 'new' },
	},
	'parserRule.delete': { hidden: { log_type_id: id(502), rule_id: id(702) } },
	'parserRule.update': {
		shown: { ...RULE, rule_id: id(703) },
		hidden: { ...RULE, rule_id: id(703), options: { sample_log: 'a' } },
		half: { ...RULE, rule_id: id(703), rule_name: 'Invoice posted', regex: 'USER=(?<user>\\S+)' },
	},
	'parserRule.upsert': {
		shown: RULE,
		hidden: { ...RULE, rule_name: 'Invoice posted', options: { sample_log: 'a' } },
		half: { ...RULE, rule_name: 'Invoice posted', regex: 'new' },
		readsBefore: 1,
	},
};

/** Writes one item; each write meets a fault of this kind. `more` can disturb the look-up after it. */
async function write(
	operation: string,
	parameters: INodeParameters,
	kind: 'afterEffect' | 'resetBefore',
	...more: Fault[]
) {
	for (const method of ['POST', 'PUT', 'DELETE']) service.faults.push({ kind, match: { method } });
	service.faults.push(...more);
	const [node = '', value = ''] = operation.split('.');
	const run = await runNode({
		node,
		parameters: { ...parameters, operation: value },
		credentials: accountOf(service),
		onError: 'continueRegularOutput',
	});
	expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	const [{ outcome, detail, rule_id } = {}] = rowsOf(run);
	return { outcome, detail, rule_id, hints: run.hints };
}

/** How the detail of a row ends if the list did not decide its outcome. */
const UNDECIDED = /before you send this item again$/;

const writesWith = (part: keyof LookUpCase) =>
	Object.entries(CASES).flatMap(([operation, lookUpCase]) => {
		const parameters = lookUpCase[part] as INodeParameters | undefined;
		return parameters === undefined
			? []
			: [[operation, parameters, lookUpCase.readsBefore] as const];
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

	it.each([...writesWith('shown'), ...writesWith('half')])(
		'is unknown if the list shows no change: %s',
		async (operation, parameters) => {
			expect(await write(operation, parameters, 'resetBefore')).toMatchObject({
				outcome: 'unknown',
				detail: expect.not.stringMatching(UNDECIDED),
			});
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

	it('names another place to check if no list shows it', async () => {
		const [, parameters = {}] = writesWith('hidden').find(([name]) => name.endsWith('Files')) ?? [];
		const { detail } = await write('logSource.setEventSourceFiles', parameters, 'afterEffect');
		expect(detail).toMatch(/Check the event source files in the console/);
	});

	it('shows no ID if the list has several rows with its name', async () => {
		const twin = { ...RULE, log_type_id: id(502) };
		const row = await write('parserRule.create', twin, 'afterEffect');
		expect(row).toMatchObject({ outcome: 'succeeded', rule_id: '' });
	});

	it.each<[operation: string, parameters: INodeParameters, list: object, nth: number]>([
		[
			'logSource.add',
			{ log_source: 'TWIN', domain_name: named(CORP) },
			{
				log_sources: [1, 2].map((log_source_id) => ({
					log_source: 'TWIN',
					domain_name: CORP,
					log_source_id,
				})),
			},
			1,
		],
		[
			'parserRule.upsert',
			{ ...RULE, rule_name: 'Invoice posted' },
			{
				rules: [RULE.regex, 'new'].map((regex, at) => ({
					rule_id: at + 1,
					rule_name: 'Invoice posted',
					method: 'regex',
					regex,
				})),
			},
			2,
		],
	])(
		'is unknown if the list then has several rows of its name: %s',
		async (operation, parameters, data, nth) => {
			const list: Fault = {
				kind: 'raw',
				text: JSON.stringify({ data }),
				match: { method: 'GET', nth },
			};
			const { outcome, detail } = await write(operation, parameters, 'afterEffect', list);
			expect([outcome, detail]).toEqual(['unknown', expect.stringMatching(UNDECIDED)]);
		},
	);

	it('has a case in each write', () => {
		const writes = allOperations.filter(({ operation }) => operation.kind === 'write');
		expect(Object.keys(CASES)).toEqual(writes.map(nameOf).sort());
	});
});

/** The writes to something that exists; their cases give its ID. */
const changes = allOperations.flatMap(({ node, operation }) =>
	operation.kind === 'write' && operation.lookUp?.resolve && operation.lookUp.creates !== true
		? [{ name: nameOf({ node, operation }), node, columns: operation.identityColumns }]
		: [],
);

it.each(changes)(
	'a dry run by ID shows the names that the list has: $name',
	async ({ name, node, columns }) => {
		const { shown, hidden = shown } = CASES[name] ?? {};
		const [, operation = ''] = name.split('.');
		const run = await runNode({
			node,
			parameters: { ...hidden, operation, options: { dryRun: true } },
			credentials: accountOf(service),
		});
		const [row = {}] = rowsOf(run);
		expect(row).toMatchObject({ outcome: 'planned' });
		expect(columns.filter((column) => row[column] === '')).toEqual([]);
	},
);
