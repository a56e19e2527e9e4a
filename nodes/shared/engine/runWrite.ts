import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteOperation } from '../operation/operation';
import { type Run, createProgress, paceText, type Progress } from './context';
import { lookUpOutcomes } from './lookUpOutcomes';
import { planItems } from './planWrite';
import { prepareItems, type WriteOptions } from './prepareItems';
import { sendBatches } from './sendBatches';
import {
	countOutcomes,
	isFine,
	isPending,
	shareOutcomes,
	withThose,
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
	let refused = countOutcomes(items, 'failed');
	const sent = await sendBatches(run, operation, toSend, {
		options,
		onPlan: progress.expect,
		onBatch: (batch) => {
			done += batch.length;
			refused += countOutcomes(batch, 'failed');
			progress.line(done, items.length, `sent, ${refused} refused`);
		},
	});
	return withThose(items, await lookUpOutcomes(run, operation, sent, options));
}
