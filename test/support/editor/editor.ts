import { chromium, selectors, type Locator, type Page } from 'playwright-core';

import { requireCommands } from '../host/debianPackages';
import type { N8n } from '../host/process';

/** Stops all motion, so that what is to be clicked stands still. */
const STILL = `document.addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent =
		'*, *::before, *::after { transition: none !important; animation: none !important; }';
	document.head.append(style);
});`;

/** How long n8n takes at most to take over what was written or added, in ms. */
const TAKEN_OVER_MS = 400;

/** What an output table shows: its columns from left to right, and its rows as texts. */
export interface Table {
	columns: string[];
	rows: string[][];
}

/** Opens n8n's editor in Debian's Chromium, without a screen, signed in as the owner. */
export async function openEditor({ url, login }: N8n) {
	await requireCommands('chromium');
	// n8n's editor names its elements by this attribute.
	selectors.setTestIdAttribute('data-test-id');
	const args = [
		'--no-sandbox',
		'--disable-gpu',
		'--no-first-run',
		'--disable-background-networking',
	];
	const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width: 1280, height: 800 },
		reducedMotion: 'reduce',
	});
	await context.addInitScript({ content: STILL });
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	await page.goto('/signin');
	await page.locator('input[name=emailOrLdapLoginId]').fill(login.email);
	await page.locator('input[type=password]').fill(login.password);
	await page.keyboard.press('Enter');
	await page.waitForURL('**/home/**');
	return { page, stop: async () => await browser.close() };
}

/** The field of a parameter in the open node or credential. */
export const field = (page: Page, parameter: string): Locator =>
	page.getByTestId(`parameter-input-${parameter}`);

/** A node on the canvas. */
export const node = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);

export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Opens the node panel and searches. @returns the panel */
export async function search(page: Page, text: string): Promise<Locator> {
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill(text);
	const panel = page.getByTestId('node-creator');
	await panel.getByText('Trigger manually').waitFor({ state: 'hidden' });
	return panel;
}

/** Adds a node by one of its triggers or actions, and leaves it open. */
export async function addNode(page: Page, name: string, action: string): Promise<void> {
	const panel = await search(page, name);
	await panel.getByText(name, { exact: true }).click();
	await page.getByTestId('node-creator-search-bar').waitFor({ state: 'hidden' });
	const wanted = panel.getByText(action, { exact: true });
	const section = action.startsWith('On ') ? /^Triggers \(\d+\)$/ : /^Actions \(\d+\)$/;
	const folded = panel.getByText(section);
	await wanted.or(folded).first().waitFor();
	// The section that does not fit the next step is folded away.
	if (!(await wanted.isVisible())) await folded.click();
	await wanted.click();
	await page.getByTestId('ndv').waitFor();
}

export async function openNode(page: Page, canvasNode: Locator): Promise<void> {
	await canvasNode.dblclick();
	await page.getByTestId('ndv').waitFor();
}

export async function closeNode(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
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

/** Presses a switch of the open node. */
export async function flip(page: Page, parameter: string): Promise<void> {
	await field(page, parameter).locator('.el-switch').click();
	await page.waitForTimeout(TAKEN_OVER_MS);
}

/** Runs the open node, and what comes before it. @returns its output */
export async function runNode(page: Page): Promise<Table> {
	const panel = page.getByTestId('output-panel');
	const done = panel.getByTestId('node-run-info').or(panel.getByTestId('node-error-message'));
	const before = await done.elementHandles();
	await Promise.all([
		page.waitForResponse('**/rest/workflows/*/run*'),
		page.getByTestId('node-execute-button').click(),
	]);
	// The result of the run before goes first, perhaps too fast to be seen.
	for (const element of before) {
		await element.waitForElementState('hidden', { timeout: 1_000 }).catch(() => undefined);
	}
	await done.first().waitFor();
	return await outputTable(page);
}

/** The output of the open node as its table shows it. @throws Error with the message of a refusal */
export async function outputTable(page: Page): Promise<Table> {
	const panel = page.getByTestId('output-panel');
	const choice = panel.getByTestId('radio-button-table').filter({ visible: true });
	const refused = panel.getByTestId('node-error-message');
	await choice.or(refused).first().waitFor();
	if (await refused.isVisible()) throw new Error(await refused.innerText());
	await choice.click();
	const table = panel.locator('table').first();
	await table.locator('tbody tr').first().waitFor();
	const columns = (await table.locator('thead th').allInnerTexts()).map((text) => text.trim());
	const rows = await Promise.all(
		(await table.locator('tbody tr').all()).map(async (row) =>
			(await row.locator('td').allInnerTexts()).map((text) => text.trim()),
		),
	);
	// n8n's table may end with a column without a name.
	const width = columns.at(-1) === '' ? columns.length - 1 : columns.length;
	return { columns: columns.slice(0, width), rows: rows.map((row) => row.slice(0, width)) };
}

/** Takes a picture of the window or a part of it, without notices and without a pointer over anything. */
export async function takePicture(page: Page, path: string, of?: Locator): Promise<void> {
	await page.mouse.move(1, 1);
	await page.addStyleTag({ content: '.el-notification { display: none !important; }' });
	await page.waitForTimeout(500);
	await (of ?? page).screenshot({ path, animations: 'disabled' });
}
