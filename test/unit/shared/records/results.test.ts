import { describe, expect, it } from '@jest/globals';

import {
	createdIdParser,
	failuresParser,
	parseTitle,
} from '../../../../nodes/shared/records/results';

const read = failuresParser({
	failures: 'failed',
	identifiedBy: { id: 'id', name: 'name' },
	total: 'all',
	succeeded: 'good',
	failed: 'bad',
});

const item = (id: number | undefined, name?: string) => ({ id, target: { name }, payload: {} });
const items = [item(1, 'one'), item(2, 'two'), item(3, 'one')];

const answer = (failed: unknown, good: unknown, bad: unknown, all: unknown = 3) => ({
	data: { summary: { all, good, bad }, failed },
});

const ok = { outcome: 'succeeded' };
const failed = (detail: string) => ({ outcome: 'failed', detail });
const unknown = (detail: string) => ({ outcome: 'unknown', detail });
const unclear = (detail: string) => ({ ...unknown(detail), mayBeRefused: true });
const DISAGREE = unclear(
	'The response has no summary that agrees with its list of refused items. Check this item in the service',
);
const NOT_REPORTED = unknown('The response does not report on this item');
const UNNAMED = unclear('The service refused 1 of 2 without saying which: B');
const NAMELESS = ['A', 'B', 'A'].map((issue) => ({ issue }));
const TWICE = ['A', 'B'].map((issue) => ({ id: 1, issue }));
const BARE = failed('The service refused it without a reason');

describe('an answer item by item', () => {
	it.each([
		['all succeeded', answer([], 3, 0), [ok, ok, ok]],
		['without a list of refusals', answer(undefined, 3, 0), [ok, ok, ok]],
		['null as the list of refusals', answer(null, 3, 0), [ok, ok, ok]],
		['a text as the list of refusals', answer('none', 3, 0), items.map(() => DISAGREE)],
		['counts as text', answer([], '3', '0', '3'), [ok, ok, ok]],
		['one refused by its id', answer([{ id: '2', issue: 'X' }], 2, 1), [ok, failed('X'), ok]],
		['one refused by name', answer([{ name: 'TWO ', issue: 'X' }], 2, 1), [ok, failed('X'), ok]],
		['a refusal without a reason', answer([{ id: 1 }], 2, 1), [BARE, ok, ok]],
		['all refused without names', answer(NAMELESS, 0, 3), items.map(() => failed('A; B'))],
		[
			'as many refused without names, and counts that do not agree',
			answer(NAMELESS, 1, 2),
			items.map(() => unclear('The service refused 3 of 3 without saying which: A; B')),
		],
		[
			'one refused without its name',
			answer([{ id: 1, issue: 'A' }, { issue: 'B' }], 1, 2),
			[failed('A'), UNNAMED, UNNAMED],
		],
		['one refused twice', answer(TWICE, 1, 2), [failed('A'), UNNAMED, UNNAMED]],
		[
			'a refusal of something else',
			answer([{ id: 9, issue: 'X' }], 2, 1),
			items.map(() => unclear('The service refused 1 of 3 without saying which: X')),
		],
		[
			'counts that do not agree',
			answer([{ id: 1, issue: 'X' }], 3, 0),
			[failed('X'), DISAGREE, DISAGREE],
		],
		['all counted as refused, and none named', answer([], 0, 3), items.map(() => BARE)],
		['a count of successes that does not agree', answer([], 2, 0), items.map(() => DISAGREE)],
		['a count of refusals that does not agree', answer([], 3, 1), items.map(() => DISAGREE)],
		['no counts', { data: { title: 'success' } }, items.map(() => NOT_REPORTED)],
		['one count', { data: { summary: { good: 3 } } }, items.map(() => DISAGREE)],
	])('with %s', (_what, body, expected) => {
		expect(read(body, items)).toEqual(expected);
	});

	it('is a refusal of the only item of a request, whatever it names and counts', () => {
		expect(read(answer([{ id: 9, issue: 'X' }], 1, 0, 1), [item(1)])).toEqual([failed('X')]);
		expect(read({ data: { failed: [{ issue: 'X' }] } }, [item(1)])).toEqual([failed('X')]);
	});

	it('takes no name for the ID of another item', () => {
		const named = [item(undefined, '2'), item(2)];
		expect(read(answer([{ name: '2', issue: 'X' }], 1, 1, 2), named)).toEqual([failed('X'), ok]);
	});
});

it.each([
	[{ rule_id: 7 }, { ...ok, id: 7 }],
	[{ rule_id: '9223372036854775807' }, { ...ok, id: 9_223_372_036_854_775_807n }],
	[{}, unknown('The response has no rule_id')],
])('an answer with the ID of what was made: %j', (data, expected) => {
	expect(createdIdParser('rule_id')({ data }, [item(1)])).toEqual([expected]);
});

it.each([
	[{ title: 'SUCCESS', detail: 'x' }, ok],
	[
		{ title: 'partial_success', detail: 'One' },
		unknown('The service did not confirm the change: "partial_success: One"'),
	],
	[{}, unknown('The service did not confirm the change')],
])('an answer with the title %j', (data, expected) => {
	expect(parseTitle({ data }, [item(1), item(2)])).toEqual([expected, expected]);
});
