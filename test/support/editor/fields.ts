import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import type { Search } from '../../../nodes/pickers/locators';
import { newLogSource } from '../service/newLogSource';
import type { Editor } from './editor';
import {
	choicesFor,
	fieldsOf,
	isKept,
	membersOf,
	namesOf,
	nodeNames,
	oneOfEach,
	operationsOf,
	packageNodes,
} from './packageNodes';
import type { Stage } from './stage';

/** More log sources than a picker reads at once. */
const MANY = 250;

const isSearch = (name: string): name is Search => name in FINDS;

/** The search of a picker. @throws Error if it has none that is known here */
function searchOf(name = 'none'): Search {
	if (isSearch(name)) return name;
	throw new Error(`Nothing is known of the search ${name}`);
}

/** What each picker finds in the demo's service. */
const FINDS: Record<Search, { search: string; found: string[] }> = {
	searchAlertFields: { search: 'EVENTID', found: ['Event ID'] },
	searchAlertProfiles: { search: 'brute', found: ['Brute force'] },
	searchAgents: { search: 'lab', found: ['LAB-AGENT-1'] },
	searchDomainNames: { search: 'lab', found: ['lab.example.com'] },
	searchLogSourceGroupNames: { search: 'network', found: ['NetworkGroup'] },
	searchLogSources: { search: 'edge', found: ['edge-router-1 (corp.example.com)'] },
	searchLogTypes: { search: 'bill', found: ['Billing'] },
	searchParserRules: { search: 'inv', found: ['Invoice posted'] },
};

/** What each drop-down of several values that come from the service offers. */
const LOADS: Record<string, string[]> = {
	getAlertProfiles: [
		'Audit log cleared',
		'Brute force',
		'New local administrator',
		'Service stopped',
	],
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
	const { search, found } = FINDS[searchOf(list?.typeOptions?.searchListMethod)];
	const [first = ''] = found;
	await editor.setMode(name, 'From list');
	expect(await editor.openList(name)).toContain(first);
	expect(await editor.searchList(search)).toEqual(found);
	await editor.take(first);
	expect(await editor.picked(name)).toBe(first);
}

/** n8n's own list of times to poll, which is no concern of the package. */
const POLL_TIMES = 'pollTimes';

/** What the fields of an operation, a collection or a row hold: inner values for what has fields. */
type Held = ReadonlyMap<string, unknown>;

const NOTHING: Held = new Map();

const heldIn = (values: Held, name: string): Held => {
	const held = values.get(name);
	return held instanceof Map ? held : NOTHING;
};

/** The fields of a row. */
const fieldsOfRow = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((group) => ('values' in group ? group.values : []));

/**
 * Adds every field of a collection, one after the other, until none is left to add, and tries each.
 * @param before what it holds already
 */
async function tryCollection(
	editor: Editor,
	collection: INodeProperties,
	before: Held,
): Promise<Held> {
	const { name } = collection;
	const fields = membersOf(collection);
	const values = new Map(before);
	for (const { displayName } of fields.filter((field) => values.has(field.name))) {
		await editor.label(displayName).waitFor();
	}
	const left = () => fields.filter((field) => !values.has(field.name));
	while (left().length > 0) {
		const offered = left().filter((field) => choicesFor(field, fields, values).length === 0);
		// A single field is added by the button itself.
		if (fields.length > 1) {
			expect(await editor.addable(name)).toEqual(offered.map(({ displayName }) => displayName));
		}
		for (const field of offered) {
			await editor.addField(name, field.displayName);
			// n8n drops a list without rows when another field is added.
			if (field.type === 'fixedCollection') await editor.addRow(field.name);
			await editor.label(field.displayName).waitFor();
			values.set(field.name, field.default);
		}
		const [next] = left();
		if (next !== undefined) await chooseFor(editor, next, fields, values);
	}
	expect(await editor.addable(name)).toEqual([]);
	for (const field of fields) values.set(field.name, await tryField(editor, field, values));
	return values;
}

/** Chooses in other fields what a field needs to be shown. */
async function chooseFor(
	editor: Editor,
	field: INodeProperties,
	fields: readonly INodeProperties[],
	values: Map<string, unknown>,
): Promise<void> {
	for (const { field: other, choice, value } of choicesFor(field, fields, values)) {
		await editor.choose(other, choice);
		values.set(other, value);
	}
}

/** The choices of a drop-down of several values, which stand in it or come from the service. */
const severalOf = (field: INodeProperties): string[] =>
	LOADS[field.typeOptions?.loadOptionsMethod ?? ''] ?? namesOf(field);

/** Tries a field that is shown, and answers what it holds then. */
async function tryField(editor: Editor, field: INodeProperties, values: Held): Promise<unknown> {
	const { name, type } = field;
	switch (type) {
		case 'options':
			expect(await editor.choices(name)).toEqual(namesOf(field));
			break;
		case 'multiOptions':
			expect(await editor.choices(name)).toEqual(severalOf(field));
			break;
		case 'resourceLocator':
			await tryPicker(editor, field);
			break;
		case 'collection':
			return await tryCollection(editor, field, heldIn(values, name));
		case 'fixedCollection':
			return name === POLL_TIMES
				? undefined
				: await tryFields(editor, fieldsOfRow(field), heldIn(values, name));
		default:
			break;
	}
	return values.get(name);
}

/**
 * Has each of the fields shown, by choosing what it depends on, and tries it.
 * @param before what the operation before left in fields of the same name: n8n keeps that
 * @returns what the fields hold
 */
async function tryFields(
	editor: Editor,
	fields: readonly INodeProperties[],
	before: Held = NOTHING,
): Promise<Held> {
	const values = new Map<string, unknown>(
		fields.map(({ name, default: value }) => [name, before.has(name) ? before.get(name) : value]),
	);
	for (const field of fields) {
		await chooseFor(editor, field, fields, values);
		await editor.label(field.displayName).waitFor();
		// A list that is in a collection has its row already.
		if (field.type === 'fixedCollection' && field.name !== POLL_TIMES) {
			await editor.addRow(field.name);
		}
		values.set(field.name, await tryField(editor, field, values));
	}
	return values;
}

/** What fields hold after the operation was changed: of the collections, the filters stay. */
const afterChange = (fields: readonly INodeProperties[], values: Held): Held =>
	new Map(
		[...values].filter(([name]) =>
			fields.every(
				(field) => field.name !== name || !/collection$/i.test(field.type) || isKept(field),
			),
		),
	);

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
			await editor.chooseOperation('Delete');
			expect(await editor.refusedList('rule_id')).toMatch(/Choose a log type first/);
		});

		it.each(nodeNames.filter((name) => !name.endsWith('Trigger')))(
			'%s: open and take what they should, in each operation',
			async (name) => {
				const node = nodes.get(name);
				const operations = operationsOf(node);
				await editor.openNode(node?.displayName ?? '');
				expect(await editor.choices('operation')).toEqual(operations.map((choice) => choice.name));
				let values = NOTHING;
				for (const operation of operations) {
					await editor.chooseOperation(operation.name);
					const fields = fieldsOf(node, String(operation.value));
					values = await tryFields(editor, fields, afterChange(fields, values));
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
			await editor.chooseOperation('Update');
			const last = `FLEET-${MANY} (lab.example.com)`;
			expect(await editor.openList('log_source_id')).not.toContain(last);
			await editor.scrollTo(last);
			await editor.take(last);
			expect(await editor.picked('log_source_id')).toBe(last);
		});
	});
