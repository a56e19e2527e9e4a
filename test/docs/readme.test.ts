import { describe, expect, it } from '@jest/globals';

import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { exampleGuide } from '../tools/docs/examplesGuide';
import { headingOf, listedOperations } from '../tools/docs/operationsTable';
import { readme, refreshed } from '../tools/docs/readme';

/** What of a README is not as `npm run docs` would write it. */
const stale = (text: string): boolean => refreshed(text) !== text;

/** The text of an operation's section; empty where it has none. */
function sectionOf(text: string, heading: string): string {
	const [, rest = ''] = text.split(`#### ${heading}\n`);
	const [section = ''] = rest.split(/^#{2,4} /m);
	return section.trim();
}

/** Operations without a section of their own that says something. */
const withoutSection = (text: string): string[] =>
	listedOperations()
		.map(headingOf)
		.filter((heading) => sectionOf(text, heading).length < 40);

/** Fields that the examples of operations set and that the operations do not have. */
const unknownFields = (text: string): string[] =>
	listedOperations().flatMap((listed) => {
		const known = new Set(operationFields(listed.operation).map(({ displayName }) => displayName));
		return [...sectionOf(text, headingOf(listed)).matchAll(/^\| ([\w ]+?) +\|/gm)]
			.map(([, field = '']) => field)
			.filter((field) => field !== 'Field' && !known.has(field))
			.map((field) => `${headingOf(listed)} has no ${field}`);
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

	it('has a section for every operation, with fields that it has', () => {
		expect(listedOperations().length).toBeGreaterThan(20);
		expect(withoutSection(readme())).toEqual([]);
		expect(unknownFields(readme())).toEqual([]);
	});

	it.each([
		['its heading', '#### Log Source › Delete\n', ''],
		['its text', /#### Log Source › Delete\n[^]*?(?=#### )/, '#### Log Source › Delete\n\n'],
	])('is refused where an operation lacks %s', (_what, part, rest) => {
		expect(withoutSection(readme().replace(part, rest))).toContain('Log Source › Delete');
	});

	it('is refused where an example sets a field that there is not', () => {
		const offender = readme().replace('| Delete By ', '| Remove By ');
		expect(unknownFields(offender)).toEqual(['Log Source › Delete has no Remove By']);
	});
});
