import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../../nodes/shared/outcomes/batchOutcome';
import { settle } from '../../../../nodes/shared/outcomes/settle';

const unknown: Outcome = { outcome: 'unknown', issue: 'X' };
const failed: Outcome = { outcome: 'failed', issue: 'X' };
const succeeded: Outcome = { outcome: 'succeeded', extra: { id: 1 } };

describe('the outcome of an item that was looked up', () => {
	it.each([
		['unknown, and done', unknown, true, { outcome: 'succeeded', extra: { found: 2 } }],
		['unknown with an answer, and not done', unknown, false, failed],
		['unknown, and it cannot be told', unknown, undefined, unknown],
		['failed, and found', failed, true, failed],
		['failed, and not found', failed, false, failed],
		['succeeded, and found', succeeded, true, { ...succeeded, extra: { id: 1, found: 2 } }],
		['succeeded, and not found', succeeded, false, succeeded],
		['succeeded, and it cannot be told', succeeded, undefined, succeeded],
	] as const)('%s', (_name, outcome, isDone, expected) => {
		expect(settle({ outcome, isAnswered: true }, isDone, { found: 2 })).toEqual(expected);
	});

	it('stays unknown without an answer, since the request may still be under way', () => {
		expect(settle({ outcome: unknown, isAnswered: false }, false)).toEqual({
			outcome: 'unknown',
			issue:
				'X. A look-up shows that it is not done so far, but it may still be under way',
		});
		expect(settle({ outcome: unknown, isAnswered: false }, true)).toEqual({
			outcome: 'succeeded',
			extra: {},
		});
	});
});
