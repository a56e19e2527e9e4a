import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { deleteLogType } from '../../nodes/LogType/operations/delete';
import { operationFields } from '../../nodes/shared/operation/operationFields';
import { pageAt, pagePathOf } from '../support/docs/pages';
import { credentialType, nodeType } from '../support/harness/nodePackage';
import {
	allOperations,
	namedOperations,
	nameOf,
	operationsByNode,
	type Offered,
} from '../support/rules/allOperations';
import { allFields, fieldPaths } from '../support/rules/fieldTree';

const READS = /^(?:Count|List|Search|Read|Collect|Have the service collect)\b/;
const DELETES = /^Delete\b.* for good\b/;
const WRITES = /^(?:Add|Change|Create|Install|Register|Set|Start the installation|Update)\b/;

/** Types of fields that the editor lets a model fill in. */
const FILLABLE = ['boolean', 'json', 'number', 'resourceLocator', 'string'];

/** Derives the name of a field for a model from the display name, as the editor does. */
const keyOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);

const duplicates = (texts: readonly string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

const isGroup = ({ type }: INodeProperties): boolean =>
	type === 'collection' || type === 'fixedCollection';

/** Lists violations in the texts of an operation. n8n's lint checks the case, periods and order of literals. */
function operationTexts({ node, operation }: Offered): string[] {
	const { value, name, action, description, scope } = operation;
	const noun = node.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
	// Only a list is about several things: every item of n8n names one.
	const nounIn = new RegExp(`\\b${noun}${operation.kind === 'list' ? 's' : ''}$`);
	const verbs = scope.endsWith('.READ') ? READS : value === 'delete' ? DELETES : WRITES;
	const fields = operationFields(operation);
	const fillable = fieldPaths(fields).filter(({ field }) => FILLABLE.includes(field.type));
	// The editor shows only one of the fields with the same path.
	const keys = [...new Map(fillable.map(({ path, field }) => [path, keyOf(field)])).values()];
	return [
		...(nounIn.test(action.toLowerCase())
			? []
			: [`the action "${action}" does not end with ${String(nounIn)}`]),
		...(action.toLowerCase().startsWith(name.toLowerCase())
			? []
			: [`the action "${action}" does not begin with the name "${name}"`]),
		...(/^[A-Z](?!.*(?: [A-Z][a-z]|\b(?:an?|the)\b))/.test(action)
			? []
			: [`the action "${action}" is not in sentence case without articles`]),
		...(verbs.test(description)
			? []
			: [`the description "${description}" does not begin with ${String(verbs)}`]),
		...duplicates(fields.map(({ name }) => name)).map((name) => `two fields are named ${name}`),
		...duplicates(keys).map((key) => `two fields are ${key} to a model`),
		...allFields(fields).flatMap(fieldTexts),
	];
}

/** Lists violations in the texts of a field, without the fields inside it. */
function fieldTexts(field: INodeProperties): string[] {
	const { name, description = '', placeholder = '', type, options = [] } = field;
	const isExplained = isGroup(field) || type === 'notice' || type === 'hidden';
	const labels = options.flatMap((option) => ('displayName' in option ? [option.displayName] : []));
	const isSorted = labels.every((label, at) => at === 0 || (labels[at - 1] ?? '') <= label);
	return [
		...(isExplained || description.split(/\s+/).length > 2
			? []
			: [`${name} has a description of less than three words`]),
		...(placeholder === '' || placeholder.startsWith(isGroup(field) ? 'Add ' : 'e.g. ')
			? []
			: [`${name} has a placeholder without "e.g." or "Add": "${placeholder}"`]),
		...(type === 'boolean' || !description.startsWith('Whether')
			? []
			: [`${name} is no switch and is described by "Whether"`]),
		...(type !== 'collection' || isSorted
			? []
			: [`the labels in ${name} are not sorted: ${labels.join(', ')}`]),
	];
}

describe.each(namedOperations)('%s', (_name, offered) => {
	const { operation, node } = offered;

	it('says what it does and needs', () => {
		expect(operationTexts(offered)).toEqual([]);
	});

	it('warns before a deletion only', async () => {
		const { properties } = (await nodeType(node)).description;
		const first = properties.find(
			({ displayOptions: { show = {} } = {} }) =>
				show['operation']?.includes(operation.value) === true && !('@tool' in show),
		);
		const isWarning = first?.type === 'notice' && first.displayName.includes('cannot be undone');
		expect(isWarning).toBe(operation.value === 'delete');
	});
});

it.each(Object.entries(operationsByNode))(
	'%s says whether it only reads: the description, the group and the page',
	async (node, operations) => {
		const { description, group } = (await nodeType(node)).description;
		const onlyReads = operations.every(({ kind }) => kind !== 'write');
		expect({ group, beginsAsRead: READS.test(description) }).toEqual({
			group: [onlyReads ? 'input' : 'transform'],
			beginsAsRead: onlyReads,
		});
		if (!onlyReads) expect(pageAt(pagePathOf(node)).text.match(/only reads?\b/g)).toBeNull();
	},
);

it('the triggers and the credential say what they need', async () => {
	const [alerts, health] = [await nodeType('alertTrigger'), await nodeType('healthTrigger')];
	const { properties } = await credentialType('logManagementApi');
	const all = [alerts, health].flatMap(({ description }) => description.properties);
	// Poll Times are n8n's.
	const own = [...all, ...properties].filter(({ name }) => name !== 'pollTimes');
	expect(allFields(own).flatMap(fieldTexts)).toEqual([]);
});

it('texts that say too little are found', () => {
	const field = { displayName: 'Log Type', type: 'string', default: '' } as const;
	const described = { ...field, description: 'Another log type' };
	const fields = [
		{ ...field, name: 'one', placeholder: 'WEB01' },
		{ ...field, name: 'choice', displayName: 'Choice', description: 'Whether it is one' },
		{ ...described, name: 'other', displayName: 'Other' },
		{ ...described, name: 'other' },
	];
	const operation = { ...deleteLogType, fields, action: 'Remove the Thing', description: 'Types' };
	expect(operationTexts({ node: 'logType', operation })).toEqual([
		'the action "Remove the Thing" does not end with /\\blog type$/',
		'the action "Remove the Thing" does not begin with the name "Delete"',
		'the action "Remove the Thing" is not in sentence case without articles',
		`the description "Types" does not begin with ${String(DELETES)}`,
		'two fields are named other',
		'two fields are Log_Type to a model',
		'one has a description of less than three words',
		'one has a placeholder without "e.g." or "Add": "WEB01"',
		'choice is no switch and is described by "Whether"',
	]);
});

/** Fields that mean something else than the same name elsewhere. */
const DIFFERENT_MEANINGS = /^parserRule\.\w+ (?:display_name|value)$/;

it('fields with the same name have the same display name in all operations', () => {
	const labels = new Map<string, Set<string>>();
	for (const offered of allOperations) {
		for (const { name, displayName } of allFields(operationFields(offered.operation))) {
			if (DIFFERENT_MEANINGS.test(`${nameOf(offered)} ${name}`)) continue;
			labels.set(name, (labels.get(name) ?? new Set()).add(displayName));
		}
	}
	expect([...labels].filter(([, { size }]) => size > 1)).toEqual([]);
});
