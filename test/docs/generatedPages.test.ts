import { describe, expect, it } from '@jest/globals';

import { exampleGuide } from '../tools/docs/examplesGuide';
import {
	DEVELOPERS,
	EXAMPLES,
	generatedPages,
	LARGE_VOLUMES,
	OPERATIONS,
	README,
	refreshed,
	textOf,
	type GeneratedPage,
} from '../tools/docs/generatedPages';

/** Whether `npm run docs` changes a page with that text. */
const isStale = (page: GeneratedPage, text: string): boolean => refreshed(page, text) !== text;

const offenders: Array<
	[what: string, page: GeneratedPage, part: string | RegExp, planted: string]
> = [
	['a node is missing', README, /\n\| \[Domain\].*/, ''],
	['a node lacks an operation', README, '[Add](docs/operations.md#agent--add), ', ''],
	['a node leads elsewhere', README, '(docs/operations.md#agent)', '(docs/operations.md#alert)'],
	['an operation is missing', OPERATIONS, /\n.*DELETE \/api\/v2\/log-type`.*/, ''],
	['an endpoint is another', OPERATIONS, 'DELETE /api/v2/log-type` ', 'DELETE /api/v2/log-types`'],
	[
		'a scope is another',
		OPERATIONS,
		/(DELETE \/api\/v2\/log-type` .*`logformats\.)DELETE/,
		'$1CREATE',
	],
	['a goal is missing', README, /\n\| keep a ticket .*/, ''],
	['a goal leads elsewhere', EXAMPLES, '(#divide-an-export)', '(#ask-about-alerts)'],
	['an example is missing', EXAMPLES, /## Alerts to Tickets[^]*?<\/details>\n/, ''],
	['the chart of an example is another', EXAMPLES, /n0 -->/, 'n9 -->'],
	['a group of planted faults is missing', DEVELOPERS, /\n\| `directory` .*/, ''],
	['a figure is another', LARGE_VOLUMES, /(\| export 50,000 to a file +\| ms +\| )/, '$19'],
];

describe('the generated pages', () => {
	it.each(generatedPages)('$path has the parts that npm run docs writes', (page) => {
		expect(isStale(page, textOf(page))).toBe(false);
	});

	it.each(offenders)('are refused where %s', (_what, page, part, planted) => {
		const offender = textOf(page).replace(part, planted);
		expect(offender).not.toBe(textOf(page));
		expect(isStale(page, offender)).toBe(true);
	});

	it('are refused without a place for a part', () => {
		const offender = textOf(OPERATIONS).replace('<!-- end of operations -->', '');
		expect(() => refreshed(OPERATIONS, offender)).toThrow(
			'docs/operations.md has no place for its operations',
		);
	});

	it('cannot be written for an example without a note', () => {
		const workflow = { name: 'Silent', nodes: [], connections: {} };
		expect(() => exampleGuide('silent.json', workflow)).toThrow('silent.json has no note');
	});
});
