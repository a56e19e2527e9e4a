import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';

import { accountOf } from '../support/account';
import * as editor from '../support/editor/editor';
import {
	credentialsOf,
	nodeOf,
	withCredentials,
	workflowOf,
	type Credential,
} from '../support/host/definitions';
import { installN8n } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { packTarball } from '../support/host/tarball';
import { temporaryFolder } from '../support/host/temporaryFolder';
import { startService, type Service } from '../support/service/service';
import { exampleFiles } from '../tools/demo/exampleFiles';

let service: Service;
let n8n: N8n;
let credential: Credential;
let page: Page;
let closeBrowser: () => Promise<void>;

beforeAll(async () => {
	const [install, tarball] = await Promise.all([installN8n(), packTarball()]);
	service = await startService();
	n8n = await startN8n({ install, tarball });
	({ page, stop: closeBrowser } = await editor.openEditor(n8n));
	const account = accountOf(service);
	// n8n chooses the one credential in each new node.
	credential = await n8n.client.createCredential(
		'logManagementApi',
		account,
		'Log Management Demo',
	);
}, 900_000);

afterAll(async () => {
	await closeBrowser();
	await n8n.stop();
	await service.stop();
});

beforeEach(async () => {
	service.reset();
	await page.setViewportSize({ width: 1280, height: 800 });
});

const TRIGGER_BUTTON = 'canvas-plus-button';
const NODE_BUTTON = 'node-creator-plus-button';

/** Opens an empty workflow and adds its first node, the trigger that is started by hand. */
async function newWorkflow(): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId(TRIGGER_BUTTON).click();
	await page.getByTestId('node-creator').getByText('Trigger manually', { exact: true }).click();
	await page.getByTestId('canvas-node').first().waitFor();
}

it('builds and runs the first workflow of the README', async () => {
	await newWorkflow();
	await editor.addNode(page, NODE_BUTTON, 'Log Management Computer', 'Get many computers');
	await editor.flip(page, 'returnAll');
	await editor.addField(page, 'filters', 'Computers');
	const computers = editor.field(page, 'configured').locator('input').first();
	expect(await computers.inputValue()).toBe('Not Configured Only');
	const names = (await editor.runNode(page, n8n, 'Get many computers')).map(({ name }) => name);
	expect(names.length).toBeGreaterThan(1);
	await page.getByTestId('ndv-close-button').click();

	await editor.addNode(page, NODE_BUTTON, 'Log Management Log Source', 'Add log sources');
	await editor.writeExpression(page, 'log_source', '{{ $json.name }}');
	await editor.nameByExpression(page, 'domain_name', '{{ $json.domain_name }}');
	await editor.addField(page, 'options', 'Dry Run');
	const before = service.world.logSources.size;
	const planned = await editor.runNode(page, n8n, 'Add log sources');
	expect(planned.map(({ log_source }) => log_source)).toEqual(names);
	expect(new Set(planned.map(({ outcome }) => outcome))).toEqual(new Set(['planned']));
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

	await editor.flip(page, 'dryRun');
	const rows = await editor.runNode(page, n8n, 'Add log sources');
	const succeeded = rows.filter(({ outcome }) => outcome === 'succeeded');
	expect(succeeded.length).toBe(service.world.logSources.size - before);
	const failed = rows.filter(({ outcome }) => outcome === 'failed');
	expect(failed).toEqual([expect.objectContaining({ detail: expect.stringMatching(/\w{3}/) })]);
	expect(succeeded.length + failed.length).toBe(names.length);
});

it('shows the ten newest alerts as a test of the trigger, the newest first', async () => {
	await page.goto('/workflow/new');
	const [name, event] = ['Log Management Alert', 'On new Log Management Alert event'];
	await editor.addNode(page, TRIGGER_BUTTON, name, event);
	const rows = await editor.runNode(page, n8n, 'Log Management Alert Trigger');
	const last = service.world.alerts.length - 1;
	expect(rows.map(({ Message }) => Message)).toEqual(
		Array.from({ length: 10 }, (_none, index) =>
			expect.stringMatching(new RegExp(`no\\. ${last - index}$`)),
		),
	);
});

it('tests the credential when it is saved', async () => {
	/** Fills in a new credential and saves it. @returns what its test says */
	const tested = async (accessToken: string): Promise<string> => {
		await page.goto('/home/credentials/create');
		await page.getByTestId('new-credential-type-select').locator('input').fill('log360');
		const name = 'Log Management (ManageEngine EventLog Analyzer, Log360) API';
		await page.getByText(name, { exact: true }).last().click();
		// n8n saves no credential without a name, and asks its server for one.
		await Promise.all([
			page.waitForResponse('**/rest/credentials/new*'),
			page.getByTestId('new-credential-type-button').click(),
		]);
		await editor.fill(page, 'baseUrl', service.url);
		await editor.fill(page, 'accessToken', accessToken);
		await page.getByTestId('credential-save-button').click();
		const retry = page.getByRole('button', { name: 'Retry' });
		await retry.waitFor();
		const details = page.getByText('More details');
		if (await details.isVisible()) await details.click();
		return await page.locator('.el-tag__content').filter({ has: retry }).innerText();
	};
	expect(await tested(service.token)).toMatch(/^Connection tested successfully/);
	expect(await tested('wrong')).toMatch(/The service refused the access token/);
});

it('finds each node by its name, and all of them by the product', async () => {
	await newWorkflow();
	// A trigger of the same name stands with its node.
	const names = ['Agent', 'Alert', 'Alert Profile', 'Computer', 'Domain', 'Health', 'Log Source'];
	for (const name of [...names, 'Log Source Group', 'Log Type', 'Parser Rule']) {
		const panel = await editor.search(page, NODE_BUTTON, name.toLowerCase());
		await panel
			.getByText(new RegExp(`^Log Management ${name}`))
			.first()
			.waitFor();
		await page.keyboard.press('Escape');
	}
	const panel = await editor.search(page, NODE_BUTTON, 'manageengine');
	await panel
		.getByText(/^Log Management/)
		.first()
		.waitFor();
	const found = await panel.getByTestId('node-creator-item-name').allInnerTexts();
	expect(found.filter((name) => name.trim().startsWith('Log Management')).length).toBe(10);
});

/** Kept in the folder that PICTURES names, as `npm run pictures` does, or else in a temporary one. */
describe('the pictures of the guide', () => {
	let folder: string;

	beforeAll(async () => {
		const { PICTURES: wanted } = process.env;
		const root = resolve(__dirname, '../..');
		folder = wanted === undefined ? await temporaryFolder('pictures') : resolve(root, wanted);
		await mkdir(folder, { recursive: true });
	});

	const take = async (name: string, of?: Locator) => {
		const path = join(folder, `${name}.png`);
		await editor.takePicture(page, path, of);
		const { size } = await stat(path);
		expect(size).toBeGreaterThan(10_000);
		// A larger one makes the README slow to open.
		expect(size).toBeLessThan(150_000);
	};

	const ours = (name: string, type: string, parameters: INode['parameters']): INode =>
		nodeOf(name, `n8n-nodes-log-management.${type}`, parameters, {
			credentials: credentialsOf(credential),
		});

	/** Opens the last of some nodes after a trigger, with its output. */
	const openRun = async (width: number, ...nodes: INode[]) => {
		const start = nodeOf('Run Now', 'n8n-nodes-base.manualTrigger', {});
		const { id } = await n8n.client.createWorkflow(workflowOf('For a Picture', [start, ...nodes]));
		await page.setViewportSize({ width, height: 740 });
		await editor.openWorkflow(page, id);
		await page.getByTestId('canvas-node').last().dblclick();
		await editor.runNode(page, n8n, start.name);
		await page.getByTestId('output-panel').getByTestId('radio-button-table').click();
	};

	it.each(['light', 'dark'] as const)(
		'show an open node and its output, %s',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			const filters = { severity: ['critical', 'trouble'], status: ['open'] };
			await openRun(1640, ours('Get many alerts', 'alert', { operation: 'getAll', filters }));
			await take(`editor-${colorScheme}`, page.getByTestId('ndv'));
			await page.emulateMedia({ colorScheme: 'light' });
		},
	);

	it.each(exampleFiles())(
		'show $file, its note with the whole text',
		async ({ file, workflow }) => {
			const { nodes } = workflow;
			const copies = nodes.map((node) => withCredentials(node, [credential]));
			const { id } = await n8n.client.createWorkflow({ ...workflow, nodes: copies });
			await editor.openWorkflow(page, id);
			for (const { name, type } of nodes) {
				const shown = page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
				if (!type.endsWith('.stickyNote')) await shown.waitFor();
			}
			const note = page.locator('.n8n-sticky [class*=_wrapper_]');
			await note.waitFor();
			expect(
				await note.evaluate(
					({ scrollHeight, clientHeight }: Record<'scrollHeight' | 'clientHeight', number>) =>
						scrollHeight - clientHeight,
				),
			).toBeLessThanOrEqual(2);
			await take(basename(file, '.json'), page.locator('.vue-flow'));
		},
	);

	it('show the outcome of each computer that was to be a log source', async () => {
		const filters = { configured: 'notConfigured' };
		const computers = ours('Get many computers', 'computer', { filters, returnAll: true });
		const add = ours('Add log sources', 'logSource', {
			operation: 'add',
			log_source: '={{ $json.name }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		});
		await openRun(1480, computers, { ...add, onError: 'continueErrorOutput' });
		await take('onboarding-result', page.getByTestId('ndv'));
	});
});
