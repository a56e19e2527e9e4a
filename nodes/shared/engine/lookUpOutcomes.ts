import { asApiErrorOrThrow } from '../http/apiError';
import { settleByListing } from '../operation/listedThing';
import type { Payload, WriteOperation } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import { isOpen, settle } from '../outcomes/settle';
import type { Run } from './context';
import type { SentItem } from './writeItems';
import type { WriteOptions } from './prepareItems';

/**
 * Reads from the service what its answers leave open: outcomes that are unknown, and ids if the user
 * wants them. A look-up that does not succeed changes no outcome.
 */
export async function lookUpOutcomes(
	{ service }: Run,
	operation: WriteOperation,
	items: readonly SentItem[],
	options: WriteOptions,
): Promise<SentItem[]> {
	const { listed } = operation;
	try {
		const found =
			operation.lookUp !== undefined
				? await operation.lookUp(items, service, options)
				: listed === undefined
					? new Map<Payload, Outcome>()
					: await settleByListing(listed, items, service);
		const shared = new Map<unknown, SentItem[]>();
		for (const item of items) {
			const own = shared.get(item.answer) ?? [];
			if (own.length === 0) shared.set(item.answer, own);
			if (isOpen(item)) own.push(item);
		}
		return items.map((item) => {
			const outcome = toldOf(item, shared.get(item.answer) ?? [], found);
			return { ...item, outcome };
		});
	} catch (error) {
		const { message } = asApiErrorOrThrow(error);
		service.note(`The results could not be looked up. ${message}`);
		return [...items];
	}
}

/**
 * What is told of an item, which shares its request with others that are open. Of the items of a request of which the service refused some without naming
 * them, a look-up must show as many that are not done. If it shows more, its list lags behind; if it
 * shows fewer, some were as asked for before, and only an ID in the refusals may tell which.
 */
function toldOf(
	item: SentItem,
	shared: readonly SentItem[],
	found: ReadonlyMap<Payload, Outcome>,
): Outcome {
	const { outcome } = item;
	const own = found.get(item.payload);
	if (own === undefined || outcome.outcome !== 'unknown' || outcome.refused === undefined) {
		return own ?? outcome;
	}
	const { detail, reason = detail, refused } = outcome;
	const as = (told: Outcome['outcome']): SentItem[] =>
		shared.filter(({ payload }) => found.get(payload)?.outcome === told);
	const notDone = as('failed').length;
	if (notDone > refused) {
		const shown = `${detail}. A look-up shows ${notDone} that are not done: the list may lag behind`;
		return { ...outcome, detail: shown };
	}
	if (notDone === refused || own.outcome !== 'succeeded') return own;
	const meant = as('succeeded').filter((other) => mayBeMeant(other));
	if (notDone + meant.length !== refused) {
		return settle({ outcome, reply: 'refusal' }, { isDone: true });
	}
	return mayBeMeant(item) ? { outcome: 'failed', detail: reason } : own;
}

const mayBeMeant = ({ outcome }: SentItem): boolean =>
	outcome.outcome === 'unknown' && outcome.mayBeMeant === true;
