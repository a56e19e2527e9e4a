import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { writeColumns } from '../../../../nodes/shared/engine/writeColumns';
import { CORP, id, named } from '../../../cases/case';
import { allOperations, nameOf, operationOf } from '../../../support/rules/allOperations';

const BY_ID = id(1001);
const BY_NAME = named('WEB01');
const EITHER = '={{ $json.target }}';

const PC = { log_source: 'A', domain_name: named(CORP), options: {} };
const RULE = { log_type_id: BY_ID, rule_name: 'A', regex: 'a', options: {} };

/** The settings of each write, with the columns of names and IDs of a run and of a dry run. */
const CASES: ReadonlyArray<
	[operation: string, settings: INodeParameters, run: string, dry: string]
> = [
	[
		'agent.add',
		{ device_name: 'A', domain_name: named(CORP) },
		'device_name domain_name',
		'device_name domain_name',
	],
	['agent.update', { agent_id: BY_ID }, 'agent_id', 'agent_name agent_id'],
	['agent.update', { agent_id: BY_NAME }, 'agent_name agent_id', 'agent_name agent_id'],
	['logSource.add', PC, 'log_source domain_name', 'log_source domain_name'],
	[
		'logSource.add',
		{ ...PC, options: { returnIds: false } },
		'log_source domain_name',
		'log_source domain_name',
	],
	[
		'logSource.add',
		{ ...PC, options: { returnIds: true } },
		'log_source domain_name log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.add',
		{ ...PC, ifExists: 'return' },
		'log_source domain_name log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.add',
		{ ...PC, ifExists: '={{ $json.mode }}' },
		'log_source domain_name log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.delete',
		{ log_source_id: BY_ID },
		'log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.delete',
		{ log_source_id: BY_NAME },
		'log_source',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.delete',
		{ log_source_id: BY_NAME, options: { domain_name: named(CORP) } },
		'log_source domain_name',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.delete',
		{ log_source_id: EITHER },
		'log_source log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.setEventSourceFiles',
		{ log_source_id: BY_ID },
		'log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logSource.update',
		{ log_source_id: BY_NAME },
		'log_source domain_name log_source_id',
		'log_source domain_name log_source_id',
	],
	[
		'logType.create',
		{ log_type_display_name: 'A', ifExists: 'fail' },
		'log_type_display_name log_type_id',
		'log_type_display_name',
	],
	[
		'logType.create',
		{ log_type_display_name: 'A', ifExists: 'return' },
		'log_type_display_name log_type_id',
		'log_type_display_name log_type_id',
	],
	[
		'logType.delete',
		{ log_type_id: BY_ID },
		'log_type_display_name log_type_id',
		'log_type_display_name log_type_id',
	],
	['parserRule.create', RULE, 'rule_name rule_id log_type_id', 'rule_name log_type_id'],
	['parserRule.delete', { rule_id: BY_ID, log_type_id: id('') }, 'rule_id', 'rule_id'],
	['parserRule.delete', { rule_id: BY_ID, log_type_id: BY_ID }, 'rule_id', 'rule_name rule_id'],
	[
		'parserRule.update',
		{ ...RULE, rule_id: BY_ID, log_type_id: id('') },
		'rule_name rule_id',
		'rule_name rule_id',
	],
	['parserRule.upsert', RULE, 'rule_name rule_id log_type_id', 'rule_name rule_id log_type_id'],
];

it.each(CASES)(
	'%s has a column for each name and ID that %j can fill',
	(name, settings, run, dry) => {
		const operation = operationOf(name);
		if (operation.kind !== 'write') throw new Error(`${name} is no write`);
		const identity = (isDryRun: boolean): string =>
			writeColumns(operation, settings, isDryRun)
				.filter((column) => operation.identityColumns.includes(column))
				.join(' ');
		expect([identity(false), identity(true)]).toEqual([run, dry]);
	},
);

it('has a case of each write', () => {
	const writes = allOperations.filter(({ operation }) => operation.kind === 'write').map(nameOf);
	expect([...new Set(CASES.map(([name]) => name))].toSorted()).toEqual(writes.toSorted());
});
