import { expect, it } from '@jest/globals';

import { create } from '../../../nodes/ParserRule/operations/create';
import { update } from '../../../nodes/ParserRule/operations/update';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';
import { bareRule, listedRules } from '../../support/unit/rules';

it.each([
	[{ rule_name: 'One', regex: 'a' }, 'succeeded'],
	[{ rule_name: 'One', method: 'delimiter' }, 'failed'],
	[{ rule_name: 'One', delimiter: ';' }, 'unknown'],
])('parser rules whose update with %j was lost are looked up', async (changes, outcome) => {
	const { service } = listing('rules', listedRules);
	const written = [item({ log_type_id: 5, rule_id: 1, ...changes }, 'answer')];
	const settled = await update.lookUp?.(written, [], service);
	expect(outcomesOf(settled)).toEqual([outcome]);
});

it.each([
	['b', { outcome: 'succeeded', extra: { rule_id: 2 } }],
	['', { outcome: 'succeeded', extra: { rule_id: 2 } }],
	['other', expect.objectContaining({ outcome: 'unknown' })],
])(
	'parser rules that were created with the pattern "%s" are found by their values',
	async (regex, is) => {
		const { service } = listing('rules', listedRules);
		const payload = create.payload({ ...bareRule, rule_name: 'Two', regex });
		const written = [item(payload, 'none')];
		const settled = await create.lookUp?.(written, [], service);
		expect(settled && [...settled.values()]).toEqual([is]);
	},
);
