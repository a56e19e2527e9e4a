import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';
import * as ts from 'typescript';

import { deleteLogType } from '../../nodes/LogType/operations/delete';
import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { credentialType, nodeType } from '../support/harness/nodePackage';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { allFields } from '../support/rules/fieldTree';
import { fieldTexts, operationTexts, unfriendlyWords } from '../support/rules/textRules';

describe.each(allOperations.map((offered) => [nameOf(offered), offered] as const))(
	'%s',
	(_name, offered) => {
		const { operation, node } = offered;

		it('says what it does and needs', () => {
			expect(operationTexts(offered)).toEqual([]);
		});

		it('is described to an AI agent, and warns of a deletion only', async () => {
			const { description } = await nodeType(node);
			const { properties, displayName } = description;
			const resource = properties.find(({ name }) => name === 'resource')?.default as string;
			expect(
				NodeHelpers.makeDescription({ resource, operation: operation.value }, description),
			).toBe(`${operation.action} in ${displayName}`);
			const first = properties.find(({ displayOptions }) =>
				displayOptions?.show?.['operation']?.includes(operation.value),
			);
			const isWarning = first?.type === 'notice' && first.displayName.includes('cannot be undone');
			expect(isWarning).toBe(operation.value === 'delete');
		});
	},
);

it.each(['alertTrigger', 'healthTrigger'])('%s says what it needs', async (name) => {
	const { properties } = (await nodeType(name)).description;
	const own = properties.filter((field) => field.name !== 'pollTimes');
	expect(allFields(own).flatMap(fieldTexts)).toEqual([]);
});

it('the credential says what it needs', async () => {
	const { properties } = await credentialType('logManagementApi');
	expect(allFields(properties).flatMap(fieldTexts)).toEqual([]);
});

it('texts that say too little are found', () => {
	const field = { displayName: 'Log Type', type: 'string', default: '' } as const;
	const described = { ...field, description: 'Another log type' };
	const fields = [
		{ ...field, name: 'one', placeholder: 'WEB01' },
		{ ...described, name: 'other', displayName: 'Other' },
		{ ...described, name: 'other' },
	];
	const operation = { ...deleteLogType, fields, action: 'Delete the Thing', description: 'Types' };
	expect(operationTexts({ node: 'logType', operation })).toEqual([
		'the action does not name the log type',
		'the action "Delete the Thing" is not in sentence case without articles',
		'"Types" does not begin with what it does',
		'other stands twice',
		'two fields are Log_Type to a model',
		'one is not described',
		'one has the placeholder "WEB01"',
	]);
});

/** An export goes on where one ended; a row of field mappings has a name and a group. */
const OTHER_THINGS =
	/^alert\.exportAlerts (?:request_id|page_no)$|^parserRule\.\w+ (?:display_name|value)$/;

it('a field of one name has one display name in all operations', () => {
	const labels = new Map<string, Set<string>>();
	for (const offered of allOperations) {
		for (const { name, displayName } of allFields(operationFields(offered.operation))) {
			if (OTHER_THINGS.test(`${nameOf(offered)} ${name}`)) continue;
			labels.set(name, (labels.get(name) ?? new Set()).add(displayName));
		}
	}
	expect([...labels].filter(([, { size }]) => size > 1)).toEqual([]);
});

describe('every text in the sources', () => {
	const folder = join(__dirname, '../..');
	const files = ['nodes', 'credentials'].flatMap((part) =>
		readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(part, file)),
	);

	/** The texts below a node without imports; an expression inside a text divides it. */
	const textsIn = (node: ts.Node): string[] => {
		if (ts.isImportDeclaration(node)) return [];
		const texts = ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) ? [node.text] : [];
		ts.forEachChild(node, (child) => void texts.push(...textsIn(child)));
		return texts;
	};

	/** A text with a blank is read by people; examples of values may hold any words. */
	const findings = (code: string) =>
		textsIn(ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true))
			.filter((text) => text.includes(' ') && !text.startsWith('e.g. '))
			.flatMap(unfriendlyWords);

	it('says what happened', () => {
		expect(files.flatMap((file) => findings(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
	});

	it('that does not is found', () => {
		const code =
			"import a from 'an error'; throw b(`The ${c} had an error in ${d}`, 'error', 'e.g. error x');";
		expect(findings(code)).toEqual(['" had an error in " says error']);
	});
});
