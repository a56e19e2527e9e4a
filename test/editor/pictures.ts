import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Credential, Workflow, WorkflowDefinition } from '../host/client';
import { temporaryFolder } from '../host/temporaryFolder';
import type { Editor } from './editor';
import type { Stage } from './stage';

const root = resolve(__dirname, '../..');

/** A picture that is larger makes the README slow to open. */
const LARGEST_BYTES = 150_000;

/** Adds every computer that is no log source yet, and lets refused ones pass with the others. */
function addComputers({ id, name }: Credential): WorkflowDefinition {
	const common = { typeVersion: 1, credentials: { logManagementApi: { id, name } } };
	const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		name: 'Onboard Computers',
		nodes: [
			{
				...common,
				id: 'trigger',
				name: 'Run Now',
				type: 'n8n-nodes-base.manualTrigger',
				position: [0, 0],
				parameters: {},
			},
			{
				...common,
				id: 'computers',
				name: 'Get many computers',
				type: 'n8n-nodes-log-management.computer',
				position: [220, 0],
				parameters: { configured: 'notConfigured', returnAll: true },
			},
			{
				...common,
				id: 'add',
				name: 'Add log sources',
				type: 'n8n-nodes-log-management.logSource',
				position: [440, 0],
				parameters: {
					operation: 'add',
					log_source: '={{ $json.name }}',
					domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
				},
			},
		],
		connections: {
			'Run Now': next('Get many computers'),
			'Get many computers': next('Add log sources'),
		},
	};
}

/**
 * The README's pictures, taken from workflows that are run. They are kept where PICTURES says, as
 * `npm run pictures` does, and in a temporary folder otherwise.
 */
export const describePictures = (stage: () => Stage): void =>
	describe('the pictures of the guide', () => {
		let folder: string;
		let alerts: Workflow;
		let onboarding: Workflow;

		beforeAll(async () => {
			const { n8n, service, credential } = stage();
			service.reset();
			const wanted = process.env['PICTURES'];
			folder = wanted === undefined ? await temporaryFolder('pictures') : resolve(root, wanted);
			await mkdir(folder, { recursive: true });
			const example = join(root, 'examples', 'alerts-to-tickets.json');
			alerts = await n8n.client.importWorkflow(example, [credential]);
			await n8n.client.runWorkflow(alerts.id, 'Run Now');
			onboarding = await n8n.client.createWorkflow(addComputers(credential));
		});

		const take = async (editor: Editor, name: string) => {
			const path = join(folder, `${name}.png`);
			await editor.picture(path);
			const { size } = await stat(path);
			expect(size).toBeGreaterThan(10_000);
			expect(size).toBeLessThan(LARGEST_BYTES);
		};

		it.each(['light', 'dark'] as const)('show an open node and its output, %s', async (colors) => {
			const editor = await stage().openEditor(colors);
			await editor.openWorkflow(alerts.id);
			await editor.openNode('Open Alerts');
			await editor.runNode();
			await editor.table();
			await take(editor, `editor-${colors}`);
			await editor.close();
		});

		it('show the workflow from alerts to tickets', async () => {
			const { editor } = stage();
			await editor.openWorkflow(alerts.id);
			await take(editor, 'alert-workflow');
		});

		it('show what became of each computer that was to be a log source', async () => {
			const { editor } = stage();
			await editor.openWorkflow(onboarding.id);
			await editor.openNode('Add log sources');
			await editor.runNode();
			await editor.table();
			await take(editor, 'onboarding-result');
		});
	});
