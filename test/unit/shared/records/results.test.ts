import { describe, expect, it } from '@jest/globals';

import {
	createdIdParser,
	failuresParser,
	parseTitle,
} from '../../../../nodes/shared/records/results';

const read = failuresParser({
	failures: 'failed',
	identifiedBy: ['id', 'name'],
	total: 'all',
	succeeded: 'good',
	failed: 'bad',
});

const items = [
	{ id: 1, name: 'one' },
	{ id: 2, name: 'two' },
	{ id: 3, name: 'one' },
];

const answer = (failed: unknown, good: unknown, bad: unknown, all: unknown = 3) => ({
	data: { summary: { all, good, bad }, failed },
});

const ok = { outcome: 'succeeded' };
const failed = (detail: string) => ({ outcome: 'failed', detail });
const unknown = (detail: string) => ({ outcome: 'unknown', detail });
const unclear = (detail: string, doneCount: number) => ({
	...unknown(detail),
	group: { doneCount },
});
const disagree = (doneCount: number) =>
	unclear(
		'The response has no summary that agrees with its list of refused items. Check this item in the service',
		doneCount,
	);
const UNNAMED = unclear('The service refused 1 of 2 without saying which: B', 1);
const NAMELESS = ['A', 'B', 'A'].map((issue) => ({ issue }));
const TWICE = ['A', 'B'].map((issue) => ({ id: 1, issue }));
const BARE = failed('The service refused it without a reason');

describe('an answer item by item', () => {
	it.each([
		['all succeeded', answer([], 3, 0), [ok, ok, ok]],
		['without a list of refusals', answer(undefined, 3, 0), [ok, ok, ok]],
		['null as the list of refusals', answer(null, 3, 0), [ok, ok, ok]],
		['a text as the list of refusals', answer('none', 3, 0), items.map(() => disagree(3))],
		['counts as text', answer([], '3', '0', '3'), [ok, ok, ok]],
		['one refused by its id', answer([{ id: '2', issue: 'X' }], 2, 1), [ok, failed('X'), ok]],
		['one refused by name', answer([{ name: 'TWO ', issue: 'X' }], 2, 1), [ok, failed('X'), ok]],
		['a refusal without a reason', answer([{ id: 1 }], 2, 1), [BARE, ok, ok]],
		['all refused without names', answer(NAMELESS, 0, 3), items.map(() => failed('A; B'))],
		[
			'as many refused without names, and counts that do not agree',
			answer(NAMELESS, 1, 2),
			items.map(() => unclear('The service refused 3 of 3 without saying which: A; B', 0)),
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
			items.map(() => unclear('The service refused 1 of 3 without saying which: X', 2)),
		],
		[
			'counts that do not agree',
			answer([{ id: 1, issue: 'X' }], 3, 0),
			[failed('X'), disagree(2), disagree(2)],
		],
		['a count of successes that does not agree', answer([], 2, 0), items.map(() => disagree(2))],
		['a count of refusals that does not agree', answer([], 3, 1), items.map(() => disagree(3))],
		['no counts', { data: { title: 'success' } }, items.map(() => disagree(3))],
	])('with %s', (_what, body, expected) => {
		expect(read(body, items)).toEqual(expected);
	});

	it('takes no name for the ID of another item', () => {
		const named = [{ name: '2' }, { id: 2 }];
		expect(read(answer([{ name: '2', issue: 'X' }], 1, 1, 2), named)).toEqual([failed('X'), ok]);
	});
});

it.each([
	[{ rule_id: 7 }, { ...ok, cells: { rule_id: 7 } }],
	[{ rule_id: '9223372036854775807' }, { ...ok, cells: { rule_id: '9223372036854775807' } }],
	[{}, unknown('The response has no rule_id')],
])('an answer with the ID of what was made: %j', (data, expected) => {
	expect(createdIdParser('rule_id')({ data }, [{}])).toEqual([expected]);
});

it.each([
	[{ title: 'SUCCESS', detail: 'x' }, ok],
	[
		{ title: 'partial_success', detail: 'One' },
		unknown('The service did not confirm the change: "partial_success: One"'),
	],
	[{}, unknown('The service did not confirm the change')],
])('an answer with the title %j', (data, expected) => {
	expect(parseTitle({ data }, [{}, {}])).toEqual([expected, expected]);
});
