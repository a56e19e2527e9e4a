import type { Browser, Locator, Page } from 'playwright-core';
import type { N8n } from '../host/process';

/** Nothing moves: what is to be clicked stands still, and nobody waits for what only looks nice. */
const STILL = `document.addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent =
		'*, *::before, *::after { transition: none !important; animation: none !important; }';
	document.head.append(style);
});`;

/** The size of the window in pixels. */
export const WINDOW = { width: 1280, height: 800 };

/** How long n8n takes at most to take over what was written or added, in ms. */
const TAKEN_OVER_MS = 400;

/** What an output table shows: its columns from left to right, and its rows as texts. */
export interface Table {
	columns: string[];
	rows: string[][];
}

/** Does what may come to nothing at first, up to ten times. */
async function repeated(work: () => Promise<void>, attempts = 10): Promise<void> {
	try {
		await work();
	} catch (fault) {
		if (attempts === 1) throw fault;
		await repeated(work, attempts - 1);
	}
}

/** n8n's editor in a browser window, worked as a person does: by what is seen and clicked. */
export class Editor {
	private constructor(readonly page: Page) {}

	/** Opens a window and signs in. */
	static async open(browser: Browser, { url, login }: N8n): Promise<Editor> {
		const context = await browser.newContext({
			baseURL: url,
			viewport: WINDOW,
			reducedMotion: 'reduce',
		});
		await context.addInitScript({ content: STILL });
		const page = await context.newPage();
		page.setDefaultTimeout(30_000);
		await page.goto('/signin');
		await page.locator('input[name=emailOrLdapLoginId]').fill(login.email);
		await page.locator('input[type=password]').fill(login.password);
		await page.keyboard.press('Enter');
		await page.waitForURL('**/home/**');
		return new Editor(page);
	}

	/** Shows everything in the colours that a person prefers. */
	async prefer(colorScheme: 'light' | 'dark'): Promise<void> {
		await this.page.emulateMedia({ colorScheme });
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto('/workflow/new');
		await this.test('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`/workflow/${id}`);
		await this.test('canvas-node').first().waitFor();
	}

	/** Adds the first node of an empty workflow. */
	async addTrigger(name: string): Promise<void> {
		await this.test('canvas-plus-button').click();
		await this.test('node-creator').getByText(name, { exact: true }).click();
		await this.test('canvas-node').first().waitFor();
	}

	/** Starts the workflow from the canvas and answers the id of its execution. */
	async startWorkflow(): Promise<string> {
		const started = this.page.waitForResponse('**/rest/workflows/*/run*');
		await this.test('execute-workflow-button').click();
		const { data } = (await (await started).json()) as { data: { executionId: string } };
		return data.executionId;
	}

	/** The names of the nodes that the search of the node panel finds, the best first. */
	async search(text: string): Promise<string[]> {
		await this.test('node-creator-plus-button').click();
		await this.test('node-creator-search-bar').fill(text);
		const panel = this.test('node-creator');
		await panel.getByText('Trigger manually').waitFor({ state: 'hidden' });
		const names = panel.getByTestId('node-creator-item-name');
		await names.first().waitFor();
		const found = await names.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return found.map((name) => name.trim());
	}

	/** The triggers and actions that the node panel offers of a node, all unfolded. */
	async offered(node: string): Promise<Locator> {
		await this.test('node-creator-plus-button').click();
		await this.test('node-creator-search-bar').fill(node);
		const panel = this.test('node-creator');
		await panel.getByText(node, { exact: true }).click();
		await this.test('node-creator-search-bar').waitFor({ state: 'hidden' });
		const names = panel.getByTestId('node-creator-item-name');
		const actions = panel.getByText(/^Actions \(\d+\)$/);
		if (await actions.isVisible()) {
			const count = Number(/\d+/.exec(await actions.innerText())?.[0]);
			// Below a trigger they are folded away.
			if ((await names.count()) < count) await actions.click();
			await names.nth(count - 1).waitFor();
		}
		return names;
	}

	/** Adds a node by one of its actions and leaves it open. */
	async add(node: string, action: string): Promise<void> {
		const offered = await this.offered(node);
		await offered.getByText(action, { exact: true }).click();
		await this.test('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.test('ndv').waitFor();
	}

	async openLastNode(): Promise<void> {
		await this.test('canvas-node').last().dblclick();
		await this.test('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.test('ndv-close-button').click();
		await this.test('ndv').waitFor({ state: 'hidden' });
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** The small text below a node's name on the canvas. */
	async subtitle(name: string): Promise<string> {
		return await this.node(name).locator('[class*=subtitle]').innerText();
	}

	/** Chooses one of the stored credentials in the open node. */
	async chooseCredential(name: string): Promise<void> {
		await this.test('node-credentials-select').click();
		await this.page.locator('.el-select-dropdown:visible').getByText(name, { exact: true }).click();
	}

	/** The choices of an open node's drop-down, by their names. */
	async choices(parameter: string): Promise<string[]> {
		await this.field(parameter).click();
		const items = this.page.locator('.el-select-dropdown:visible .option-headline');
		await items.first().waitFor();
		const names = await items.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return names.map((name) => name.trim());
	}

	async choose(parameter: string, choice: string): Promise<void> {
		await this.field(parameter).click();
		await this.page
			.locator('.el-select-dropdown:visible .option-headline')
			.getByText(choice, { exact: true })
			.click();
	}

	/** Turns a switch on or off. @throws Error if it stands so already */
	async flip(parameter: string, isOn: boolean): Promise<void> {
		if ((await this.isOn(parameter)) === isOn) {
			throw new Error(`${parameter} is ${isOn ? 'on' : 'off'} already`);
		}
		await this.field(parameter).locator('.el-switch').click();
	}

	async isOn(parameter: string): Promise<boolean> {
		const shown = await this.field(parameter).locator('.el-switch').getAttribute('class');
		return /\bis-checked\b/.test(shown ?? '');
	}

	/** Writes into a text or number field; what begins with `=` becomes an expression. */
	async write(parameter: string, text: string): Promise<void> {
		const field = this.field(parameter);
		if (!text.startsWith('=')) {
			await field.locator('input, textarea').first().fill(text);
			return;
		}
		const options = this.test(`${parameter}-parameter-input-options-container`);
		await options.getByTestId('radio-button-expression').click();
		await field.locator('.cm-content').fill(text.slice(1));
		await this.leaveExpression(field, text);
	}

	/** The picker of an open node; the one below if a row names its picker as a filter does. */
	picker(parameter: string): Locator {
		return this.test(`resource-locator-${parameter}`).last();
	}

	/** Opens a picker's list and answers what it shows at first. */
	async openList(parameter: string): Promise<string[]> {
		await this.openPicker(parameter, this.items().first());
		return await this.listed();
	}

	/** Searches in the open list of a picker. */
	async searchList(text: string): Promise<string[]> {
		await Promise.all([
			this.page.waitForResponse('**/resource-locator-results'),
			this.test('rlc-search').last().fill(text),
		]);
		return await this.listed();
	}

	/** Opens a picker's list that cannot be read, and answers what it says. */
	async refusedList(parameter: string): Promise<string> {
		const refusal = this.page.locator('[data-test-id=rlc-error-container]:visible');
		await this.openPicker(parameter, refusal.getByTestId('rlc-error-message'));
		return await refusal.innerText();
	}

	async listed(): Promise<string[]> {
		await this.items().first().waitFor();
		return (await this.items().allInnerTexts()).map((name) => name.trim());
	}

	/** Scrolls to the end of the open list, which has the next page read, until a line is there. */
	async scrollTo(name: string): Promise<void> {
		const wanted = this.items().getByText(name, { exact: true });
		await repeated(async () => {
			await this.items().last().scrollIntoViewIfNeeded();
			await wanted.waitFor({ state: 'attached', timeout: 2_000 });
		});
	}

	async take(name: string): Promise<void> {
		await this.items().getByText(name, { exact: true }).first().click();
	}

	/** Sets a picker to its list, to By ID or to By Name. */
	async setMode(parameter: string, mode: string): Promise<void> {
		await this.picker(parameter).getByTestId('rlc-mode-selector').click();
		await this.page.locator('[role=option]:visible').getByText(mode, { exact: true }).click();
		// What is written before n8n has changed the mode counts for the one before.
		await this.page.waitForTimeout(TAKEN_OVER_MS);
	}

	/** Sets a picker to By ID or By Name and writes there. */
	async pickBy(parameter: string, mode: string, text: string): Promise<void> {
		await this.setMode(parameter, mode);
		const field = this.picker(parameter).getByTestId('rlc-input-container');
		await field.locator('input').fill(text);
		if (text.startsWith('=')) await this.leaveExpression(field, text);
		else await this.page.waitForTimeout(TAKEN_OVER_MS);
	}

	/** What a picker holds: the name of what was taken, or the text that was written. */
	async picked(parameter: string): Promise<string> {
		return await this.picker(parameter).getByTestId('rlc-input').inputValue();
	}

	/** The labels of the fields that the open node shows, its credential first. */
	async openFields(): Promise<string[]> {
		const labels = this.test('node-parameters').locator('label').filter({ visible: true });
		await labels.first().waitFor();
		// A label may have the switch between a value and an expression beside it.
		return (await labels.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');
	}

	/** The label of a parameter of the open node. */
	label(name: string): Locator {
		const labels = this.test('node-parameters').locator('label');
		return labels.getByText(name, { exact: true }).first();
	}

	/** The fields that can still be added to a collection; empty where all of them are in it. */
	async addable(collection: string): Promise<string[]> {
		const inside = this.inside(collection);
		await inside.getByText('Loading fields').waitFor({ state: 'hidden' });
		const add = this.addButton(collection);
		// The button of a collection that was just opened comes a moment later.
		const isOffered = await add.waitFor({ timeout: 1_000 }).then(
			() => true,
			() => false,
		);
		if (!isOffered) return [];
		await add.click();
		await this.openChoices().first().waitFor();
		const names = await this.openChoices().allInnerTexts();
		await this.page.keyboard.press('Escape');
		return names.map((name) => name.trim());
	}

	/** Adds a field to a collection of the open node. */
	async addField(collection: string, name: string): Promise<void> {
		await this.addButton(collection).click();
		const choice = this.openChoices().getByText(name, { exact: true });
		const added = this.inside(collection).locator('label').getByText(name, { exact: true });
		await choice.or(added).first().waitFor();
		if (await choice.isVisible()) await choice.click();
	}

	/** What a drop-down of the open node shows as chosen. */
	async chosen(parameter: string): Promise<string> {
		const field = this.field(parameter);
		const tags = await field.locator('.el-tag').allInnerTexts();
		return tags.length > 0
			? tags.map((tag) => tag.trim()).join(', ')
			: await field.locator('input').first().inputValue();
	}

	/** Adds a row to a list of rows of the open node that has none yet. */
	async addRow(list: string): Promise<void> {
		const label = this.page.locator(`label[for="${list}"]`);
		await label
			.locator('xpath=ancestor::*[@data-test-id="input-label"][1]/..')
			.getByTestId('fixed-collection-add')
			.first()
			.click();
		await this.page.waitForTimeout(TAKEN_OVER_MS);
	}

	/** Changes the operation of the open node, and with it most of its fields. */
	async chooseOperation(operation: string): Promise<void> {
		await this.choose('operation', operation);
		await this.page.waitForTimeout(TAKEN_OVER_MS);
	}

	/** What is being written covers the fields below it with its result. */
	private async leaveExpression(field: Locator, text: string): Promise<void> {
		await field.locator('.cm-content').getByText(text.slice(1)).waitFor();
		await this.test('tab-params').click();
	}

	private items(): Locator {
		return this.page.locator('[data-test-id=rlc-item]:visible');
	}

	/**
	 * A list opens when its picker gets the focus, which it has already after a change of its mode, and
	 * a picker that still changes closes its list again.
	 */
	private async openPicker(parameter: string, shown: Locator): Promise<void> {
		await repeated(async () => {
			await this.test('tab-params').click();
			await this.picker(parameter).getByTestId('rlc-input').click();
			await shown.waitFor({ timeout: 2_000 });
		});
	}

	/** The button of a collection itself, not of one inside it. */
	private addButton(collection: string): Locator {
		return this.inside(collection).locator(
			'[data-test-id=collection-parameter-add]:not(:scope [data-test-id=parameter-item] *)',
		);
	}

	/** A collection with what it holds. */
	private inside(collection: string): Locator {
		const label = this.page.locator(`label[for="${collection}"]`);
		return this.test('parameter-item').filter({ has: label }).last();
	}

	private openChoices(): Locator {
		return this.page.locator('[data-test-id=collection-parameter-option]:visible');
	}

	/**
	 * Runs the open node, and what comes before it, and waits until its output or a refusal is there.
	 * n8n takes over what was written last a moment later, and does not start without it.
	 */
	async runNode(): Promise<void> {
		const panel = this.test('output-panel');
		const done = panel.getByTestId('node-run-info').or(panel.getByTestId('node-error-message'));
		const notice = this.page.locator('.el-notification');
		const notStarted = notice.filter({ hasText: 'Workflow execution cannot start' });
		for (let attempt = 1; attempt <= 5; attempt += 1) {
			const before = await done.elementHandles();
			await Promise.all([
				this.page.waitForResponse('**/rest/workflows/*/run*'),
				this.test('node-execute-button').click(),
			]);
			// The result of the run before goes first; it may go and come too fast to be seen.
			for (const element of before) {
				await element.waitForElementState('hidden', { timeout: 1_000 }).catch(() => undefined);
			}
			await done.or(notStarted).first().waitFor();
			if (!(await notStarted.isVisible())) return;
			await notStarted.locator('.el-notification__closeBtn').click();
			await notStarted.waitFor({ state: 'hidden' });
		}
		throw new Error('n8n does not start the node');
	}

	/** The output of the open node as its table shows it. */
	async table(): Promise<Table> {
		const panel = this.test('output-panel');
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

	async hints(): Promise<string> {
		return await this.test('output-panel').getByTestId('run-data-hints').innerText();
	}

	/** What the open node shows in place of an output: the message and how to go on. */
	async refusal(): Promise<{ message: string; description: string }> {
		const panel = this.test('output-panel');
		const message = await panel.getByTestId('node-error-message').innerText();
		const description = panel.getByTestId('node-error-description');
		return {
			message,
			description: (await description.isVisible()) ? await description.innerText() : '',
		};
	}

	/**
	 * Takes a picture of the window or a part of it, without passing notices and without a pointer
	 * over anything.
	 */
	async picture(path: string, of?: Locator): Promise<void> {
		await this.page.mouse.move(1, 1);
		await this.page.addStyleTag({ content: '.el-notification { display: none !important; }' });
		await this.page.waitForTimeout(500);
		await (of ?? this.page).screenshot({ path, animations: 'disabled' });
	}

	/** An element by the name that n8n gives it for tests. */
	test(id: string): Locator {
		return this.page.getByTestId(id);
	}

	/** The field of a parameter in an open node or credential. */
	field(parameter: string): Locator {
		return this.test(`parameter-input-${parameter}`);
	}
}
