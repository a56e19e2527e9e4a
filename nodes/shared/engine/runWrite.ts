import type { INodeExecutionData } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import { settleByListing } from '../operation/listedThing';
import type { Payload, WriteOperation } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import { isOpen, settle } from '../outcomes/settle';
import { createProgress, paceText, type Run, type Progress } from './context';
import { planItems } from './planWrite';
import { prepareItems, type WriteOptions } from './prepareItems';
import { sendBatches } from './sendBatches';
import {
	countOutcomes,
	isFine,
	isPending,
	shareOutcomes,
	withThose,
	type SentItem,
	type WriteItem,
} from './writeItems';
import { reportItems, plannedSummary, stopError, summaryOf } from './writeSummary';

/**
 * Sends the input items in batches and gives each exactly one output item, in order: its `outcome`
 * (`succeeded`, `failed`, `unknown`, and `planned` in a dry run) and `detail`, and what was sent.
 * prepare → plan or send → look up → report, each from items to items.
 *
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow and no item succeeded,
 * or any did not and If Some Items Are Refused is Stop
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const { items: prepared, options } = await prepareItems(run, operation);
	if (prepared.length === 0) return [];
	const plan = options.isDryRun
		? await planItems(run, operation, prepared, options)
		: { items: await sendItems(run, operation, prepared, { options, progress }), requests: 0 };
	const items = shareOutcomes(plan.items);
	const fine = items.filter(isFine).length;
	const isStopped = fine === 0 || (options.stopsOnRefusal && fine < items.length);
	if (isStopped && !context.continueOnFail()) throw stopError(context, operation, items);
	const summary = options.isDryRun
		? plannedSummary(operation, items, plan.requests, paceText(run.client, plan.requests))
		: summaryOf(operation, items);
	progress.end(summary, fine < items.length ? 'warning' : options.isDryRun ? 'shown' : 'logged');
	return reportItems(run, operation, items);
}

/** Sends what needs a request, and looks up what the answers leave open. */
async function sendItems(
	run: Run,
	operation: WriteOperation,
	items: readonly WriteItem[],
	{ options, progress }: { options: WriteOptions; progress: Progress },
): Promise<WriteItem[]> {
	const toSend = items.filter(isPending);
	let done = items.length - toSend.length;
	let failed = countOutcomes(items, 'failed');
	const sent = await sendBatches(run, operation, toSend, {
		options,
		onPlan: progress.expect,
		onBatch: (batch) => {
			done += batch.length;
			failed += countOutcomes(batch, 'failed');
			progress.line(done, items.length, `done, ${failed} failed`);
		},
	});
	return withThose(items, await lookUpOutcomes(run, operation, sent, options));
}

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
		const openByAnswer = new Map<unknown, SentItem[]>();
		for (const item of items.filter(isOpen)) {
			const open = openByAnswer.get(item.answer) ?? [];
			open.push(item);
			openByAnswer.set(item.answer, open);
		}
		return items.map((item) => {
			const outcome = toldOf(item, openByAnswer.get(item.answer) ?? [], found);
			return { ...item, outcome };
		});
	} catch (error) {
		const { message } = asApiErrorOrThrow(error);
		service.note(`The results could not be looked up. ${message}`);
		return [...items];
	}
}

/**
 * What is told of an item by a look-up. It is compared with the answer if the service refused some items of
 * the request without naming them. A look-up that shows as many not done is believed. If it shows more, its
 * list lags behind, and the item stays unknown. If it shows fewer, some were as asked for before: then those
 * failed that an unmatched record may mean by an ID, if the numbers agree.
 * @param shared the items of its request that are open
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
