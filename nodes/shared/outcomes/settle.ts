import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from './batchOutcome';

/**
 * What came back for a request: an answer, a refusal of the whole request in the service's own words,
 * or nothing of the service. Without an answer the request may still be under way.
 */
export type Reply = 'answer' | 'refusal' | 'none';

/**
 * Looks up the items of which it is not known what became; where there are none, nothing is read.
 * @param read reads what the service lists of them, and says what became of each
 */
export async function settleOpen<Item extends { payload: unknown; outcome: Outcome }>(
	written: readonly Item[],
	read: (open: readonly Item[]) => Promise<(item: Item) => Outcome>,
): Promise<Map<Item['payload'], Outcome>> {
	const open = written.filter(isOpen);
	if (open.length === 0) return new Map();
	const outcomeOf = await read(open);
	return new Map(open.map((item) => [item.payload, outcomeOf(item)]));
}

/** Whether it is not known what became of an item. */
export const isOpen = ({ outcome }: { outcome: Outcome }): boolean => outcome.outcome === 'unknown';

/**
 * The outcome of an item that was looked up. What was refused and is nevertheless as asked for may
 * have been so before.
 * @param isDone whether the service holds what was asked for; undefined where that cannot be told
 * @param extra what the look-up tells of an item that succeeded
 */
export function settle(
	{ outcome, reply }: { outcome: Outcome; reply?: Reply },
	isDone: boolean | undefined,
	extra: IDataObject = {},
): Outcome {
	if (outcome.outcome === 'failed' || isDone === undefined) return outcome;
	if (outcome.outcome !== 'unknown') {
		return isDone ? { ...outcome, extra: { ...outcome.extra, ...extra } } : outcome;
	}
	const { issue, reason } = outcome;
	const found = (what: string): string => `${issue}. A look-up shows ${what}`;
	if (isDone) {
		return reply === 'refusal'
			? { outcome: 'unknown', issue: found('that it is as asked for, maybe since before') }
			: { outcome: 'succeeded', extra };
	}
	return reply === 'none'
		? {
				outcome: 'unknown',
				issue: found('that it is not done so far, but it may still be under way'),
			}
		: { outcome: 'failed', issue: reason ?? found('that it was not done') };
}
