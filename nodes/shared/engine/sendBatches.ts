import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../json';
import type { Payload, WriteStep } from '../operation/operation';
import { reconcile, type Outcome } from '../outcomes/batchOutcome';
import { normalizeKey } from '../outcomes/namesakes';
import type { Run } from './context';
import { issueOf } from './nodeErrors';
import { planBatches, type Batch } from './planBatches';
import { countOutcomes, type ValidItem } from './writeItems';
import type { WriteOptions } from './writeOptions';

interface BatchEvents {
	/** Called before the first request with their number. */
	onPlan?: (requests: number) => void;
	/** Called after each batch with its number of items and of failed ones. */
	onBatch?: (count: number, failed: number) => void;
}

/**
 * Sends the items in batches, several at once where the user wants that, never two that write to the
 * same thing, and gives each item its outcome.
 * @returns the answers
 */
export async function sendBatches(
	run: Run,
	step: WriteStep,
	items: readonly ValidItem[],
	options: WriteOptions,
	{ onPlan, onBatch }: BatchEvents = {},
): Promise<JsonObject[]> {
	const plan = batchesOf(step, items, options);
	onPlan?.(plan.length);
	const answers: JsonObject[] = [];
	const sending: Array<Promise<void>> = [];
	let refusalOfAll: ApiError | undefined;
	const sendOne = async ({ positions, after, barrier }: Batch): Promise<void> => {
		const earlier = [...after].flatMap((index) => sending[index] ?? []);
		await Promise.all([...sending.slice(0, barrier), ...earlier]);
		const own = positions.flatMap((at) => items[at] ?? []);
		if (refusalOfAll === undefined) {
			const result = await sendBatch(run, step, own);
			if (result instanceof ApiError) {
				if (result.stopsAll) refusalOfAll = result;
				for (const item of own) refuse(run, step, item, result);
			} else {
				answers.push(result);
				for (const [item, outcome] of outcomesOf(step, own, result)) {
					item.reply = 'answer';
					item.outcome = outcome;
				}
			}
		} else {
			for (const item of own) leaveOut(run, item, refusalOfAll);
		}
		onBatch?.(own.length, countOutcomes(own, 'failed'));
	};
	const worker = async (): Promise<void> => {
		for (let batch = plan[sending.length]; batch !== undefined; batch = plan[sending.length]) {
			const sent = sendOne(batch);
			sending.push(sent);
			await sent;
		}
	};
	const workers = Math.min(options.maxConcurrentRequests, plan.length);
	await Promise.all(Array.from({ length: workers }, worker));
	return answers;
}

/** How items are divided among requests. */
export const batchesOf = (
	step: WriteStep,
	items: readonly ValidItem[],
	{ batchSize }: WriteOptions,
): Batch[] =>
	planBatches(
		items.map(({ payload }) => ({
			keys: step.conflictKeys(payload).map(normalizeKey),
			group: step.group?.(payload) ?? '',
		})),
		Math.min(step.maxBatchSize, batchSize),
	);

async function sendBatch(
	{ client }: Run,
	step: WriteStep,
	items: readonly ValidItem[],
): Promise<JsonObject | ApiError> {
	const request = requestOf(step, items);
	if (request === undefined) return {};
	try {
		return (await client.send(request)).body;
	} catch (error) {
		return asApiErrorOrThrow(error);
	}
}

/** The request of items that share one; undefined for no items. */
export function requestOf(step: WriteStep, items: readonly ValidItem[]): ApiRequest | undefined {
	const [first, ...others] = items.map(({ payload }) => payload);
	return first === undefined ? undefined : step.request([first, ...others]);
}

function outcomesOf(
	step: WriteStep,
	items: readonly ValidItem[],
	body: JsonObject,
): Array<readonly [ValidItem, Outcome]> {
	const { parseResult } = step;
	const outcomes =
		'outcome' in parseResult
			? items.map((item) => [item, parseResult.outcome(body)] as const)
			: reconcile(items, ({ payload }) => step.conflictKeys(payload), parseResult.report(body));
	const succeeded = outcomes.flatMap(([{ payload }, { outcome }]) =>
		outcome === 'succeeded' ? [payload] : [],
	);
	const known = step.resultFields?.(succeeded, body) ?? new Map<Payload, never>();
	return outcomes.map(([item, outcome]) => {
		const fields = known.get(item.payload);
		return outcome.outcome !== 'succeeded' || fields === undefined
			? [item, outcome]
			: [item, { ...outcome, extra: { ...outcome.extra, ...fields } }];
	});
}

/** Gives an item the outcome of the refusal of its whole request. */
function refuse({ context }: Run, step: WriteStep, item: ValidItem, error: ApiError): void {
	const { code } = error.facts;
	const said = code === undefined ? error.message : `${error.message} (${code})`;
	const isHarmless = step.request([item.payload]).idempotent === true;
	const goOn = isHarmless
		? '. Sending it again does no harm'
		: `, so it was not sent again. Check with ${step.verifyWith} before you send this item again`;
	const cause = error.toNodeError(context.getNode(), item.index);
	item.cause = cause;
	// A refusal by the service's own words is an answer, although it leaves open what was done.
	item.reply = error.isRefusal ? 'refusal' : 'none';
	item.outcome =
		error.applied === 'no'
			? { outcome: 'failed', issue: issueOf(cause) }
			: {
					outcome: 'unknown',
					issue: `${said}. The request may or may not have been carried out${goOn}`,
					reason: issueOf(cause),
				};
}

/** Gives an item the outcome of a request that is not sent, since an earlier refusal stops all. */
function leaveOut({ context }: Run, item: ValidItem, error: ApiError): void {
	item.cause = error.toNodeError(context.getNode(), item.index);
	item.outcome = { outcome: 'failed', issue: `It was not sent: ${issueOf(item.cause)}` };
}
