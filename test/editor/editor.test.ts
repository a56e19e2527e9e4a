import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INode, OnError } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';

import { accountOf } from '../support/account';
import * as editor from '../support/editor/editor';
import { credentialsOf, nodeOf, workflowOf } from '../support/host/alertWorkflow';
import type { Credential } from '../support/host/client';
import { installN8n } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { packTarball } from '../support/host/tarball';
import { temporaryFolder } from '../support/host/temporaryFolder';
import { startService, type Service } from '../support/service/service';
import { exampleFiles, folder as examples } from '../tools/demo/exampleFiles';

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

/** Opens an empty workflow and adds its first node, the trigger that is started by hand. */
async function newWorkflow(): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-plus-button').click();
	await page.getByTestId('node-creator').getByText('Trigger manually', { exact: true }).click();
	await page.getByTestId('canvas-node').first().waitFor();
}

it('builds and runs the first workflow of the README', async () => {
	await newWorkflow();
	await editor.addNode(page, 'Log Management Computer', 'Get many computers');
	await editor.flip(page, 'returnAll');
	await editor.addField(page, 'filters', 'Computers');
	const computers = editor.field(page, 'configured').locator('input').first();
	expect(await computers.inputValue()).toBe('Not Configured Only');
	const listed = await editor.runNode(page);
	const names = listed.rows.map((row) => row[listed.columns.indexOf('name')]);
	expect(names.length).toBeGreaterThan(1);
	await editor.closeNode(page);

	await editor.addNode(page, 'Log Management Log Source', 'Add log sources');
	await editor.writeExpression(page, 'log_source', '{{ $json.name }}');
	await editor.nameByExpression(page, 'domain_name', '{{ $json.domain_name }}');
	await editor.addField(page, 'options', 'Dry Run');
	const before = service.world.logSources.size;
	const planned = await editor.runNode(page);
	expect(planned.columns.slice(0, 3)).toEqual(['outcome', 'detail', 'log_source']);
	expect(planned.rows.map((row) => row[2])).toEqual(names);
	expect(new Set(planned.rows.map(([outcome]) => outcome))).toEqual(new Set(['planned']));
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

	await editor.flip(page, 'dryRun');
	const { rows } = await editor.runNode(page);
	const succeeded = rows.filter(([outcome]) => outcome === 'succeeded');
	expect(succeeded.length).toBe(service.world.logSources.size - before);
	expect(succeeded.length).toBe(names.length - 1);
	const failed = rows.filter(([outcome]) => outcome === 'failed');
	expect(failed).toEqual([expect.arrayContaining(['failed', expect.stringMatching(/\w{3}/)])]);
});

it('shows the ten newest alerts as a test of the trigger, the newest first', async () => {
	await newWorkflow();
	await editor.addNode(page, 'Log Management Alert', 'On new Log Management Alert event');
	const { columns, rows } = await editor.runNode(page);
	expect([columns[0], columns.at(-1)]).toEqual(['Time', 'alert_key']);
	const messages = rows.map((row) => row[columns.indexOf('Message')]);
	const last = service.world.alerts.count - 1;
	expect(messages).toEqual(
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
		const panel = await editor.search(page, name.toLowerCase());
		await panel
			.getByText(new RegExp(`^Log Management ${name}`))
			.first()
			.waitFor();
		await page.keyboard.press('Escape');
	}
	const panel = await editor.search(page, 'manageengine');
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

	/** Opens the last of some nodes after a trigger, with its output. */
	const openRun = async (
		width: number,
		steps: Array<[name: string, type: string, parameters: INode['parameters']]>,
		onError: OnError = 'stopWorkflow',
	) => {
		const nodes = steps.map(([name, type, parameters]) =>
			nodeOf(name, `n8n-nodes-log-management.${type}`, parameters, {
				onError,
				credentials: credentialsOf(credential),
			}),
		);
		const start = nodeOf('Run Now', 'n8n-nodes-base.manualTrigger', {});
		const { id } = await n8n.client.createWorkflow(workflowOf('For a Picture', [start, ...nodes]));
		await page.setViewportSize({ width, height: 740 });
		await editor.openWorkflow(page, id);
		await editor.openNode(page, page.getByTestId('canvas-node').last());
		await editor.runNode(page);
	};

	it.each(['light', 'dark'] as const)(
		'show an open node and its output, %s',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			const filters = { severity: ['critical', 'trouble'], status: ['open'] };
			await openRun(1640, [['Get many alerts', 'alert', { operation: 'getAll', filters }]]);
			await take(`editor-${colorScheme}`, page.getByTestId('ndv'));
			await page.emulateMedia({ colorScheme: 'light' });
		},
	);

	it.each(exampleFiles().map(({ file, workflow }) => [file, workflow] as const))(
		'show %s, its note with the whole text',
		async (file, { nodes }) => {
			const { id } = await n8n.client.importWorkflow(join(examples, file), [credential]);
			await editor.openWorkflow(page, id);
			for (const { name, type } of nodes) {
				if (!type.endsWith('.stickyNote')) await editor.node(page, name).waitFor();
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
		const domain_name = { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' };
		await openRun(
			1480,
			[
				[
					'Get many computers',
					'computer',
					{ filters: { configured: 'notConfigured' }, returnAll: true },
				],
				[
					'Add log sources',
					'logSource',
					{ operation: 'add', log_source: '={{ $json.name }}', domain_name },
				],
			],
			'continueErrorOutput',
		);
		await take('onboarding-result', page.getByTestId('ndv'));
	});
});
