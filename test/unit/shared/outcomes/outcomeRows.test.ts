import { expect, it } from '@jest/globals';

import { outcomeRows } from '../../../../nodes/shared/engine/writeSummary';

it('outcomeRows begin with what became of an item, then its names and ids, and have the same keys', () => {
	const rows = outcomeRows(
		[
			{
				sent: { port: 1, name: 'a' },
				outcome: 'succeeded',
				detail: 'Added',
				extra: { id: 5, name: 'told' },
			},
			{ sent: { name: 'b', port: 514 }, outcome: 'failed', detail: 'X', extra: {} },
			{ sent: {}, outcome: 'unknown', detail: 'Y', extra: {} },
		],
		['name', 'domain', 'id'],
	);
	expect(rows.map((row) => JSON.stringify(row))).toEqual([
		'{"outcome":"succeeded","detail":"Added","name":"told","id":5,"port":1}',
		'{"outcome":"failed","detail":"X","name":"b","id":"","port":514}',
		'{"outcome":"unknown","detail":"Y","name":"","id":"","port":""}',
	]);
});
