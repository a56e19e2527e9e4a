import { expect, it } from '@jest/globals';

import { create } from '../../../nodes/ParserRule/operations/create';
import { update } from '../../../nodes/ParserRule/operations/update';
import { settleByListing } from '../../../nodes/shared/operation/listedThing';
import type { WriteOperation } from '../../../nodes/shared/operation/operation';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';
import { bareRule, listedRules } from '../../support/unit/rules';

/** What a write says of the thing that it lists. */
function listedThing({ listed }: WriteOperation) {
	if (listed === undefined) throw new TypeError('It lists nothing');
	return listed;
}

const LOST = 'As asked for, by the list: the answer was lost';

it.each([
	[{ rule_name: 'One', regex: 'a' }, 'succeeded'],
	[{ rule_name: 'One', method: 'delimiter' }, 'failed'],
	[{ rule_name: 'One', delimiter: ';' }, 'unknown'],
])('parser rules whose update with %j was lost are looked up', async (changes, outcome) => {
	const { service } = listing('rules', listedRules);
	const written = [
		item({ log_type_id: 5, rule_id: 2, rule_name: 'Other' }, 'answer'),
		item({ log_type_id: 5, rule_id: 1, ...changes }, 'answer'),
	];
	const settled = await settleByListing(listedThing(update), written, service);
	expect(outcomesOf(settled)).toEqual(['failed', outcome]);
});

it.each([
	['b', { outcome: 'succeeded', detail: LOST, extra: { rule_id: 2 } }],
	['', { outcome: 'succeeded', detail: LOST, extra: { rule_id: 2 } }],
	['other', expect.objectContaining({ outcome: 'unknown' })],
])(
	'parser rules that were created with the pattern "%s" are found by their values',
	async (regex, is) => {
		const { service } = listing('rules', listedRules);
		const payload = create.payload({ ...bareRule, rule_name: 'Two', regex });
		const other = create.payload({ ...bareRule, rule_name: 'Three', regex });
		const written = [item(other, 'none'), item(payload, 'none')];
		const settled = await settleByListing(listedThing(create), written, service);
		expect(outcomesOf(settled)[0]).toBe('unknown');
		expect(settled.get(payload)).toEqual(is);
	},
);

it('a parser rule that was created gets the id of the one of its name that has its values', async () => {
	const namesake = { rule_id: 3, rule_name: 'Two', method: 'regex', regex: 'other' };
	const { service } = listing('rules', [namesake, ...listedRules]);
	const written = [item(create.payload({ ...bareRule, rule_name: 'Two', regex: 'b' }), 'none')];
	const settled = await settleByListing(listedThing(create), written, service);
	expect([...settled.values()]).toEqual([
		{ outcome: 'succeeded', detail: LOST, extra: { rule_id: 2 } },
	]);
});
