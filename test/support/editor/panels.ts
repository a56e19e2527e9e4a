import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';

import type { Service } from '../service/service';
import { operationOf } from '../rules/allOperations';
import { findings, MOST, openFields } from '../rules/panels';
import type { Editor } from './editor';
import { nodeNames, oneOfEach, operationsOf, packageNodes } from './packageNodes';
import type { Stage } from './stage';

/** A name that log sources of two domains have in the demo, and these domains. */
const SHARED = { name: 'SHARED-01', domains: ['corp.example.com', 'lab.example.com'] };

const isTrigger = (name: string): boolean => name.endsWith('Trigger');

/** n8n opens its list of times to poll with a first row, which has this field. */
const withoutPollRow = (labels: string[]): string[] => labels.filter((label) => label !== 'Mode');

/** What panels show when they open, and what protects whoever only wants to look. */
export const describePanels = (stage: () => Stage): void =>
	describe('the panel of a node', () => {
		let editor: Editor;
		let service: Service;
		let nodes: Map<string, INodeTypeDescription>;

		beforeAll(async () => {
			({ editor, service } = stage());
			nodes = await packageNodes(editor);
		});

		beforeEach(async () => {
			service.reset();
			const { n8n, credential } = stage();
			const { id } = await n8n.client.createWorkflow(oneOfEach(nodes.values(), credential));
			await editor.openWorkflow(id);
		});

		afterEach(async () => {
			await editor.closeNode();
		});

		it.each(nodeNames.filter((name) => !isTrigger(name)))(
			'%s opens with few fields, in each operation',
			async (name) => {
				const node = nodes.get(name);
				await editor.openNode(node?.displayName ?? '');
				for (const { name: choice, value } of operationsOf(node)) {
					// n8n's own way to another endpoint.
					if (value === '__CUSTOM_API_CALL__') continue;
					await editor.chooseOperation(choice);
					const short = name.charAt(0).toLowerCase() + name.slice(1);
					const { kind } = operationOf(`${short}.${String(value)}`);
					const expected = openFields(node?.properties ?? [], { operation: String(value) });
					// n8n changes the fields one after the other.
					for (let wait = 1; wait <= 10; wait += 1) {
						if ((await editor.openFields()).slice(1).join() === expected.join()) break;
						await editor.page.waitForTimeout(200);
					}
					const shown = await editor.openFields();
					expect([choice, shown]).toEqual([choice, ['Credential', ...expected]]);
					const most = kind === 'write' ? MOST.write : MOST.read;
					expect(findings(`${short}.${String(value)}`, shown.slice(1), most)).toEqual([]);
				}
			},
		);

		it.each(nodeNames.filter(isTrigger))('%s opens with few fields', async (name) => {
			const node = nodes.get(name);
			await editor.openNode(node?.displayName ?? '');
			await editor.label('Options').waitFor();
			const shown = withoutPollRow(await editor.openFields());
			expect(shown).toEqual(['Credential', ...openFields(node?.properties ?? [])]);
			expect(findings(name, shown.slice(1), MOST.write)).toEqual([]);
		});

		it('keeps the filters of alerts when the operation is changed', async () => {
			await editor.openNode('Log Management Alert');
			await editor.addField('filters', 'Severity');
			await editor.choose('severity', 'Critical');
			await editor.label('Filters').click();
			await editor.addField('filters', 'Conditions');
			await editor.addRow('conditions');
			await editor.pickBy('field', 'By Name', 'EVENTID');
			for (const operation of ['Count', 'Export', 'Start Bulk Request', 'Get Many']) {
				await editor.chooseOperation(operation);
				await editor.label('Conditions').waitFor();
				expect([operation, await editor.picked('field')]).toEqual([operation, 'EVENTID']);
				expect(await editor.chosen('severity')).toBe('Critical');
			}
		});

		it('shows the newest alerts of the last day, the newest first', async () => {
			await editor.openNode('Log Management Alert');
			expect(await editor.chosen('timeRange')).toBe('Last 24 Hours');
			await editor.write('limit', '5');
			await editor.runNode();
			const { columns, rows } = await editor.table();
			expect(columns.slice(0, 5)).toEqual([
				'Time',
				'AlertSeverity',
				'ProfileName',
				'LogSource',
				'Message',
			]);
			expect(columns).toContain('EventSeverity');
			expect(columns.at(-1)).toBe('alert_key');
			expect(rows.flat()).not.toContain('');
			const messages = rows.map((row) => row[columns.indexOf('Message')]);
			expect(messages).toEqual(
				[59, 58, 57, 56, 55].map((index): unknown => expect.stringMatching(`no\\. ${index}$`)),
			);
		});

		it('deletes log sources only when Dry Run is turned off, whichever way they are named', async () => {
			const deleted = 'edge-router-1';
			const before = service.world.logSources.size;
			await editor.openNode('Log Management Log Source');
			await editor.chooseOperation('Delete');
			await editor.page.getByText(/^Deletes log sources for good/).waitFor();
			await editor.addField('options', 'Dry Run');
			expect(await editor.isOn('dryRun')).toBe(true);

			const run = async () => {
				await editor.runNode();
				return await editor.table();
			};
			await editor.openList('log_source_id');
			await editor.searchList('edge');
			await editor.take(`${deleted} (corp.example.com)`);
			const planned = await run();
			const names = ['outcome', 'detail', 'log_source', 'domain_name', 'log_source_id'];
			expect(planned.columns.slice(0, 5)).toEqual(names);
			const [[outcome, detail, name, domain, id = ''] = []] = planned.rows;
			expect([outcome, detail]).toEqual(['planned', 'Would be deleted']);
			expect([name, domain]).toEqual([deleted, 'corp.example.com']);
			expect(id).toMatch(/^\d{16,}$/);
			await editor.pickBy('log_source_id', 'By Name', deleted);
			expect(await run()).toEqual(planned);
			await editor.pickBy('log_source_id', 'By ID', id);
			expect(await run()).toEqual(planned);
			expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
			expect(service.world.logSources.size).toBe(before);

			await editor.flip('dryRun', false);
			expect((await run()).rows).toEqual([expect.arrayContaining(['succeeded', 'Deleted'])]);
			expect(service.world.logSources.size).toBe(before - 1);
			expect(service.world.logSourcesNamed(deleted)).toEqual([]);
		});

		it('names both of two log sources of one name, and takes the one of the Domain in Options', async () => {
			expect(service.world.logSourcesNamed(SHARED.name).length).toBeGreaterThan(1);
			await editor.openNode('Log Management Log Source');
			await editor.chooseOperation('Delete');
			await editor.pickBy('log_source_id', 'By Name', SHARED.name);
			await editor.addField('options', 'Dry Run');
			await editor.runNode();
			const { message, description } = await editor.refusal();
			expect(message).toContain(SHARED.name);
			for (const domain of SHARED.domains) expect(`${message} ${description}`).toContain(domain);

			const [domain = ''] = SHARED.domains;
			await editor.addField('options', 'Domain');
			await editor.pickBy('domain_name', 'By Name', domain);
			await editor.runNode();
			const { rows } = await editor.table();
			expect(rows).toEqual([
				expect.arrayContaining(['planned', 'Would be deleted', SHARED.name, domain]),
			]);
		});

		it('says the reason and the name in the headline of what was refused', async () => {
			const before = service.world.logSources.size;
			await editor.openNode('Log Management Log Source');
			await editor.chooseOperation('Add');
			await editor.write('log_source', 'CORP-LINUX-01');
			await editor.pickBy('domain_name', 'By Name', 'corp.example.com');
			await editor.runNode();
			const { message } = await editor.refusal();
			expect(message).toMatch(/Windows.*CORP-LINUX-01|CORP-LINUX-01.*Windows/);
			expect(service.world.logSources.size).toBe(before);
		});
	});
