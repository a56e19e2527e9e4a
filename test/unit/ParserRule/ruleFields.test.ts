import { expect, it } from '@jest/globals';

import { mappingsOf } from '../../../nodes/ParserRule/ruleFields';

const rows = (
	...mapping: Array<{ value?: string; more: { group_number?: number; path?: string } }>
) =>
	mappingsOf({
		mappings: {
			mapping: mapping.map(({ value = '', more }) => ({ display_name: '', value, more })),
		},
	});
const json = (...mappingsJson: unknown[]) => mappingsOf({ mappingsJson });

it('a field mapping is taken where it names a field', () => {
	expect(rows({ value: 'user', more: { group_number: 2 } })).toEqual([
		{ display_name: '', value: 'user', group_number: 2 },
	]);
	expect(rows({ more: { path: 'a.b' } })).toHaveLength(1);
	expect(json({ display_name: 'User' })).toEqual([{ display_name: 'User' }]);
});

it('field mappings in JSON come after those in rows', () => {
	const mappings = { mapping: [{ display_name: '', value: 'a', more: {} }] };
	expect(mappingsOf({ mappings, mappingsJson: [{ value: 'b' }] })).toEqual([
		{ display_name: '', value: 'a' },
		{ value: 'b' },
	]);
});

it.each([
	[
		'rows',
		'Field Mappings',
		() => rows({ value: 'user', more: {} }, { value: ' ', more: { group_number: 2 } }),
	],
	['JSON', 'Field Mappings (JSON)', () => json({ value: 'user' }, { group_number: 2 })],
	['JSON without members', 'Field Mappings (JSON)', () => json({ value: 'user' }, {})],
])('a field mapping is refused with its row where it names none, as %s', (_as, where, mappings) => {
	expect(mappings).toThrow(`Row 2 of ${where} names no field`);
});
