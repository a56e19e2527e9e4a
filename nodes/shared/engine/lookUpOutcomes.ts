import { asApiErrorOrThrow } from '../http/apiError';
import { settleByListing } from '../operation/listedThing';
import { DEFAULT_PAGES_AT_ONCE } from '../operation/listFields';
import type { Payload, WriteOperation } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import type { Run } from './context';
import type { SentItem } from './writeItems';
import type { WriteOptions } from './writeOptions';

/**
 * Reads from the service what its answers leave open: outcomes that are unknown, and ids if the user
 * wants them. A look-up that does not succeed changes no outcome.
 */
export async function lookUpOutcomes(
	run: Run,
	operation: WriteOperation,
	items: readonly SentItem[],
	options: WriteOptions,
): Promise<SentItem[]> {
	const service = { ...run.service, pagesAtOnce: DEFAULT_PAGES_AT_ONCE };
	const { listed } = operation;
	try {
		const found =
			operation.lookUp !== undefined
				? await operation.lookUp(items, service, options)
				: listed === undefined
					? new Map<Payload, Outcome>()
					: await settleByListing(listed, items, service);
		const contradicted = contradictedBy(found, items);
		return items.map((item) => ({
			...item,
			outcome: contradicted.get(item.outcome) ?? found.get(item.payload) ?? item.outcome,
		}));
	} catch (error) {
		const { message } = asApiErrorOrThrow(error);
		service.note(`The results could not be looked up. ${message}`);
		return [...items];
	}
}

/**
 * Outcomes that items share, with what they become where a look-up shows more of the items not done
 * than the service refused: its list lags behind.
 */
function contradictedBy(
	found: ReadonlyMap<Payload, Outcome>,
	items: readonly SentItem[],
): Map<Outcome, Outcome> {
	return new Map(
		[...new Set(items.map(({ outcome }) => outcome))].flatMap((outcome) => {
			if (outcome.outcome !== 'unknown' || outcome.refused === undefined) return [];
			const notDone = items.filter(
				(item) => item.outcome === outcome && found.get(item.payload)?.outcome === 'failed',
			).length;
			if (notDone <= outcome.refused) return [];
			const detail = `${outcome.detail}. A look-up shows ${notDone} that are not done: the list may lag behind`;
			return [[outcome, { ...outcome, detail }]];
		}),
	);
}
