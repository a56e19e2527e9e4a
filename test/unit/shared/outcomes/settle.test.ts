import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../../nodes/shared/outcomes/batchOutcome';
import { settle } from '../../../../nodes/shared/outcomes/settle';

const unknown = { outcome: 'unknown', detail: 'X' } as const;
const failed: Outcome = { outcome: 'failed', detail: 'X' };
const extra = { seen: 3 };
const notDone = { outcome: 'failed', detail: 'X. A look-up shows that it was not done', extra };
const succeeded: Outcome = { outcome: 'succeeded', extra: { id: 1 } };

describe('the outcome of an item that was looked up', () => {
	it.each([
		['unknown, and done', unknown, true, { outcome: 'succeeded', extra: { ...extra, found: 2 } }],
		['unknown with an answer, and not done', unknown, false, notDone],
		['unknown, and it cannot be told', unknown, undefined, { ...unknown, extra }],
		['failed, and found', failed, true, failed],
		['failed, and not found', failed, false, failed],
		[
			'succeeded, and found',
			succeeded,
			true,
			{ ...succeeded, extra: { id: 1, found: 2, seen: 3 } },
		],
		['succeeded, and not found', succeeded, false, { ...succeeded, extra: { id: 1, seen: 3 } }],
	] as const)('%s', (_name, outcome, isDone, expected) => {
		const verdict = { isDone, extra, extraIfDone: { found: 2 } };
		expect(settle({ outcome, reply: 'answer' }, verdict)).toEqual(expected);
	});

	it('stays unknown without an answer, since the request may still be under way', () => {
		expect(settle({ outcome: unknown, reply: 'none' }, { isDone: false })).toMatchObject({
			outcome: 'unknown',
			detail: 'X. A look-up shows that it is not done so far, but it may still be under way',
		});
		expect(settle({ outcome: unknown, reply: 'none' }, { isDone: true })).toEqual({
			outcome: 'succeeded',
			detail: 'As asked for, by the list: the answer was lost',
			extra: {},
		});
	});

	it('stays unknown if it was refused and is as asked for, since it may have been so before', () => {
		expect(settle({ outcome: unknown, reply: 'refusal' }, { isDone: true, extra })).toEqual({
			outcome: 'unknown',
			detail: 'X. A look-up shows that it is as asked for, maybe since before',
			extra,
		});
	});

	it('tells the reason of the service if it was not done', () => {
		const outcome = { ...unknown, reason: 'In use' };
		expect(settle({ outcome, reply: 'refusal' }, { isDone: false })).toMatchObject({
			outcome: 'failed',
			detail: 'In use',
		});
	});
});
