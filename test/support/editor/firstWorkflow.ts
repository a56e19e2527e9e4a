import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { accountOf } from '../account';
import type { Credential } from '../host/client';
import type { Service } from '../service/service';
import type { Editor, Table } from './editor';
import { fieldsOf, membersOf, operationsOf, packageNodes } from './packageNodes';
import type { Stage } from './stage';

const README = readFileSync(join(__dirname, '../../../README.md'), 'utf8');

/** The numbered steps of a section of the README, each on one line, list by list. */
function stepsOf(section: string): string[][] {
	const [, text = ''] = README.split(`\n## ${section}\n`);
	const lists: string[][] = [];
	for (const line of text.split(/\n## /)[0]?.split('\n') ?? []) {
		const step = /^(\d+)\. (.*)$/.exec(line);
		if (step?.[1] === '1') lists.push([]);
		const list = lists.at(-1);
		if (step !== null) list?.push(step[2] ?? '');
		else if (/^ {3}\S/.test(line)) list?.push(`${list.pop() ?? ''} ${line.trim()}`);
	}
	return lists;
}

/** The sentences of a step. */
const sentencesOf = (step: string): string[] => step.split(/(?<=\.) (?=[A-Z])/);

/** What the reader works with. */
interface Desk {
	editor: Editor;
	service: Service;
	nodes: readonly INodeTypeDescription[];
	/** Waits until an execution has ended. */
	ended: (executionId: string) => Promise<void>;
	/** Enters an access token in the credential that also has another scope. */
	grant: (scope: string) => Promise<void>;
}

/** Follows steps of the README in the editor, word by word, and checks what it says of their results. */
class Reader {
	private open: { node: INodeTypeDescription; operation: string } | undefined;

	private table: Table = { columns: [], rows: [] };

	/** The computers that were listed. */
	private listed = 0;

	private logSourcesBefore = 0;

	constructor(private readonly desk: Desk) {}

	private readonly words: ReadonlyArray<[RegExp, (...named: string[]) => void | Promise<void>]> = [
		[
			/^Create a workflow, select \*\*Add first step\*\* and choose \*\*(.+)\*\* from the list\.$/,
			async (trigger) => {
				this.open = undefined;
				await this.editor.newWorkflow();
				await this.editor.addTrigger(trigger);
			},
		],
		[
			/^Add \*\*(.+)\*\*(?: after it)? and choose \*\*(.+)\*\*\.$/,
			async (name, action) => {
				const node = this.desk.nodes.find(({ displayName }) => displayName === name);
				const chosen = operationsOf(node).find((each) => each.action === action);
				if (node === undefined || chosen === undefined) throw new Error(`No ${name}: ${action}`);
				if (this.open !== undefined) await this.editor.closeNode();
				await this.editor.add(name, action);
				this.open = { node, operation: String(chosen.value) };
			},
		],
		[
			/^Turn on \*\*(.+)\*\*\.$/,
			async (label) => await this.editor.flip(this.field(label).name, true),
		],
		[
			/^Under \*\*(.+)\*\*, add \*\*(.+)\*\*: it is set to \*\*(.+)\*\*\.$/,
			async (collection, label, choice) => {
				const { name } = this.added(collection, label);
				await this.editor.addField(this.field(collection).name, label);
				expect(await this.editor.chosen(name)).toBe(choice);
			},
		],
		[
			/^Close the panel and select \*\*Execute workflow\*\*\.$/,
			async () => {
				await this.editor.closeNode();
				await this.desk.ended(await this.editor.startWorkflow());
				await this.editor.openLastNode();
				this.table = await this.editor.table();
			},
		],
		[
			/^Open the node: each computer is one row\.$/,
			() => {
				const { computers, logSourcesNamed } = this.desk.service.world;
				const left = computers.filter(({ name, domain }) =>
					logSourcesNamed(name).every((source) => source.domain_name !== domain),
				);
				expect(left.length).toBeGreaterThan(1);
				const at = this.table.columns.indexOf('name');
				const names = this.table.rows.map((row) => row[at] ?? '');
				expect(names.toSorted()).toEqual(left.map(({ name }) => name).toSorted());
				this.listed = names.length;
			},
		],
		[
			/^Set \*\*(.+)\*\* to `(.+)` and \*\*(.+)\*\* to \*\*(.+)\*\*, `(.+)`\.$/,
			async (label, value, picker, mode, picked) => {
				await this.editor.write(this.field(label).name, `=${value}`);
				await this.editor.pickBy(this.field(picker).name, mode, `=${picked}`);
			},
		],
		[
			/^Under \*\*(.+)\*\*, add \*\*(.+)\*\* and select \*\*Execute step\*\*\.$/,
			async (collection, label) => {
				await this.editor.addField(this.field(collection).name, label);
				await this.execute();
			},
		],
		[
			/^Each row shows what would be done\.$/,
			() => {
				const { columns, rows } = this.table;
				expect(columns.slice(0, 4)).toEqual(['outcome', 'detail', 'log_source', 'domain_name']);
				expect(rows).toHaveLength(this.listed);
				for (const [outcome, detail, name, domain] of rows) {
					expect([outcome, detail]).toEqual(['planned', 'Would be added']);
					expect([name, domain]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\./)]);
				}
			},
		],
		[
			/^Nothing is changed: the step only reads\.$/,
			() => {
				const { requests, world } = this.desk.service;
				expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
				expect(world.logSources.size).toBe(this.logSourcesBefore);
			},
		],
		[
			/^Create an access token that also has the scope `([a-z]+\.[A-Z]+)`, and enter it in the credential\.$/,
			async (scope) => {
				await this.desk.grant(scope);
			},
		],
		[
			/^Turn \*\*(.+)\*\* off and select \*\*Execute step\*\*\.$/,
			async (label) => {
				await this.editor.flip(this.added('Options', label).name, false);
				await this.execute();
			},
		],
		[
			/^Each row shows whether its computer was added, or why the service refused it\.$/,
			async () => {
				const { rows } = this.table;
				const added = this.desk.service.world.logSources.size - this.logSourcesBefore;
				expect(added).toBeGreaterThan(1);
				expect(rows).toHaveLength(this.listed);
				const outcomes = rows.map(([outcome, detail]) => `${outcome}: ${detail}`);
				expect(outcomes.filter((text) => text === 'succeeded: Added')).toHaveLength(added);
				const refused = outcomes.filter((text) => /^failed: .+/.test(text));
				expect(refused).toHaveLength(1);
				expect(added + refused.length).toBe(rows.length);
				expect(await this.editor.hints()).toMatch(`1 of ${rows.length} log sources was refused`);
			},
		],
	];

	async follow(step: string): Promise<void> {
		for (const sentence of sentencesOf(step)) await this.obey(sentence);
	}

	private async obey(sentence: string): Promise<void> {
		for (const [words, act] of this.words) {
			const named = words.exec(sentence)?.slice(1);
			if (named === undefined) continue;
			await act(...named);
			return;
		}
		throw new Error(`The editor has no such step: ${sentence}`);
	}

	private get editor(): Editor {
		return this.desk.editor;
	}

	private async execute(): Promise<void> {
		this.desk.service.clearRequests();
		this.logSourcesBefore = this.desk.service.world.logSources.size;
		await this.editor.runNode();
		this.table = await this.editor.table();
	}

	/** A field of the open node by its label. */
	private field(label: string): INodeProperties {
		const { node, operation } = this.open ?? {};
		return labelled(fieldsOf(node, operation), label);
	}

	/** A field that can be added to a collection of the open node, by its label. */
	private added(collection: string, label: string): INodeProperties {
		return labelled(membersOf(this.field(collection)), label);
	}
}

function labelled(fields: readonly INodeProperties[], label: string): INodeProperties {
	const found = fields.find(({ displayName }) => displayName === label);
	if (found === undefined) throw new Error(`The open node has no field "${label}"`);
	return found;
}

/** The first workflow of the README is built by its words. */
export const describeFirstWorkflow = (stage: () => Stage): void =>
	describe('the first workflow of the README, followed step by step', () => {
		let reader: Reader;
		let stored: Credential;
		const [steps = []] = stepsOf('First workflow');
		const scopes = ['domains.READ', 'logsources.READ'];

		const accountWith = (granted: string[]) => {
			const { service } = stage();
			return accountOf({ url: service.url, token: service.tokenWith(granted) });
		};

		beforeAll(async () => {
			const { editor, n8n, service } = stage();
			service.reset();
			// The newest credential, which n8n chooses in a new node.
			stored = await n8n.client.createCredential(
				'logManagementApi',
				accountWith(scopes),
				'As the README Says',
			);
			reader = new Reader({
				editor,
				service,
				nodes: [...(await packageNodes(editor)).values()],
				ended: async (id) => {
					const { workflowId } = await n8n.client.execution(id);
					await n8n.client.ended(workflowId, id);
				},
				grant: async (scope) => {
					await n8n.client.send('PATCH', `/credentials/${stored.id}`, {
						...stored,
						data: accountWith([...scopes, scope]),
					});
				},
			});
		});

		afterAll(async () => {
			await stage().n8n.client.send('DELETE', `/credentials/${stored.id}`);
		});

		it('begins with the scopes that the README names', () => {
			expect(README).toContain(`Choose the scopes \`${scopes.join('` and `')}\``);
		});

		it('lists the computers that are not yet log sources, shows what it would do, and adds them', async () => {
			for (const step of steps) await reader.follow(step);
		});

		it('has no step that the editor does not know', async () => {
			await expect(reader.follow('Set the thing.')).rejects.toThrow('no such step');
			expect(steps).toHaveLength(6);
		});
	});
