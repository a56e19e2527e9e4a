import { describe, expect, it } from '@jest/globals';

import { exampleGuide } from '../tools/docs/examplesGuide';
import {
	ALERT_TRIGGER,
	CREDENTIAL,
	TESTING,
	EXAMPLES,
	generatedPages,
	MEASUREMENTS,
	NODE_PAGES,
	OPERATIONS,
	README,
	refreshed,
	textOf,
	type GeneratedPage,
} from '../tools/docs/generatedPages';

const [DOMAIN = OPERATIONS] = NODE_PAGES.filter(({ path }) => path.endsWith('domain.md'));

/** Whether `npm run docs` changes a page with that text. */
const isStale = async (page: GeneratedPage, text: string): Promise<boolean> =>
	(await refreshed(page, text)) !== text;

const offenders: Array<
	[what: string, page: GeneratedPage, part: string | RegExp, planted: string]
> = [
	['a node is missing', README, /\n- \[Domain\].*/, ''],
	['an operation is missing', OPERATIONS, /\n- \[Delete\]\(nodes\/log-type.*/, ''],
	['a field is missing', DOMAIN, /\n- \*\*Limit\*\*.*/, ''],
	['a field of the credential is missing', CREDENTIAL, /\n- \*\*Access Token\*\*.*/, ''],
	['the default of a trigger is another', ALERT_TRIGGER, / by default/, ' at first'],
	['a goal is missing', EXAMPLES, /\n.*keep a ticket .*/, ''],
	['a group of planted faults is missing', TESTING, /\n\| `directory` .*/, ''],
	['a figure is another', MEASUREMENTS, /(\| export 200,000 to a file +\| ms +\| )/, '$19'],
];

describe('the generated pages', () => {
	it.each(generatedPages)('$path has the parts that npm run docs writes', async (page) => {
		expect(await isStale(page, textOf(page))).toBe(false);
	});

	it.each(offenders)('are refused if %s', async (_what, page, part, planted) => {
		const offender = textOf(page).replace(part, planted);
		expect(offender).not.toBe(textOf(page));
		expect(await isStale(page, offender)).toBe(true);
	});

	it('are refused without a place for a part', async () => {
		const offender = textOf(OPERATIONS).replace('<!-- end of operations -->', '');
		await expect(refreshed(OPERATIONS, offender)).rejects.toThrow(
			'docs/operations.md has no place for its operations',
		);
	});

	it('cannot be written for an example without a note', () => {
		const workflow = { name: 'Silent', nodes: [], connections: {} };
		expect(() => exampleGuide('silent.json', workflow)).toThrow('silent.json has no note');
	});
});
