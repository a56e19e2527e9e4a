import { expect, it } from '@jest/globals';

import { outcomeRows } from '../../../../nodes/shared/outcomes/outcomeRows';

it('outcomeRows have the same keys in the same order, an empty text where there is nothing', () => {
	const rows = outcomeRows([
		{ sent: { name: 'a' }, outcome: { outcome: 'succeeded', extra: { id: 5, name: 'told' } } },
		{ sent: { name: 'b', port: 514 }, outcome: { outcome: 'failed', issue: 'X' } },
		{ sent: {}, outcome: { outcome: 'unknown', issue: 'Y' } },
	]);
	expect(rows).toEqual([
		{ name: 'told', port: '', outcome: 'succeeded', issue: '', id: 5 },
		{ name: 'b', port: 514, outcome: 'failed', issue: 'X', id: '' },
		{ name: '', port: '', outcome: 'unknown', issue: 'Y', id: '' },
	]);
	expect(new Set(rows.map((row) => Object.keys(row).join()))).toEqual(
		new Set(['name,port,outcome,issue,id']),
	);
});

it('outcomeRows have no issue where all succeeded', () => {
	expect(
		outcomeRows([
			{ sent: { name: 'a' }, outcome: { outcome: 'succeeded' } },
			{ sent: { name: 'b' }, outcome: { outcome: 'succeeded', extra: { id: 0 } } },
		]),
	).toEqual([
		{ name: 'a', outcome: 'succeeded', id: '' },
		{ name: 'b', outcome: 'succeeded', id: 0 },
	]);
});
