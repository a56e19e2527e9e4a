import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { newLogSource } from '../service/newLogSource';
import type { Editor } from './editor';
import {
	choicesFor,
	fieldsOf,
	namesOf,
	nodeNames,
	oneOfEach,
	operationsOf,
	packageNodes,
} from './packageNodes';
import type { Stage } from './stage';

/** More log sources than a picker reads at once. */
const MANY = 250;

/** What each picker finds in the demo's service. */
const FINDS: Record<string, { search: string; found: string[] }> = {
	searchAlertProfiles: { search: 'brute', found: ['Brute force'] },
	searchAgents: { search: 'lab', found: ['LAB-AGENT-1'] },
	searchDomainNames: { search: 'lab', found: ['lab.example.com'] },
	searchLogSourceGroupNames: { search: 'network', found: ['NetworkGroup'] },
	searchLogSourceNames: { search: 'edge', found: ['edge-router-1'] },
	searchLogSources: { search: 'edge', found: ['edge-router-1 (corp.example.com)'] },
	searchLogTypes: { search: 'bill', found: ['Billing'] },
	searchParserRules: { search: 'inv', found: ['Invoice posted'] },
};

/** Names a thing by its ID or name in a picker, then takes one that a search of its list finds. */
async function tryPicker(editor: Editor, { name, modes }: INodeProperties): Promise<void> {
	const [list, ...others] = modes ?? [];
	expect(others.length).toBeGreaterThan(0);
	for (const by of others) {
		const text = by.name === 'id' ? '1042' : 'another name';
		await editor.pickBy(name, by.displayName, text);
		expect(await editor.picked(name)).toBe(text);
	}
	const { search = '', found = [] } = FINDS[list?.typeOptions?.searchListMethod ?? ''] ?? {};
	const [first = ''] = found;
	await editor.setMode(name, 'From list');
	expect(await editor.openList(name)).toContain(first);
	expect(await editor.searchList(search)).toEqual(found);
	await editor.take(first);
	expect(await editor.picked(name)).toBe(first);
}

/** Adds every field of a collection, one after the other, until none is left to add. */
async function tryCollection(
	editor: Editor,
	{ name, options = [] }: INodeProperties,
): Promise<void> {
	const fields = options.flatMap((field) =>
		'displayName' in field && 'type' in field ? [field] : [],
	);
	const names = fields.map(({ displayName }) => displayName);
	// A single field is added by the button itself.
	if (names.length > 1) expect(await editor.addable(name)).toEqual(names);
	for (const each of names) await editor.addField(name, each);
	for (const each of names) await editor.label(each).waitFor();
	expect(await editor.addable(name)).toEqual([]);
	for (const field of fields) {
		if (field.type === 'resourceLocator') await tryPicker(editor, field);
	}
}

/**
 * Has each of the fields shown, by choosing what it depends on, and tries it.
 * @param before what the operation before left in fields of the same name: n8n keeps that
 * @returns what the fields hold
 */
async function tryFields(
	editor: Editor,
	fields: readonly INodeProperties[],
	before: ReadonlyMap<string, unknown> = new Map(),
): Promise<ReadonlyMap<string, unknown>> {
	const values = new Map<string, unknown>(
		fields.map(({ name, default: value }) => [name, before.has(name) ? before.get(name) : value]),
	);
	for (const field of fields) {
		for (const { field: other, choice, value } of choicesFor(field, fields, values)) {
			await editor.choose(other, choice);
			values.set(other, value);
		}
		await editor.label(field.displayName).waitFor();
		if (field.type === 'options') {
			expect(await editor.choices(field.name)).toEqual(namesOf(field));
		}
		if (field.type === 'collection') await tryCollection(editor, field);
		if (field.type === 'resourceLocator') await tryPicker(editor, field);
	}
	return values;
}

/** The fields, pickers and collections of every operation open and work. */
export const describeFields = (stage: () => Stage): void =>
	describe('the fields of each node', () => {
		let editor: Editor;
		let nodes: Map<string, INodeTypeDescription>;

		beforeAll(async () => {
			const { service, credential, n8n, ...others } = stage();
			({ editor } = others);
			for (let number = 1; number <= MANY; number += 1) {
				const name = `FLEET-${String(number).padStart(3, '0')}`;
				service.world.putLogSource(
					newLogSource(5_000 + number, name, { domain_name: 'lab.example.com' }, Date.now()),
				);
			}
			nodes = await packageNodes(editor);
			const workflow = await n8n.client.createWorkflow(oneOfEach(nodes.values(), credential));
			await editor.openWorkflow(workflow.id);
		});

		afterAll(() => {
			stage().service.reset();
		});

		afterEach(async () => {
			await editor.closeNode();
		});

		it('says that a log type must be chosen before one of its parser rules', async () => {
			await editor.openNode('Log Management Parser Rule');
			await editor.choose('operation', 'Delete');
			expect(await editor.refusedList('rule_id')).toMatch(/Choose a log type first/);
		});

		it.each(nodeNames.filter((name) => !name.endsWith('Trigger')))(
			'%s: open and take what they should, in each operation',
			async (name) => {
				const node = nodes.get(name);
				const operations = operationsOf(node);
				await editor.openNode(node?.displayName ?? '');
				expect(await editor.choices('operation')).toEqual(operations.map((choice) => choice.name));
				let values: ReadonlyMap<string, unknown> = new Map();
				for (const operation of operations) {
					await editor.choose('operation', operation.name);
					values = await tryFields(editor, fieldsOf(node, String(operation.value)), values);
				}
			},
		);

		it.each(nodeNames.filter((name) => name.endsWith('Trigger')))(
			'%s: open and take what they should',
			async (name) => {
				const node = nodes.get(name);
				await editor.openNode(node?.displayName ?? '');
				await tryFields(editor, fieldsOf(node));
			},
		);

		it('lists more log sources as a person scrolls', async () => {
			await editor.openNode('Log Management Log Source');
			await editor.choose('operation', 'Update');
			const last = `FLEET-${MANY} (lab.example.com)`;
			expect(await editor.openList('log_source_id')).not.toContain(last);
			await editor.scrollTo(last);
			await editor.take(last);
			expect(await editor.picked('log_source_id')).toBe(last);
		});
	});
