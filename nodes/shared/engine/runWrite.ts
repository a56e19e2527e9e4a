import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteOperation } from '../operation/operation';
import { createProgress, paceText } from './progress';
import { readWriteItems } from './readWriteItems';
import { confirmItems, resolveItems } from './resolveAndConfirm';
import type { Run } from './run';
import { divideIntoBatches, planBatches, sendBatches } from './sendBatches';
import { isPending, isSettled, isSuccess } from './writeItem';
import { plannedSummary, reportItems, stopError, summaryOf } from './writeReport';

/**
 * Sends the input items in requests, one after the other, and gives each exactly one output item, in
 * order: its `outcome` (`succeeded`, `failed`, `unknown`, and `planned` in a dry run), its `detail`, and
 * the values of its row. The steps: read, resolve, then plan, or send and confirm; report.
 *
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow and no item succeeded,
 * or if some did not and If Some Items Fail is Stop Workflow; a dry run throws for nothing else.
 * A cancelled run always throws
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const { items: inputs, options } = readWriteItems(run, operation);
	if (inputs.length === 0) return [];
	const { isDryRun } = options;
	const items = inputs.filter(isSettled);
	const pending = inputs.filter(isPending);
	let requestCount = 0;
	let paceNote = '';
	for (const session of new Set(pending.map((item) => item.session))) {
		const sharing = pending.filter((item) => item.session === session);
		const resolved = await resolveItems(run, session, operation, sharing, options);
		items.push(...resolved.filter(isSettled));
		const toSend = resolved.filter(isPending);
		const batches = divideIntoBatches(operation, toSend, options.batchSize);
		if (isDryRun) {
			items.push(...planBatches(operation, batches, requestCount));
			requestCount += batches.length;
			paceNote ||= paceText(session.client, batches.length);
		} else {
			const sent = await sendBatches(run, session, operation, batches, progress);
			items.push(...(await confirmItems(run, session, operation, sent, options)));
		}
	}
	items.sort((first, second) => first.index - second.index);
	const successes = items.filter(isSuccess).length;
	const mustStop = successes === 0 || (options.stopsOnFailure && successes < items.length);
	if (mustStop && !isDryRun && !context.continueOnFail()) {
		throw stopError(context, operation, items);
	}
	const summary = isDryRun
		? plannedSummary(operation, items, requestCount, paceNote)
		: summaryOf(operation, items);
	progress.finish(summary, successes < items.length ? 'warning' : isDryRun ? 'shown' : 'logged');
	return reportItems(context, operation, items, isDryRun);
}
