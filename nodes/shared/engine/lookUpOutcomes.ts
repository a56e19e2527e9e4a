import { asApiErrorOrThrow } from '../http/apiError';
import type { JsonObject } from '../json';
import { DEFAULT_PAGES_AT_ONCE } from '../operation/listFields';
import type { Payload, WriteStep } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import type { Run } from './context';
import type { ValidItem } from './writeItems';

/**
 * Reads from the service what its answers leave open: outcomes that are unknown, and fields of
 * succeeded items such as their ids. A look-up that does not succeed changes no outcome.
 * @param answers the answers to all requests
 */
export async function lookUpOutcomes(
	run: Run,
	step: WriteStep,
	items: readonly ValidItem[],
	answers: readonly JsonObject[],
): Promise<void> {
	const service = { ...run.service, pagesAtOnce: DEFAULT_PAGES_AT_ONCE };
	try {
		const found = (await step.lookUp?.(items, answers, service)) ?? new Map<Payload, Outcome>();
		const contradicted = contradictedBy(found, items);
		for (const item of items) {
			item.outcome = contradicted.get(item.outcome) ?? found.get(item.payload) ?? item.outcome;
		}
	} catch (error) {
		const { message } = asApiErrorOrThrow(error);
		service.note(`The results could not be looked up. ${message}`);
	}
}

/**
 * Outcomes that items share, with what they become where a look-up shows more of the items not done
 * than the service refused: its list lags behind.
 */
function contradictedBy(
	found: ReadonlyMap<Payload, Outcome>,
	items: readonly ValidItem[],
): Map<Outcome, Outcome> {
	return new Map(
		[...new Set(items.map(({ outcome }) => outcome))].flatMap((outcome) => {
			if (outcome.outcome !== 'unknown' || outcome.refused === undefined) return [];
			const notDone = items.filter(
				(item) => item.outcome === outcome && found.get(item.payload)?.outcome === 'failed',
			).length;
			if (notDone <= outcome.refused) return [];
			const issue = `${outcome.issue}. A look-up shows ${notDone} that are not done: the list may lag behind`;
			return [[outcome, { ...outcome, issue }]];
		}),
	);
}
