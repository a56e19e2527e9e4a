import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from './batchOutcome';

/**
 * The outcome of an item that was looked up.
 * @param isDone whether the service holds what was asked for; undefined where that cannot be told
 * @param extra what the look-up tells of an item that succeeded
 */
export function settle(
	{ outcome, isAnswered }: { outcome: Outcome; isAnswered: boolean },
	isDone: boolean | undefined,
	extra: IDataObject = {},
): Outcome {
	if (outcome.outcome === 'failed' || isDone === undefined) return outcome;
	if (isDone) {
		const known = outcome.outcome === 'succeeded' ? outcome.extra : undefined;
		return { outcome: 'succeeded', extra: { ...known, ...extra } };
	}
	if (outcome.outcome === 'succeeded') return outcome;
	return isAnswered
		? { outcome: 'failed', issue: outcome.issue }
		: {
				outcome: 'unknown',
				issue: `${outcome.issue}. A look-up shows that it is not done so far, but it may still be under way`,
			};
}
