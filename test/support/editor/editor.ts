import type { IDataObject } from 'n8n-workflow';
import { chromium, selectors, type Locator, type Page } from 'playwright-core';

import { output, owner, type N8nClient } from '../host/client';
import { requirePackages } from '../host/debianPackages';
import type { N8n } from '../host/process';

/** The longest time, in ms, that n8n needs to apply an input or an added field. */
export const TAKEN_OVER_MS = 400;

/** The most moves of the mouse to a target until the editor accepts the drop. */
const MAX_MOVES = 50;

/** n8n's editor in a browser page, with the node or credential that is open. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly client: N8nClient,
	) {}

	/** Opens the editor in Debian's Chromium, without a screen, signed in as the owner. */
	static async open({ url, client }: N8n): Promise<Editor> {
		await requirePackages('chromium');
		// n8n's editor names its elements by this attribute.
		selectors.setTestIdAttribute('data-test-id');
		const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
		const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
		const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
		const { email: emailOrLdapLoginId, password } = owner;
		await context.request.post('/rest/login', { data: { emailOrLdapLoginId, password } });
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		return new Editor(page, client);
	}

	field(parameter: string): Locator {
		return this.page.getByTestId(`parameter-input-${parameter}`);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Adds a node by one of its actions to a workflow that has a node, and leaves it open. */
	async addNode(name: string, action: string): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').first().click();
		await this.page.getByTestId('node-creator-search-bar').fill(name);
		const panel = this.page.getByTestId('node-creator');
		await panel.getByText('Trigger manually').waitFor({ state: 'hidden' });
		await panel.getByText(name, { exact: true }).click();
		await panel.getByText(action, { exact: true }).click();
		await this.page.getByTestId('ndv').waitFor();
	}

	async drag(name: string, parameter: string): Promise<void> {
		const input = this.page.getByTestId('ndv-input-panel').locator('[data-target=mappable]');
		const source = input.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) }).first();
		const target = this.field(parameter).last();
		const active = this.page.locator('[class*=activeDrop]');
		const activeTarget = target.and(active).or(target.locator(active));
		await source.hover();
		await this.page.mouse.down();
		// Previews of other fields move the target, and a busy editor misses mouse moves.
		for (let attempt = 0; attempt < MAX_MOVES && !(await activeTarget.isVisible()); attempt++) {
			const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
			await this.page.mouse.move(x + width / 2 + (attempt % 2), y + height / 2, { steps: 10 });
			await this.page.waitForTimeout(TAKEN_OVER_MS);
		}
		await this.page.mouse.up();
		await target.locator('.cm-content').getByText(`$json.${name}`).waitFor();
	}

	async setOnError(choice: string): Promise<void> {
		await this.page.getByTestId('tab-settings').click();
		await this.field('onError').click();
		await this.page.locator('[role=option]:visible').getByText(choice, { exact: true }).click();
		await this.page.getByTestId('tab-params').click();
	}

	async addField(collection: string, name: string): Promise<void> {
		const label = this.page.locator(`label[for="${collection}"]`);
		const inside = this.page.getByTestId('parameter-item').filter({ has: label }).last();
		await inside.getByTestId('collection-parameter-add').first().click();
		const choice = this.page.locator('[data-test-id=collection-parameter-option]:visible');
		const added = inside.locator('label').getByText(name, { exact: true });
		await choice.first().or(added.first()).waitFor();
		// If a collection has one field, its button adds the field without a choice.
		if (!(await added.first().isVisible())) await choice.getByText(name, { exact: true }).click();
		await this.page.waitForTimeout(TAKEN_OVER_MS);
	}

	async flip(parameter: string): Promise<void> {
		await this.field(parameter).locator('.el-switch').click();
		await this.page.waitForTimeout(TAKEN_OVER_MS);
	}

	/** Runs the open node and the nodes before it. @returns the items of both outputs of a node */
	async runNode(name: string): Promise<IDataObject[]> {
		const [response] = await Promise.all([
			this.page.waitForResponse('**/rest/workflows/*/run*'),
			this.page.getByTestId('node-execute-button').click(),
		]);
		const { data } = (await response.json()) as { data: { executionId: string } };
		const execution = await this.client.waitForEnd(data.executionId);
		const { error } = execution.data.resultData;
		if (error !== undefined) throw new Error(error.message);
		return [0, 1].flatMap((branch) => output(execution, name, branch).map(({ json }) => json));
	}
}
