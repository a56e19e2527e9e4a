import { describe, expect, it } from '@jest/globals';

import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { OPERATIONS, textOf } from '../tools/docs/generatedPages';
import { headingOf, listedOperations } from '../tools/docs/operationsTable';

const page = textOf(OPERATIONS);

/** The text of an operation's section; empty where it has none. */
function sectionOf(text: string, heading: string): string {
	const [, rest = ''] = text.split(`### ${heading}\n`);
	const [section = ''] = rest.split(/^#{2,3} /m);
	return section.trim();
}

/** Operations without a section, or with one that says nothing. */
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

describe('the page of operations', () => {
	it('has a section for every operation, with fields that it has', () => {
		expect(listedOperations().length).toBeGreaterThan(20);
		expect(withoutSection(page)).toEqual([]);
		expect(unknownFields(page)).toEqual([]);
	});

	it.each([
		['its heading', '### Log Source › Delete\n', ''],
		['its text', /### Log Source › Delete\n[^]*?(?=### )/, '### Log Source › Delete\n\n'],
	])('is refused where an operation lacks %s', (_what, part, rest) => {
		expect(withoutSection(page.replace(part, rest))).toContain('Log Source › Delete');
	});

	it('is refused where an example sets a field that does not exist', () => {
		const offender = page.replace('| Delete By ', '| Remove By ');
		expect(unknownFields(offender)).toEqual(['Log Source › Delete has no Remove By']);
	});
});
