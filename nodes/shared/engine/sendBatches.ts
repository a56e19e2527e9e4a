import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { JsonObject } from '../json';
import type { WriteOperation } from '../operation/operation';
import { reconcile, type Outcome } from '../outcomes/batchOutcome';
import type { Run } from './context';
import { issueOf } from './nodeErrors';
import { batchesOf, requestOf, type Batch } from './planWrite';
import type { PendingItem, SentItem } from './writeItems';
import type { WriteOptions } from './prepareItems';

interface Sending {
	options: WriteOptions;
	/** Called before the first request with their number. */
	onPlan?: (requests: number) => void;
	/** Called after each batch with its items. */
	onBatch?: (items: readonly SentItem[]) => void;
}

/**
 * Sends the items in batches, several at once if the user wants that, never two that write to the
 * same thing.
 * @returns the items with their outcomes
 */
export async function sendBatches(
	run: Run,
	operation: WriteOperation,
	items: readonly PendingItem[],
	{ options, onPlan, onBatch }: Sending,
): Promise<SentItem[]> {
	const plan = batchesOf(operation, items, options);
	onPlan?.(plan.length);
	const sending: Array<Promise<SentItem[]>> = [];
	let refusalOfAll: ApiError | undefined;
	const sendOne = async ({ positions, after, barrier }: Batch): Promise<SentItem[]> => {
		const earlier = [...after].flatMap((index) => sending[index] ?? []);
		await Promise.all([...sending.slice(0, barrier), ...earlier]);
		const own = positions.flatMap((at) => items[at] ?? []);
		if (refusalOfAll !== undefined) return leftOut(run, own, refusalOfAll);
		const result = await sendBatch(run, operation, own);
		if (!(result instanceof ApiError)) return answered(operation, own, result);
		if (result.stopsAll) refusalOfAll = result;
		return own.map((item) => refused(run, operation, item, result));
	};
	const worker = async (): Promise<void> => {
		for (let batch = plan[sending.length]; batch !== undefined; batch = plan[sending.length]) {
			const sent = sendOne(batch);
			sending.push(sent);
			onBatch?.(await sent);
		}
	};
	const workers = Math.min(options.maxConcurrentRequests, plan.length);
	await Promise.all(Array.from({ length: workers }, worker));
	return (await Promise.all(sending)).flat();
}

async function sendBatch(
	{ client }: Run,
	operation: WriteOperation,
	items: readonly PendingItem[],
): Promise<JsonObject | ApiError> {
	const request = requestOf(operation, items);
	if (request === undefined) return {};
	try {
		return (await client.send(request)).body;
	} catch (error) {
		return asApiErrorOrThrow(error);
	}
}

/** Items with the outcomes that the answer to their request gives. */
function answered(
	operation: WriteOperation,
	items: readonly PendingItem[],
	answer: JsonObject,
): SentItem[] {
	const { parseResult } = operation;
	const outcomes =
		'outcome' in parseResult
			? items.map((item) => [item, parseResult.outcome(answer)] as const)
			: reconcile(items, ({ payload }) => payload, parseResult.report(answer));
	const succeeded = outcomes.flatMap(([{ payload }, { outcome }]) =>
		outcome === 'succeeded' ? [payload] : [],
	);
	const known = operation.resultFields?.(succeeded, answer) ?? {};
	return outcomes.map(([item, outcome]) => ({
		...item,
		reply: 'answer',
		answer,
		outcome:
			outcome.outcome === 'succeeded'
				? { ...outcome, extra: { ...outcome.extra, ...known } }
				: outcome,
	}));
}

/** An item with the outcome of the refusal of its whole request. */
function refused(
	{ context }: Run,
	operation: WriteOperation,
	item: PendingItem,
	error: ApiError,
): SentItem {
	const cause = error.toNodeError(context.getNode(), item.index);
	const outcome: Outcome =
		error.applied === 'no'
			? { outcome: 'failed', detail: issueOf(cause) }
			: { outcome: 'unknown', detail: unknownOf(operation, item, error), reason: issueOf(cause) };
	// A refusal by the service's own words is an answer, although it leaves open what was done.
	return { ...item, cause, outcome, reply: error.isRefusal ? 'refusal' : 'none' };
}

function unknownOf(operation: WriteOperation, item: PendingItem, error: ApiError): string {
	const { code } = error.facts;
	const said = code === undefined ? error.message : `${error.message} (${code})`;
	const isHarmless = operation.request([item.payload]).idempotent === true;
	const goOn = isHarmless
		? '. Sending it again does no harm'
		: `, so it was not sent again. Check with ${operation.verifyWith} before you send this item again`;
	return `${said}. The request may or may not have been carried out${goOn}`;
}

/** Items whose request is not sent, since an earlier refusal stops all. */
const leftOut = ({ context }: Run, items: readonly PendingItem[], error: ApiError): SentItem[] =>
	items.map((item) => {
		const cause = error.toNodeError(context.getNode(), item.index);
		const detail = `It was not sent: ${issueOf(cause)}`;
		return { ...item, cause, outcome: { outcome: 'failed', detail } };
	});
