import { expect, it } from '@jest/globals';

import { findRulesByName, type Upsert } from '../../../nodes/ParserRule/upsertRules';
import { ApiError } from '../../../nodes/shared/http/apiError';
import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';
import { scriptedService } from '../../support/unit/scriptedService';

const listed = {
	rule_id: 7,
	rule_name: 'A',
	method: 'regex',
	regex: '(?<a>x)',
	apply_when: "ID multi '1'",
};
const refusal = (stopsAll: boolean) =>
	new ApiError(stopsAll ? 'denied' : 'filtered', {}, { message: 'No', description: '' });

/** What becomes of payloads, in order, which log types were listed, and what is noted. */
async function completed(
	payloads: readonly Upsert[],
	listings: Record<string, object[] | ApiError>,
) {
	const { service, asked, notes } = scriptedService(({ query }) => {
		const rules = listings[String(query?.log_type_id)] ?? [];
		return rules instanceof ApiError ? rules : { data: { rules } };
	});
	const found = await findRulesByName(payloads, service);
	const results = payloads.map((payload) => found.get(payload));
	return { results, asked: asked.map(({ query }) => query?.log_type_id), notes };
}

const rule = (rest: object = {}): Upsert => ({
	log_type_id: 5,
	rule_name: 'A',
	ifSame: 'update',
	...rest,
});
const unchanged = {
	outcome: { outcome: 'succeeded', detail: 'Already as asked for', extra: { rule_id: 7 } },
};
const refused = { error: expect.any(InvalidParameterError) };

it('rules to create or update are created where no rule has their name, with one listing a log type', async () => {
	const payloads = [rule({ rule_name: 'B' }), rule({ rule_name: 'a b' }), rule({ log_type_id: 6 })];
	expect(await completed(payloads, { 5: [listed] })).toEqual({
		results: payloads.map((send) => ({ send })),
		asked: [5, 6],
		notes: [],
	});
});

it.each([
	{},
	{ regex: '(?<a>x)' },
	{ method: 'regex', regex: '(?<a>x)', apply_when: "ID multi '1'" },
	{ ifSame: 'leave' },
])(
	'rules to create or update are left alone where the listing shows that nothing differs: %j',
	async (rest) => {
		const { results, notes } = await completed([rule(rest)], { 5: [listed] });
		expect(results).toEqual([unchanged]);
		expect(notes).toEqual([]);
	},
);

it.each([{ fields: [] }, { fields: [{ value: 'a' }] }, { delimiter: ';' }, { sample_log: 'x' }])(
	'rules to create or update that set %j, which is not listed, are sent, or left alone with a note',
	async (rest) => {
		const sent = await completed([rule(rest)], { 5: [listed] });
		expect(sent.results).toEqual([{ send: { ...listed, ...rule(rest) } }]);
		const left = await completed([rule({ ...rest, ifSame: 'leave' })], { 5: [listed] });
		expect(left.results).toEqual([unchanged]);
		expect(left.notes).toEqual([expect.stringContaining('were not compared')]);
	},
);

it.each([{ regex: 'y' }, { method: 'delimiter' }, { apply_when: '' }])(
	'rules to create or update are updated in full where %j differs, also with members that are not listed',
	async (rest) => {
		const change = rule({ ...rest, sample_log: 'x', ifSame: 'leave' });
		const { results, notes } = await completed([change], { 5: [listed] });
		expect(results).toEqual([{ send: { ...listed, ...change } }]);
		expect(notes).toEqual([expect.stringContaining('Field Mappings, Delimiter of a rule')]);
	},
);

it('rules to create or update share an outcome where an item before asks for the same, and are refused otherwise', async () => {
	const [first, same, other] = [rule(), rule(), rule({ regex: 'y' })];
	const { results } = await completed([first, same, other], { 5: [listed] });
	expect(results).toEqual([
		unchanged,
		{ sameAs: first, detail: 'Same as an earlier item' },
		refused,
	]);
});

it('rules to create or update are refused where several rules have their name, each item for itself', async () => {
	const twice = [listed, { ...listed, rule_id: 8 }];
	const { results } = await completed([rule(), rule()], { 5: twice });
	expect(results).toEqual([refused, refused]);
});

it('rules to create or update of other log types go on where one log type cannot be listed', async () => {
	const payloads = [rule({ log_type_id: 6 }), rule(), rule({ log_type_id: 6, rule_name: 'B' })];
	const error = refusal(false);
	const { results, asked } = await completed(payloads, { 5: [listed], 6: error });
	expect(results).toEqual([{ error }, unchanged, { error }]);
	expect(asked).toEqual([6, 5]);
});

it('rules to create or update are not looked for any longer where every request would be refused', async () => {
	const error = refusal(true);
	await expect(completed([rule()], { 5: error })).rejects.toBe(error);
});

it('rules to create or update are found by an exact spelling before one that differs in case or blanks', async () => {
	const rules = [
		{ ...listed, rule_name: 'a', rule_id: 6 },
		listed,
		{ ...listed, rule_name: ' C ', rule_id: 8 },
	];
	const names = ['A', 'a', 'c', 'C'];
	const { results } = await completed(
		names.map((rule_name) => rule({ rule_name, regex: 'y' })),
		{ 5: rules },
	);
	expect(results).toMatchObject([
		{ send: { rule_id: 7, rule_name: 'A' } },
		{ send: { rule_id: 6, rule_name: 'a' } },
		{ send: { rule_id: 8, rule_name: 'c' } },
		// It would set the rule of the item before anew.
		refused,
	]);
});

it('rules to create or update of one name in two spellings are one new rule', async () => {
	const { results } = await completed([rule(), rule({ rule_name: 'a' })], {});
	expect(results).toEqual([{ send: rule() }, refused]);
});

it('rules to create or update of one name in two log types are two new rules', async () => {
	const payloads = [rule(), rule({ log_type_id: 6, regex: 'y' })];
	expect((await completed(payloads, {})).results).toEqual(payloads.map((send) => ({ send })));
});
