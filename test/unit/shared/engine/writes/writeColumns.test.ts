import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { writeColumns } from '../../../../../nodes/shared/engine/writes/writeColumns';
import { operationFields } from '../../../../../nodes/shared/operation/operationFields';
import { mainCases } from '../../../../cases';
import { id } from '../../../../cases/case';
import { CREATIONS, GIVEN_NAMES, SETTINGS, WRITES } from '../../../../cases/writes';
import { allOperations, nameOf, operationOf } from '../../../../support/rules/allOperations';
import { choicesOf, fieldPaths } from '../../../../support/rules/fieldTree';

const CASES = Object.entries(WRITES).flatMap(([name, { columns }]) =>
	columns.map(([settings, run, dry = run]) => [name, settings, run, dry] as const),
);

it.each(CASES)(
	'%s with the settings %s has a column for each name and ID that they can fill',
	(name, settings, run, dry) => {
		const operation = operationOf(name);
		if (operation.kind !== 'write') throw new Error(`${name} is no write`);
		const parameters = settings
			.split(',')
			.reduce<INodeParameters>((all, word) => ({ ...all, ...SETTINGS[word] }), GIVEN_NAMES);
		const identity = (isDryRun: boolean): string =>
			writeColumns(operation, parameters, isDryRun)
				.filter((column) => operation.identityColumns.includes(column) || column.endsWith('_id'))
				.join(' ');
		expect([identity(false), identity(true)]).toEqual([run, dry]);
	},
);

it('each write has its case in WRITES of test/cases/writes.ts, or in CREATIONS if it makes records', () => {
	const writes = allOperations.filter(({ operation }) => operation.kind === 'write');
	const creations = writes.filter(({ operation }) => 'newRecordFields' in operation);
	expect(Object.keys(WRITES).toSorted()).toEqual(writes.map(nameOf).toSorted());
	expect(Object.keys(CREATIONS).toSorted()).toEqual(creations.map(nameOf).toSorted());
	const lacking = writes.map(nameOf).flatMap((name) => {
		const cases = mainCases.filter(({ operation }) => operation === name);
		const missing = (['done', 'refused'] as const).filter(
			(part) => !cases.some((each) => each[part]),
		);
		return missing.map((part) => `a case of ${name} needs "${part}"`);
	});
	expect(lacking).toEqual([]);
});

const FIELDS: ReadonlyArray<[name: string, INodeParameters, columns: string]> = [
	['parserRule.create', { regex: '', mappings: {}, options: {} }, ''],
	['parserRule.create', { regex: 'a', mappings: { mapping: [] } }, 'method regex'],
	['parserRule.create', { mappings: { mapping: [{ value: 'a' }] } }, 'fields'],
	['parserRule.create', { options: { mappingsJson: '[{"value":"a"}]' } }, 'fields'],
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
		const shown = writeColumns(operation, { ...GIVEN_NAMES, ...settings }, false).slice(2);
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
				return writeColumns(operation, { ...GIVEN_NAMES, ...SETTINGS['byId'], ...chosen }, false);
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
