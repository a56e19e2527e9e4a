import { expect, it } from '@jest/globals';

import { completeRules } from '../../../nodes/ParserRule/completeRules';
import { listing } from '../../support/unit/lookUps';
import { listedRules } from '../../support/unit/rules';

it('parser rules are completed by what is listed, with one request for each log type', async () => {
	const { service, asked } = listing('rules', listedRules);
	const payloads = [
		{ log_type_id: 5, rule_id: 1, regex: 'new' },
		{ log_type_id: 5, rule_id: 2, fields: [{ value: 'f' }] },
		{ log_type_id: 5, rule_id: 3, rule_name: 'None' },
	];
	const two = {
		...{ log_type_id: 5, rule_id: 2, method: 'regex', regex: 'b', apply_when: 'C' },
		fields: [{ value: 'f' }],
	};
	expect([...(await completeRules(payloads, service)).values()]).toEqual([
		{ send: { log_type_id: 5, rule_id: 1, rule_name: 'One', method: 'regex', regex: 'new' } },
		{ send: { ...two, rule_name: 'Two' } },
		{ error: expect.objectContaining({ message: 'The log type 5 has no parser rule 3' }) },
	]);
	expect(asked.map(({ query }) => query)).toEqual([{ log_type_id: 5 }]);
});

it('parser rules are changed once in a run, since a later change would carry a refused one', async () => {
	const { service } = listing('rules', listedRules);
	const change = { log_type_id: 5, rule_id: 2, regex: 'new' };
	const completed = await completeRules(
		[change, { ...change }, { ...change, regex: 'other' }],
		service,
	);
	expect([...completed.values()].slice(1)).toEqual([
		{ sameAs: change, detail: 'Same as an earlier item' },
		{ error: expect.objectContaining({ message: expect.stringContaining('An earlier item') }) },
	]);
});
