import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';

import type { Service } from '../service/service';
import type { Editor } from './editor';
import { fieldsOf, operationsOf, packageNodes } from './packageNodes';
import type { Stage } from './stage';

const README = readFileSync(join(__dirname, '../../../README.md'), 'utf8');

/** The numbered steps of a section of the README, each on one line, list by list. */
export function stepsOf(section: string, page = README): string[][] {
	const [, text = ''] = page.split(`\n## ${section}\n`);
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

/** Follows steps of the README in the editor, word by word. */
class Reader {
	private open: { node: INodeTypeDescription; operation: string } | undefined;

	constructor(
		private readonly editor: Editor,
		private readonly nodes: readonly INodeTypeDescription[],
		private readonly credential: string,
		private readonly ended: (executionId: string) => Promise<void>,
	) {}

	private readonly words: ReadonlyArray<[RegExp, (...named: string[]) => Promise<void>]> = [
		[
			/^Create a workflow and add the trigger \*\*(.+)\*\*\.$/,
			async (trigger) => {
				this.open = undefined;
				await this.editor.newWorkflow();
				await this.editor.addTrigger(trigger);
			},
		],
		[
			/^Add the node \*\*(.+)\*\* with the operation \*\*(.+)\*\*(?: after the first node)?\.$/,
			async (name, operation) => {
				const node = this.nodes.find(({ displayName }) => displayName === name);
				const chosen = operationsOf(node).find((each) => each.name === operation);
				if (node === undefined || chosen === undefined) throw new Error(`No ${name}: ${operation}`);
				if (this.open !== undefined) await this.editor.closeNode();
				await this.editor.add(name, chosen.action ?? '');
				this.open = { node, operation: String(chosen.value) };
			},
		],
		[/^Choose the credential\.$/, async () => await this.editor.chooseCredential(this.credential)],
		[
			/^Set \*\*(.+)\*\* to \*\*(.+)\*\*\.$/,
			async (label, choice) => await this.editor.choose(this.field(label), choice),
		],
		[
			/^Set \*\*(.+)\*\* to `(.+)`\.$/,
			async (label, value) => await this.editor.write(this.field(label), `=${value}`),
		],
		[
			/^Set \*\*(.+)\*\* to \*\*(.+)\*\* and `(.+)`\.$/,
			async (label, mode, value) => await this.editor.pickBy(this.field(label), mode, `=${value}`),
		],
		[
			/^Select \*\*Execute workflow\*\*\. /,
			async () => {
				await this.editor.closeNode();
				await this.ended(await this.editor.startWorkflow());
				await this.editor.openLastNode();
			},
		],
		[/^Give the access token the scope `[a-z]+\.[A-Z]+`\.$/, async () => await Promise.resolve()],
	];

	async follow(step: string): Promise<void> {
		for (const [words, act] of this.words) {
			const named = words.exec(step)?.slice(1);
			if (named === undefined) continue;
			await act(...named);
			return;
		}
		throw new Error(`The editor has no such step: ${step}`);
	}

	/** The name of a field of the open node by its label. */
	private field(label: string): string {
		const { node, operation } = this.open ?? {};
		const found = fieldsOf(node, operation).find(({ displayName }) => displayName === label);
		if (found === undefined) throw new Error(`The open node has no field "${label}"`);
		return found.name;
	}
}

/** The first workflow of the README is built by its words. */
export const describeFirstWorkflow = (stage: () => Stage): void =>
	describe('the first workflow of the README, followed step by step', () => {
		let editor: Editor;
		let service: Service;
		let reader: Reader;
		const [listing = [], adding = []] = stepsOf('First workflow in five minutes');

		beforeAll(async () => {
			const { credential, n8n, ...others } = stage();
			({ editor, service } = others);
			service.reset();
			const nodes = [...(await packageNodes(editor)).values()];
			reader = new Reader(editor, nodes, credential.name, async (id) => {
				const { workflowId } = await n8n.client.execution(id);
				await n8n.client.ended(workflowId, id);
			});
		});

		it('lists the computers that are not yet log sources, and adds them', async () => {
			for (const step of listing) await reader.follow(step);
			const { rows } = await editor.table();
			expect(rows.length).toBeGreaterThan(1);

			const before = service.world.logSources.size;
			for (const step of adding) await reader.follow(step);
			const added = service.world.logSources.size - before;
			const outcomes = await editor.table();
			expect(outcomes.columns.slice(0, 4)).toEqual([
				'log_source',
				'domain_name',
				'outcome',
				'issue',
			]);
			expect(added).toBeGreaterThan(0);
			expect(outcomes.rows.filter((row) => row[2] === 'succeeded')).toHaveLength(added);
			expect(outcomes.rows.filter((row) => row[2] === 'failed')).toHaveLength(1);
			expect(await editor.hints()).toMatch(`1 of ${rows.length} log sources was refused`);
		});

		it('has no step that the editor does not know', async () => {
			await expect(reader.follow('Set the thing.')).rejects.toThrow('no such step');
			expect([listing.length, adding.length]).toEqual([5, 5]);
		});
	});
