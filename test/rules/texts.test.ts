import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import {
	createSourceFile,
	forEachChild,
	isImportDeclaration,
	isNoSubstitutionTemplateLiteral,
	isStringLiteral,
	isTemplateHead,
	isTemplateMiddle,
	isTemplateTail,
	ScriptTarget,
	type Node,
} from 'typescript';

import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { nodeNames, nodeType } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import {
	differentlyNamed,
	fieldTexts,
	operationTexts,
	placed,
	unfriendlyWords,
	unsorted,
	type Placed,
} from '../support/rules/textRules';

const operations = allOperations.map((offered) => [nameOf(offered), offered.operation] as const);
const writes = operations.flatMap(([name, operation]) =>
	operation.kind === 'write' ? [[name, operation] as const] : [],
);

/** Every field of every node, the trigger's included; its poll times are n8n's own. */
let nodeFields: Placed[];

beforeAll(async () => {
	const nodes = await Promise.all(
		(await nodeNames()).map(async (name) => {
			const { properties } = (await nodeType(name)).description;
			return placed(
				name,
				properties.filter((each) => each.name !== 'pollTimes'),
			);
		}),
	);
	nodeFields = nodes.flat();
});

/** What a rule finds in the fields of all nodes. */
const inFields = (rule: (field: INodeProperties) => string[]): string[] =>
	nodeFields.flatMap(({ place, field: each }) =>
		rule(each).map((finding) => `${place}.${finding}`),
	);

const field = (rest: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Some Field',
	name: 'field',
	type: 'string',
	default: '',
	description: 'What it is',
	...rest,
});

describe('the words of operations', () => {
	it.each(operations)('are as n8n asks in %s', (_name, operation) => {
		expect(operationTexts(operation)).toEqual([]);
	});

	it.each([
		[{ name: 'Get many' }, '"Get many" is not in title case'],
		[{ name: 'The Name of' }, '"The Name of" is not in title case'],
		[{ name: 'Read-back' }, '"Read-back" is not in title case'],
		[{ action: 'get many' }, '"get many" is not in sentence case'],
		[{ action: 'Get Many' }, '"Get Many" is not in sentence case'],
		[{ action: 'Get the rows' }, '"Get the rows" holds an article'],
		[{ description: 'Read rows.' }, '"Read rows." ends with a period'],
	])('are refused where an operation has %j', (texts, finding) => {
		const [[, operation] = []] = operations;
		if (operation === undefined) throw new Error('There is no operation');
		expect(operationTexts({ ...operation, ...texts })).toEqual([finding]);
	});
});

describe('the words of fields', () => {
	it('are as n8n asks in every node', () => {
		expect(inFields(fieldTexts)).toEqual([]);
	});

	it.each<[Partial<INodeProperties>, string]>([
		[{ displayName: 'Some field' }, 'field: "Some field" is not in title case'],
		[{ description: '' }, 'field: Some Field has no description'],
		[{ description: 'What it is.' }, 'field: "What it is." ends with a period'],
		[{ description: 'One. Two' }, 'field: "One. Two" lacks its last period'],
		[{ type: 'boolean' }, 'field: "What it is" does not begin with Whether'],
		[{ placeholder: 'WEB01' }, 'field: "WEB01" is no placeholder'],
		[{ description: 'After a problem' }, 'field: "After a problem" says problem'],
		[{ options: [{ name: 'one thing', value: 1 }] }, 'field: "one thing" is not in title case'],
		[
			{ options: [{ name: 'One', value: 1, description: 'An error' }] },
			'field: "One An error" says error',
		],
	])('are refused where a field has %j', (rest, finding) => {
		expect(fieldTexts(field(rest))).toEqual([finding]);
	});
});

describe('drop-downs and collections of five or more', () => {
	/** Operations that another one does better come last. */
	const ORDERED = 'alert.operation';

	it('are sorted in every node', () => {
		expect(inFields(unsorted).filter((finding) => !finding.startsWith(ORDERED))).toEqual([]);
	});

	it('are refused where they are not sorted', () => {
		const options = ['A', 'C', 'B', 'D', 'E'].map((name) => ({ name, value: name }));
		expect(unsorted(field({ type: 'options', options }))).toEqual([
			'field is not sorted: A, C, B, D, E',
		]);
		expect(unsorted(field({ type: 'options', options: options.slice(0, 4) }))).toEqual([]);
	});
});

describe('a field of one name', () => {
	/** An export goes on where one ended: what it asks for is another thing to its user. */
	const goingOn = ['request_id', 'page_no'];

	/** A row of field mappings has a name and a group, not the display name and the value of others. */
	const ofMapping = ['display_name', 'value'];

	it('has one display name in all operations', () => {
		const fields = allOperations.flatMap((offered) =>
			placed(nameOf(offered), operationFields(offered.operation)),
		);
		expect(
			differentlyNamed(
				fields.filter(
					({ place, field: { name } }) =>
						!(place === 'alert.exportAlerts' && goingOn.includes(name)) &&
						!(place.startsWith('parserRule.') && ofMapping.includes(name)),
				),
			),
		).toEqual([]);
	});

	it('is refused where two operations display it differently', () => {
		expect(
			differentlyNamed([
				...placed('one', [field({})]),
				...placed('two', [
					field({ type: 'collection', options: [field({ displayName: 'Other' })] }),
				]),
			]),
		).toEqual(['field is Some Field in one and Other in two']);
	});
});

describe('every text in the sources', () => {
	const folder = join(__dirname, '../../nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);

	/** The texts of a file without its imports; an expression inside a text divides it. */
	const textsIn = (code: string): string[] => {
		const texts: string[] = [];
		const visit = (node: Node) => {
			if (isImportDeclaration(node)) return;
			if (
				isStringLiteral(node) ||
				isNoSubstitutionTemplateLiteral(node) ||
				isTemplateHead(node) ||
				isTemplateMiddle(node) ||
				isTemplateTail(node)
			) {
				texts.push(node.text);
			}
			forEachChild(node, visit);
		};
		visit(createSourceFile('file.ts', code, ScriptTarget.Latest, true));
		return texts;
	};

	/** A text with a blank is read by people; examples of values may hold any words. */
	const findings = (code: string) =>
		textsIn(code)
			.filter((text) => text.includes(' ') && !text.startsWith('e.g. '))
			.flatMap(unfriendlyWords);

	it.each(files)('says what happened: %s', (file) => {
		expect(findings(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
	});

	it('is refused where it does not', () => {
		const code =
			"import a from 'an error'; throw b(`The ${c} had an error in ${d}`, 'error', 'e.g. error x');";
		expect(findings(code)).toEqual(['" had an error in " says error']);
	});
});

/** The short name of a node in words: `logSource` is `Log Source`. */
const titled = (name: string): string =>
	name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, ' $&');

describe('an operation that writes', () => {
	it('says how to check by an operation that reads', () => {
		const known = new Set(
			allOperations
				.filter(({ operation }) => operation.kind !== 'write')
				.map(({ node, operation: { name } }) => `${titled(node)} › ${name}`),
		);
		const named = writes.flatMap(([, { verifyWith }]) =>
			verifyWith.includes('›') ? [verifyWith] : [],
		);
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((check) => !known.has(check))).toEqual([]);
	});
});

describe('the fields of an operation', () => {
	it.each(operations)('have different names in %s', (_name, operation) => {
		const names = operationFields(operation).map((each) => each.name);
		expect(new Set(names).size).toBe(names.length);
	});
});

describe('the panel of an operation', () => {
	const shownFor = ({ properties }: { properties: INodeProperties[] }, operation: string) =>
		properties.filter(({ displayOptions }) =>
			displayOptions?.show?.['operation']?.includes(operation),
		);

	it('says that a deletion cannot be undone', async () => {
		for (const [name, operation] of operations) {
			const { description } = await nodeType(name.split('.')[0] ?? '');
			const [first] = shownFor(description, operation.value);
			const isNotice = first?.type === 'notice' && first.displayName.includes('cannot be undone');
			expect([name, isNotice]).toEqual([name, operation.value === 'delete']);
		}
	});
});
