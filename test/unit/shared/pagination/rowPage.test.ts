import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { areSameRows, repeatsPage } from '../../../../nodes/shared/pagination/pages';

const [a, b, c] = [{ v: 'a' }, { v: 'b' }, { v: 'c' }];

it.each<[IDataObject[], IDataObject[], boolean]>([
	[[], [], false],
	[[a, b], [a, b], true],
	[[a, a, b], [a, a, b], true],
	[[a, b], [b, a], false],
	[[a, b], [a, c], false],
	[[a, b], [c, b], false],
	[[a, b], [a, b, c], false],
	[[a, b, c], [a, b], false],
	[[a, b], [], false],
	[[a], [a], false],
	[[a, a], [a, a], false],
	[[a, a, b], [a, a, a], false],
])('repeatsPage says of %j after %j: %j', (rows, before, expected) => {
	expect(repeatsPage(rows, before)).toBe(expected);
});

it('areSameRows compares row by row', () => {
	expect(areSameRows([a, a], [a, a])).toBe(true);
	expect(areSameRows([], [])).toBe(false);
	expect(areSameRows([a, b], [a, a])).toBe(false);
	expect(areSameRows([a], [a, a])).toBe(false);
});
