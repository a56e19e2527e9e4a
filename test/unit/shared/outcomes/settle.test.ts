import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../../nodes/shared/outcomes/batchOutcome';
import { settle } from '../../../../nodes/shared/outcomes/settle';

const unknown: Outcome = { outcome: 'unknown', issue: 'X' };
const failed: Outcome = { outcome: 'failed', issue: 'X' };
const notDone = { outcome: 'failed', issue: 'X. A look-up shows that it was not done' };
const succeeded: Outcome = { outcome: 'succeeded', extra: { id: 1 } };

describe('the outcome of an item that was looked up', () => {
	it.each([
		['unknown, and done', unknown, true, { outcome: 'succeeded', extra: { found: 2 } }],
		['unknown with an answer, and not done', unknown, false, notDone],
		['unknown, and it cannot be told', unknown, undefined, unknown],
		['failed, and found', failed, true, failed],
		['failed, and not found', failed, false, failed],
		['succeeded, and found', succeeded, true, { ...succeeded, extra: { id: 1, found: 2 } }],
		['succeeded, and not found', succeeded, false, succeeded],
		['succeeded, and it cannot be told', succeeded, undefined, succeeded],
	] as const)('%s', (_name, outcome, isDone, expected) => {
		expect(settle({ outcome, reply: 'answer' }, isDone, { found: 2 })).toEqual(expected);
	});

	it('stays unknown without an answer, since the request may still be under way', () => {
		expect(settle({ outcome: unknown, reply: 'none' }, false)).toEqual({
			outcome: 'unknown',
			issue: 'X. A look-up shows that it is not done so far, but it may still be under way',
		});
		expect(settle({ outcome: unknown, reply: 'none' }, true)).toEqual({
			outcome: 'succeeded',
			extra: {},
		});
	});

	it('stays unknown where it was refused and is as asked for, since it may have been so before', () => {
		expect(settle({ outcome: unknown, reply: 'refusal' }, true)).toEqual({
			outcome: 'unknown',
			issue: 'X. A look-up shows that it is as asked for, maybe since before',
		});
	});

	it('tells the reason of the service where it was not done', () => {
		expect(settle({ outcome: { ...unknown, reason: 'In use' }, reply: 'refusal' }, false)).toEqual({
			outcome: 'failed',
			issue: 'In use',
		});
	});
});
