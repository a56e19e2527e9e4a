import type { IDataObject } from 'n8n-workflow';
import { chromium, selectors, type Locator, type Page } from 'playwright-core';

import { output } from '../host/client';
import { requireCommands } from '../host/debianPackages';
import type { N8n } from '../host/process';

/** Hides what lies over a canvas: notices, and buttons that may cover a node. */
const HIDDEN =
	'.el-notification, .vue-flow__panel, .vue-flow__controls, [data-test-id^=execute-workflow-button] { display: none !important; }';

/** How long n8n takes at most to take over what was written or added, in ms. */
const TAKEN_OVER_MS = 400;

/** Opens n8n's editor in Debian's Chromium, without a screen, signed in as the owner. */
export async function openEditor({ url, client }: N8n) {
	await requireCommands('chromium');
	// n8n's editor names its elements by this attribute.
	selectors.setTestIdAttribute('data-test-id');
	const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
	const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
	const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
	const [name = '', value = ''] = client.cookie.split('=');
	await context.addCookies([{ name, value, url }]);
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	return { page, stop: async () => await browser.close() };
}

/** The field of a parameter in the open node or credential. */
export const field = (page: Page, parameter: string): Locator =>
	page.getByTestId(`parameter-input-${parameter}`);

export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Searches in the node panel, which a button opens. @returns the panel */
export async function search(page: Page, button: string, text: string): Promise<Locator> {
	await page.getByTestId(button).click();
	await page.getByTestId('node-creator-search-bar').fill(text);
	const panel = page.getByTestId('node-creator');
	await panel.getByText('Trigger manually').waitFor({ state: 'hidden' });
	return panel;
}

/** Adds a node by one of its triggers or actions, and leaves it open. */
export async function addNode(
	page: Page,
	button: string,
	name: string,
	action: string,
): Promise<void> {
	const panel = await search(page, button, name);
	await panel.getByText(name, { exact: true }).click();
	await panel.getByText(action, { exact: true }).click();
	await page.getByTestId('ndv').waitFor();
}

/** Writes a text into a field of the open credential. */
export async function fill(page: Page, parameter: string, text: string): Promise<void> {
	await field(page, parameter).locator('input').fill(text);
	await page.waitForTimeout(TAKEN_OVER_MS);
}

/** Writes an expression into a text field of the open node. */
export async function writeExpression(page: Page, parameter: string, text: string): Promise<void> {
	const options = page.getByTestId(`${parameter}-parameter-input-options-container`);
	await options.getByTestId('radio-button-expression').click();
	await field(page, parameter).locator('.cm-content').fill(text);
	await page.getByTestId('tab-params').click();
}

/** Sets a picker of the open node to By Name, and writes an expression there. */
export async function nameByExpression(page: Page, parameter: string, text: string): Promise<void> {
	const picker = page.getByTestId(`resource-locator-${parameter}`).last();
	await picker.getByTestId('rlc-mode-selector').click();
	await page.locator('[role=option]:visible').getByText('By Name', { exact: true }).click();
	await page.waitForTimeout(TAKEN_OVER_MS);
	const input = picker.getByTestId('rlc-input-container');
	// The equals sign turns the input into an expression.
	await input.locator('input').fill(`=${text}`);
	await input.locator('.cm-content').getByText(text).waitFor();
	await page.getByTestId('tab-params').click();
}

/** Adds a field to a collection of the open node. */
export async function addField(page: Page, collection: string, name: string): Promise<void> {
	const label = page.locator(`label[for="${collection}"]`);
	const inside = page.getByTestId('parameter-item').filter({ has: label }).last();
	await inside.getByTestId('collection-parameter-add').first().click();
	const choice = page.locator('[data-test-id=collection-parameter-option]:visible');
	const added = inside.locator('label').getByText(name, { exact: true });
	await choice.first().or(added.first()).waitFor();
	// The button of a collection with one field adds it without a choice.
	if (!(await added.first().isVisible())) await choice.getByText(name, { exact: true }).click();
	await page.waitForTimeout(TAKEN_OVER_MS);
}

/** Presses a switch of the open node or credential. */
export async function flip(page: Page, parameter: string): Promise<void> {
	await field(page, parameter).locator('.el-switch').click();
	await page.waitForTimeout(TAKEN_OVER_MS);
}

/** Runs the open node, and what comes before it. @returns its output */
export async function runNode(page: Page, { client }: N8n, name: string): Promise<IDataObject[]> {
	const [answer] = await Promise.all([
		page.waitForResponse('**/rest/workflows/*/run*'),
		page.getByTestId('node-execute-button').click(),
	]);
	const { data } = (await answer.json()) as { data: { executionId: string } };
	const execution = await client.ended(data.executionId);
	const { error } = execution.data.resultData;
	if (error !== undefined) throw new Error(error.message);
	return output(execution, name).map(({ json }) => json);
}

/** Takes a picture of the window or a part of it, without notices and without a pointer over anything. */
export async function takePicture(page: Page, path: string, of?: Locator): Promise<void> {
	await page.mouse.move(1, 1);
	await page.addStyleTag({ content: HIDDEN });
	await page.waitForTimeout(500);
	await (of ?? page).screenshot({ path, animations: 'disabled' });
}
