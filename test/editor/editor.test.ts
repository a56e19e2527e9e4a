import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INode, INodeCredentials, INodeParameters } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';

import { accountOf } from '../support/account';
import { Editor, TAKEN_OVER_MS } from '../support/editor/editor';
import { nodeOf, withCredentials, workflowOf } from '../support/host/definitions';
import { startN8n, type N8n } from '../support/host/process';
import { useService } from '../support/service/useService';
import { exampleFiles } from '../tools/demo/exampleFiles';

const service = useService();
let n8n: N8n;
let credentials: INodeCredentials;
let editor: Editor;
let page: Page;

beforeAll(async () => {
	n8n = await startN8n();
	editor = await Editor.open(n8n);
	({ page } = editor);
	// n8n chooses the one credential in each new node.
	const account = accountOf(service);
	const name = 'Log Management Demo';
	credentials = await n8n.client.createCredential('logManagementApi', account, name);
}, 900_000);

afterAll(async () => {
	await page.context().browser()?.close();
	await n8n.stop();
});

beforeEach(async () => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.emulateMedia({ colorScheme: 'light' });
});

/** Opens an empty workflow and adds its first node, the trigger that is started by hand. */
async function newWorkflow(): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-plus-button').click();
	await page.getByTestId('node-creator').getByText('Trigger manually', { exact: true }).click();
	await page.getByTestId('canvas-node').first().waitFor();
}

it('builds and runs the first workflow of the README', async () => {
	await newWorkflow();
	await editor.addNode('Log Management Computer', 'Get many computers');
	await editor.flip('returnAll');
	await editor.addField('filters', 'Computers');
	const computers = editor.field('configured').locator('input').first();
	expect(await computers.inputValue()).toBe('Not Configured Only');
	const names = (await editor.runNode('Get many computers')).map(({ name }) => name);
	expect(names.length).toBeGreaterThan(1);
	await page.getByTestId('ndv-close-button').click();

	await editor.addNode('Log Management Log Source', 'Add log source');
	await editor.drag('name', 'log_source');
	await editor.drag('domain_name', 'domain_name');
	await editor.setOnError('Continue (using error output)');
	await editor.addField('options', 'Dry Run');
	const before = service.world.logSources.size;
	const planned = await editor.runNode('Add log source');
	expect(planned.map(({ log_source }) => log_source)).toEqual(names);
	expect(new Set(planned.map(({ outcome }) => outcome))).toEqual(new Set(['planned']));
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

	await editor.flip('dryRun');
	const rows = await editor.runNode('Add log source');
	const succeeded = rows.filter(({ outcome }) => outcome === 'succeeded');
	expect(succeeded.length).toBe(service.world.logSources.size - before);
	const refused = rows.flatMap(({ error }) => error ?? []);
	expect(refused).toEqual([
		expect.objectContaining({ outcome: 'failed', message: expect.stringMatching(/\w{3}/) }),
	]);
	expect(succeeded.length + refused.length).toBe(names.length);
});

/** Opens a new credential as the README says, fills it in, and leaves it open. */
async function newCredential(account: { baseUrl: string; accessToken: string }): Promise<void> {
	await page.goto('/home');
	await page.getByTestId('universal-add').click();
	await page.getByText('New credential', { exact: true }).click();
	await page.getByTestId('new-credential-type-select').locator('input').fill('log360');
	await page.getByText('ManageEngine EventLog/Log360 API', { exact: true }).last().click();
	// n8n saves no credential without a name, and asks its server for one.
	await Promise.all([
		page.waitForResponse('**/rest/credentials/new*'),
		page.getByTestId('new-credential-type-button').click(),
	]);
	for (const [parameter, text] of Object.entries(account)) {
		await editor.field(parameter).locator('input').fill(text);
		await page.waitForTimeout(TAKEN_OVER_MS);
	}
}

describe('the pictures of the guide', () => {
	const { PICTURES: folder = tmpdir() } = process.env;

	/** Parts of the window that a picture leaves out: notices, tabs, and buttons beside the nodes. */
	const hidden = [
		'.el-notification',
		'.vue-flow__panel',
		'[data-test-id^=execute-workflow-button]',
		'[data-test-id=canvas-wrapper] [class*=_chevron_]',
		'.n8n-segment-control:has([data-test-id=radio-button-workflow])',
		'[class*=nodeButtonsWrapper]',
	].join();

	/** Takes a picture of a part of the window, with a margin, in pixels, to the left and the right. */
	const take = async (name: string, of: Locator, margin = 0) => {
		await page.mouse.move(1, 1);
		await page.addStyleTag({ content: `${hidden} { display: none !important; }` });
		await page.waitForTimeout(500);
		const boxes = (await Promise.all((await of.all()).map((part) => part.boundingBox()))).flatMap(
			(box) => box ?? [],
		);
		const x = Math.min(...boxes.map((box) => box.x)) - margin;
		const y = Math.min(...boxes.map((box) => box.y)) - margin / 2;
		const width = Math.max(...boxes.map((box) => box.x + box.width)) + margin - x;
		const height = Math.max(...boxes.map((box) => box.y + box.height)) + margin - y;
		const path = join(folder, `${name}.png`);
		const clip = { x, y, width, height };
		const { length } = await page.screenshot({ path, clip, animations: 'disabled' });
		expect(length).toBeGreaterThan(10_000);
		// A larger picture makes the README slow to open.
		expect(length).toBeLessThan(150_000);
	};

	it.each(exampleFiles())('show $file with its whole note', async ({ file, workflow }) => {
		const nodes = workflow.nodes.map((node) => withCredentials(node, credentials));
		const { id } = await n8n.client.createWorkflow({ ...workflow, nodes });
		await editor.openWorkflow(id);
		const note = page.locator('.n8n-sticky [class*=_wrapper_]');
		await note.waitFor();
		type Heights = Record<'scrollHeight' | 'clientHeight', number>;
		const overflow = await note.evaluate((it: Heights) => it.scrollHeight - it.clientHeight);
		expect(overflow).toBeLessThanOrEqual(2);
		await take(basename(file, '.json'), page.locator('.vue-flow__node'), 64);
	});

	it('show the credential', async () => {
		await page.setViewportSize({ width: 1280, height: 1100 });
		const baseUrl = 'http://logs.example.com:8400';
		await newCredential({ baseUrl, accessToken: 'a-secret-token' });
		await editor.flip('showOptions');
		await take('credential', page.locator('.el-dialog').last());
	});

	it('show the outcome of each computer that was to be a log source', async () => {
		const ours = (
			name: string,
			type: string,
			parameters: INodeParameters,
			more: Partial<INode> = {},
		): INode =>
			nodeOf(name, `n8n-nodes-log-management.${type}`, parameters, { credentials, ...more });
		const start = nodeOf('Run Now', 'n8n-nodes-base.manualTrigger', {});
		const unconfigured = { returnAll: true, filters: { configured: 'notConfigured' } };
		const computers = ours('Get many computers', 'computer', {
			operation: 'getAll',
			...unconfigured,
		});
		const added = {
			operation: 'add',
			log_source: '={{ $json.name }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		};
		const onError = 'continueErrorOutput';
		const add = ours('Add log source', 'logSource', added, { onError });
		const workflow = workflowOf('For a Picture', [start, computers, add]);
		const { id } = await n8n.client.createWorkflow(workflow);
		await page.setViewportSize({ width: 1480, height: 740 });
		await editor.openWorkflow(id);
		await page.getByTestId('canvas-node').last().dblclick();
		await editor.runNode(start.name);
		await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
		await take('onboarding-result', page.getByTestId('ndv'));
	});
});
