import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import * as ts from 'typescript';

import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { nodeNames, nodeType } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { allFields } from '../support/rules/fieldTree';
import {
	differentlyNamed,
	fieldTexts,
	operationTexts,
	unfriendlyWords,
	unsorted,
	type Placed,
} from '../support/rules/textRules';

const operations = allOperations.map((offered) => [nameOf(offered), offered] as const);

const placed = (place: string, fields: readonly INodeProperties[]): Placed[] =>
	allFields(fields).map((field) => ({ place, field }));

/** Every field of every node, the triggers' included; their poll times are n8n's own. */
const nodeFields: Placed[] = [];

beforeAll(async () => {
	for (const name of await nodeNames()) {
		const { properties } = (await nodeType(name)).description;
		nodeFields.push(
			...placed(
				name,
				properties.filter((field) => field.name !== 'pollTimes'),
			),
		);
	}
});

/** What a rule finds in the fields of all nodes. */
const inFields = (rule: (field: INodeProperties) => string[]): string[] =>
	nodeFields.flatMap(({ place, field }) => rule(field).map((finding) => `${place}.${finding}`));

const FIELD: INodeProperties = {
	displayName: 'Some Field',
	name: 'field',
	type: 'string',
	default: '',
	description: 'What it is',
};

describe('the words of operations', () => {
	it.each(operations)('are as n8n asks in %s', (_name, { operation }) => {
		expect(operationTexts(operation)).toEqual([]);
	});

	it('that are not are found', () => {
		const [{ operation }] = allOperations as [(typeof allOperations)[number]];
		const texts = { name: 'The Name-back of', action: 'get the Rows', description: 'Read rows.' };
		expect(operationTexts({ ...operation, ...texts })).toEqual([
			'"The Name-back of" is not in title case',
			'"get the Rows" is not in sentence case',
			'"get the Rows" holds an article',
			'"Read rows." ends with a period',
		]);
	});
});

describe('the words of fields', () => {
	it('are as n8n asks in every node', () => {
		expect(inFields(fieldTexts)).toEqual([]);
	});

	it.each<[Partial<INodeProperties>, string]>([
		[{ displayName: 'Some field' }, '"Some field" is not in title case'],
		[{ description: '' }, 'Some Field has no description'],
		[{ description: 'One. Two' }, '"One. Two" lacks its last period'],
		[{ type: 'boolean' }, '"What it is" does not begin with Whether'],
		[{ placeholder: 'WEB01' }, '"WEB01" is no placeholder'],
		[{ description: 'After a problem' }, '"After a problem" says problem'],
		[{ options: [{ name: 'one thing', value: 1 }] }, '"one thing" is not in title case'],
	])('that are not are found: %j', (rest, finding) => {
		expect(fieldTexts({ ...FIELD, ...rest })).toEqual([`field: ${finding}`]);
	});
});

describe('drop-downs and collections of five or more', () => {
	/** Operations that another one does better come last. */
	const ORDERED = 'alert.operation';

	it('are sorted in every node', () => {
		expect(inFields(unsorted).filter((finding) => !finding.startsWith(ORDERED))).toEqual([]);
	});

	it('that are not are found', () => {
		const options = ['A', 'C', 'B', 'D', 'E'].map((name) => ({ name, value: name }));
		const field = { ...FIELD, type: 'options' as const };
		expect(unsorted({ ...field, options })).toEqual(['field is not sorted: A, C, B, D, E']);
		expect(unsorted({ ...field, options: options.slice(0, 4) })).toEqual([]);
	});
});

describe('a field of one name', () => {
	/** An export goes on where one ended; a row of field mappings has a name and a group. */
	const OTHER_THINGS =
		/^alert\.exportAlerts (?:request_id|page_no)$|^parserRule\.\w+ (?:display_name|value)$/;

	it('has one display name in all operations', () => {
		const fields = operations
			.flatMap(([name, { operation }]) => placed(name, operationFields(operation)))
			.filter(({ place, field }) => !OTHER_THINGS.test(`${place} ${field.name}`));
		expect(differentlyNamed(fields)).toEqual([]);
		const [one] = fields as [Placed];
		const other = { place: 'other', field: { ...one.field, displayName: 'Other' } };
		expect(differentlyNamed([one, other])).toEqual([
			`${one.field.name} is ${one.field.displayName} in ${one.place} and Other in other`,
		]);
	});

	it.each(operations)('stands once in %s', (_name, { operation }) => {
		const names = operationFields(operation).map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
	});
});

describe('every text in the sources', () => {
	const folder = join(__dirname, '../../nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
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

	it.each(files)('says what happened: %s', (file) => {
		expect(findings(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
	});

	it('that does not is found', () => {
		const code =
			"import a from 'an error'; throw b(`The ${c} had an error in ${d}`, 'error', 'e.g. error x');";
		expect(findings(code)).toEqual(['" had an error in " says error']);
	});
});

it('each write says how to check by an operation that reads', () => {
	const titled = (name: string): string =>
		name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, ' $&');
	const known = allOperations.flatMap(({ node, operation }) =>
		operation.kind === 'list' ? [`${titled(node)} › ${operation.name}`] : [],
	);
	const checks = allOperations.flatMap(({ operation }) =>
		operation.kind === 'write' && operation.verifyWith.includes('›') ? [operation.verifyWith] : [],
	);
	expect(checks.length).toBeGreaterThan(0);
	expect(checks.filter((check) => !known.includes(check))).toEqual([]);
});

it.each(operations)(
	'says that it cannot be undone only if it deletes: %s',
	async (_name, offered) => {
		const { value } = offered.operation;
		const { properties } = (await nodeType(offered.node)).description;
		const first = properties.find(({ displayOptions }) =>
			displayOptions?.show?.['operation']?.includes(value),
		);
		const isNotice = first?.type === 'notice' && first.displayName.includes('cannot be undone');
		expect(isNotice).toBe(value === 'delete');
	},
);
