import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { writeColumns } from '../../../../nodes/shared/engine/writeColumns';
import { operationFields } from '../../../../nodes/shared/operation/nodeProperties';
import { CORP, id, named } from '../../../cases/case';
import { rowsOfTable } from '../../../support/table';
import { allOperations, nameOf, operationOf } from '../../../support/rules/allOperations';
import { choicesOf, fieldPaths } from '../../../support/rules/fieldTree';

const NEW = {
	...{ device_name: 'A', log_source: 'A', domain_name: named(CORP) },
	...{ log_type_display_name: 'A', rule_name: 'A', options: {} },
};

/** Further settings, by the words of the table. */
const SETTINGS: Readonly<Record<string, INodeParameters>> = {
	byId: { agent_id: id(1), log_source_id: id(1), log_type_id: id(1), rule_id: id(1) },
	listed: { log_source_id: { ...id(1), mode: 'list' } },
	byName: { agent_id: named('A'), log_source_id: named('A') },
	either: { log_source_id: '={{ $json.target }}' },
	noType: { rule_id: id(1), log_type_id: id('') },
	inDomain: { options: { domain_name: named(CORP) } },
	noIds: { options: { returnIds: false } },
	ids: { options: { returnIds: true } },
	orReturn: { ifExists: 'return' },
	orFail: { ifExists: 'fail' },
	orEither: { ifExists: '={{ $json.mode }}' },
};

/** A write with its settings, the columns of names and IDs of a run, and those of a dry run if they differ. */
const CASES = rowsOfTable(`
agent.add          -               | device_name domain_name
agent.update       byId            | agent_id                             | agent_name agent_id
agent.update       byName          | agent_name agent_id
logSource.add      -               | log_source domain_name
logSource.add      noIds           | log_source domain_name
logSource.add      ids             | log_source domain_name log_source_id
logSource.add      orReturn        | log_source domain_name log_source_id
logSource.add      orEither        | log_source domain_name log_source_id
logSource.delete   byId            | log_source_id                        | log_source domain_name log_source_id
logSource.delete   listed          | log_source_id                        | log_source domain_name log_source_id
logSource.delete   byName          | log_source                           | log_source domain_name log_source_id
logSource.delete   byName,inDomain | log_source domain_name               | log_source domain_name log_source_id
logSource.delete   byId,inDomain   | log_source_id                        | log_source domain_name log_source_id
logSource.delete   either,inDomain | log_source domain_name log_source_id
logSource.delete   either          | log_source log_source_id             | log_source domain_name log_source_id
logSource.setEventSourceFiles byId | log_source_id                        | log_source domain_name log_source_id
logSource.update   byName          | log_source domain_name log_source_id
logSource.update   either          | log_source domain_name log_source_id
logType.create     orFail          | log_type_display_name log_type_id    | log_type_display_name
logType.create     orReturn        | log_type_display_name log_type_id
logType.delete     byId            | log_type_display_name log_type_id
parserRule.create  byId            | rule_name rule_id log_type_id        | rule_name log_type_id
parserRule.delete  noType          | rule_id
parserRule.delete  byId            | rule_id                              | rule_name rule_id
parserRule.update  noType          | rule_name rule_id
parserRule.upsert  byId            | rule_name rule_id log_type_id
`).map(([write = '', run = '', dry = run]) => {
	const [name = '', settings = ''] = write.split(/ +/);
	return [name, settings, run, dry] as const;
});

it.each(CASES)(
	'%s with the settings %s has a column for each name and ID that they can fill',
	(name, settings, run, dry) => {
		const operation = operationOf(name);
		if (operation.kind !== 'write') throw new Error(`${name} is no write`);
		const words = settings === '-' ? [] : settings.split(',');
		const parameters = words.reduce<INodeParameters>(
			(all, word) => ({ ...all, ...SETTINGS[word] }),
			NEW,
		);
		const identity = (isDryRun: boolean): string =>
			writeColumns(operation, parameters, isDryRun)
				.filter((column) => operation.identityColumns.includes(column) || column.endsWith('_id'))
				.join(' ');
		expect([identity(false), identity(true)]).toEqual([run, dry]);
	},
);

it('has a case of each write', () => {
	const writes = allOperations.filter(({ operation }) => operation.kind === 'write').map(nameOf);
	expect([...new Set(CASES.map(([name]) => name))].toSorted()).toEqual(writes.toSorted());
});

/** A write, its settings, and the columns of its fields. */
const FIELDS: ReadonlyArray<[name: string, INodeParameters, columns: string]> = [
	['parserRule.create', { regex: '', mappings: {}, options: {} }, ''],
	['parserRule.create', { regex: 'a', mappings: { mapping: [] } }, 'method regex'],
	['parserRule.create', { mappings: { mapping: [{ value: 'a' }] } }, 'fields'],
	['parserRule.create', { options: { apply_when: '', sample_log: ' ' } }, 'sample_log'],
	['parserRule.create', { options: { apply_when: '={{ $json.when }}' } }, 'apply_when'],
	['logSource.add', { options: { agent_id: id('') } }, ''],
	['logSource.add', { options: { agent_id: id(1) } }, 'agent_id'],
	[
		'logSource.update',
		{ ...SETTINGS['byId'], updateFields: { monitoring_interval: 0 } },
		'monitoring_interval',
	],
];

it.each(FIELDS)(
	'%s with %j has a column for each field that has a value',
	(name, settings, columns) => {
		const operation = operationOf(name);
		if (operation.kind !== 'write') throw new Error(`${name} is no write`);
		const shown = writeColumns(operation, { ...NEW, ...settings }, false).slice(2);
		const isField = (column: string): boolean =>
			!operation.identityColumns.includes(column) && !['type', 'deleted'].includes(column);
		expect(shown.filter(isField).join(' ')).toBe(columns);
	},
);

it('a choice by an expression has the columns of each value that it may take', () => {
	const without: string[] = [];
	for (const offered of allOperations) {
		const { operation } = offered;
		if (operation.kind !== 'write') continue;
		for (const { path, field } of fieldPaths(operationFields(operation))) {
			const [name = '', member = ''] = path.split('.');
			const columnsWith = (value: string | number | boolean): string[] => {
				const chosen = { [name]: member === '' ? value : { [member]: value } };
				return writeColumns(operation, { ...NEW, ...SETTINGS['byId'], ...chosen }, false);
			};
			const values =
				field.type === 'boolean' ? [true, false] : choicesOf(field).map(({ value }) => value);
			const columns = new Set(columnsWith('={{ $json.choice }}'));
			const isMissing = values.some((value) => columnsWith(value).some((key) => !columns.has(key)));
			if (isMissing) without.push(`${nameOf(offered)} ${path}`);
		}
	}
	expect(without).toEqual([]);
});
