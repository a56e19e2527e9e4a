import { describe, expect, it } from '@jest/globals';

import { exampleGuide } from './examplesGuide';
import { headingsIn } from './links';
import { headingOf, listedOperations } from './operationsTable';
import { readme, refreshed } from './readme';

/** What of a README is not as `npm run docs` would write it. */
const stale = (text: string): boolean => refreshed(text) !== text;

/** Operations without a section of their own that holds an example: a table, a list of code or an answer. */
const withoutExample = (text: string): string[] =>
	listedOperations()
		.map(headingOf)
		.filter((heading) => {
			if (!headingsIn(text).includes(heading)) return true;
			const [, section = ''] = text.split(`#### ${heading}\n`);
			const [own = ''] = section.split(/^#{2,4} /m);
			return own.trim().length < 40;
		});

describe('the README', () => {
	it('has the table, examples and pictures that npm run docs writes', () => {
		expect(stale(readme())).toBe(false);
	});

	it.each([
		['an operation is missing', /\n.*DELETE \/api\/v2\/log-type`.*/, ''],
		['an endpoint is another', 'DELETE /api/v2/log-type` ', 'DELETE /api/v2/log-types`'],
		['an example is missing', /### Alerts to Tickets[^]*?<\/details>\n/, ''],
		['an example is drawn otherwise', /n0 -->/, 'n1 -->'],
		['a scope is another', /(DELETE \/api\/v2\/log-type` .*`logformats\.)DELETE/, '$1CREATE'],
	])('is refused where %s', (_what, part, planted) => {
		const offender = readme().replace(part, planted);
		expect(offender).not.toBe(readme());
		expect(stale(offender)).toBe(true);
	});

	it('is refused without a place for the table', () => {
		expect(() => refreshed(readme().replace('<!-- end of operations -->', ''))).toThrow(
			'no place for its operations',
		);
	});

	it('cannot be written for an example without a note', () => {
		const workflow = { name: 'Silent', nodes: [], connections: {} };
		expect(() => exampleGuide('silent.json', workflow)).toThrow(
			'No note says what silent.json does',
		);
	});

	it('has a section for every operation', () => {
		expect(listedOperations().length).toBeGreaterThan(20);
		expect(withoutExample(readme())).toEqual([]);
	});

	it.each([
		['its heading', '#### Log Source › Delete\n', ''],
		['its text', /#### Log Source › Delete\n[^]*?(?=#### )/, '#### Log Source › Delete\n\n'],
	])('is refused where an operation lacks %s', (_what, part, rest) => {
		expect(withoutExample(readme().replace(part, rest))).toContain('Log Source › Delete');
	});
});
