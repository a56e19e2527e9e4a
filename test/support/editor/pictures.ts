import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { INode, OnError } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { credentialsOf, nodeOf, workflowOf } from '../host/alertWorkflow';
import type { Credential, Workflow, WorkflowDefinition } from '../host/client';
import { temporaryFolder } from '../host/temporaryFolder';
import { WINDOW, type Editor } from './editor';
import type { Stage } from './stage';

const root = resolve(__dirname, '../../..');

/** A picture that is larger makes the README slow to open. */
const LARGEST_BYTES = 150_000;

/** A step of a workflow: a node by its name, its type in the package, and its parameters. */
type Step = [name: string, type: string, parameters: INode['parameters']];

/** A workflow of some steps, one after the other, that is started by hand. */
const steppedWorkflow = (
	credential: Credential,
	steps: Step[],
	onError: OnError = 'stopWorkflow',
): WorkflowDefinition =>
	workflowOf('For a Picture', [
		nodeOf('Run Now', 'n8n-nodes-base.manualTrigger', {}),
		...steps.map(([name, type, parameters], index) =>
			nodeOf(name, type, parameters, {
				position: [(index + 1) * 220, 0],
				onError,
				credentials: credentialsOf(credential),
			}),
		),
	]);

const SEARCH_ALERTS: Step[] = [
	[
		'Get many alerts',
		'n8n-nodes-log-management.alert',
		{ operation: 'getAll', filters: { severity: ['critical', 'trouble'], status: ['open'] } },
	],
];

/** Adds every computer that is not yet a log source. */
const ADD_COMPUTERS: Step[] = [
	[
		'Get many computers',
		'n8n-nodes-log-management.computer',
		{ filters: { configured: 'notConfigured' }, returnAll: true },
	],
	[
		'Add log sources',
		'n8n-nodes-log-management.logSource',
		{
			operation: 'add',
			log_source: '={{ $json.name }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		},
	],
];

/**
 * The README's pictures, taken from workflows that are run. They are kept where PICTURES says, as
 * `npm run pictures` does, and in a temporary folder otherwise.
 */
export const describePictures = (stage: () => Stage): void =>
	describe('the pictures of the guide', () => {
		let folder: string;
		let tickets: Workflow;
		let alerts: Workflow;
		let onboarding: Workflow;

		beforeAll(async () => {
			const { n8n, service, credential } = stage();
			service.reset();
			const wanted = process.env['PICTURES'];
			folder = wanted === undefined ? await temporaryFolder('pictures') : resolve(root, wanted);
			await mkdir(folder, { recursive: true });
			const example = join(root, 'examples', 'alerts-to-tickets.json');
			tickets = await n8n.client.importWorkflow(example, [credential]);
			alerts = await n8n.client.createWorkflow(steppedWorkflow(credential, SEARCH_ALERTS));
			onboarding = await n8n.client.createWorkflow(
				steppedWorkflow(credential, ADD_COMPUTERS, 'continueErrorOutput'),
			);
		});

		afterEach(async () => {
			await stage().editor.page.setViewportSize(WINDOW);
		});

		/** Opens a node in a window that is wide enough for its input, fields and output side by side. */
		const openWide = async (editor: Editor, workflow: Workflow, node: string, width: number) => {
			await editor.page.setViewportSize({ width, height: 740 });
			await editor.openWorkflow(workflow.id);
			await editor.openNode(node);
			await editor.runNode();
			await editor.table();
		};

		const take = async (editor: Editor, name: string, of?: Locator) => {
			const path = join(folder, `${name}.png`);
			await editor.picture(path, of);
			const { size } = await stat(path);
			expect(size).toBeGreaterThan(10_000);
			expect(size).toBeLessThan(LARGEST_BYTES);
		};

		it.each(['light', 'dark'] as const)('show an open node and its output, %s', async (colors) => {
			const { editor } = stage();
			await editor.prefer(colors);
			await openWide(editor, alerts, 'Get many alerts', 1640);
			await take(editor, `editor-${colors}`, editor.test('ndv'));
			await editor.prefer('light');
		});

		it('show the workflow from alerts to tickets', async () => {
			const { editor } = stage();
			await editor.page.setViewportSize({ width: 1400, height: 860 });
			await editor.openWorkflow(tickets.id);
			await take(editor, 'alert-workflow');
		});

		it('show what became of each computer that was to be a log source', async () => {
			const { editor } = stage();
			await openWide(editor, onboarding, 'Add log sources', 1480);
			await take(editor, 'onboarding-result', editor.test('ndv'));
		});
	});
