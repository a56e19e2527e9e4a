import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteOperation } from '../../operation/operation';
import { countText } from '../../texts';
import { createProgress, paceText } from '../progress';
import type { Run } from '../run';
import { confirmItems, resolveItems } from './lookUps';
import { divideByRecord, resolveWaiting } from './newRecords';
import { readWriteItems } from './readWriteItems';
import { divideIntoBatches, planBatches, sendBatches } from './sendBatches';
import { isPending, isSettled, isSuccess, type SettledItem } from './writeItem';
import { reportItems, stopError, summaryOf } from './writeReport';

/**
 * Sends the input items in requests, one after the other, and gives each exactly one output item, in
 * order: its `outcome` (`succeeded`, `failed`, `unknown`, and `planned` in a dry run), its `detail`, and
 * the values of its row. The steps: read, find the records, then plan, or send and confirm; report.
 *
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow and no item succeeded,
 * or if some did not and If Some Items Fail is Stop Workflow. A dry run throws for neither. A run that is
 * cancelled always throws
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const { items: inputs, options } = await readWriteItems(run, operation);
	if (inputs.length === 0) return [];
	const { isDryRun } = options;
	const items = inputs.filter(isSettled);
	const pending = inputs.filter(isPending);
	let requestCount = 0;
	const waits: string[] = [];
	for (const session of new Set(pending.map((item) => item.session))) {
		const countBefore = requestCount;
		const own = pending.filter((item) => item.session === session);
		let left = await resolveItems(run, operation, own, isDryRun);
		while (left.length > 0) {
			const { ready, waiting, awaited } = divideByRecord(operation, left);
			const batches = divideIntoBatches(operation, ready, options.batchSize);
			const needsId = ({ index }: SettledItem): boolean => options.returnsIds || awaited.has(index);
			const sent = isDryRun
				? planBatches(operation, batches, requestCount)
				: await sendBatches(run, session, operation, batches, progress).then((settled) =>
						confirmItems(run, operation, settled, needsId),
					);
			requestCount += batches.length;
			items.push(...left.filter(isSettled), ...sent);
			left = resolveWaiting(run, operation, waiting, sent);
		}
		if (isDryRun) waits.push(paceText(session.client, requestCount - countBefore));
	}
	items.sort((first, second) => first.index - second.index);
	const successes = items.filter(isSuccess).length;
	const mustStop = successes === 0 || (options.stopsOnFailure && successes < items.length);
	if (mustStop && !isDryRun && !context.continueOnFail()) {
		throw stopError(context, operation, items);
	}
	const summary = summaryOf(operation, items);
	const wait = waits.filter(Boolean).join(', and ');
	const time = wait && `, which takes ${wait}`;
	const requests = countText(requestCount, 'requests');
	progress.finish(
		isDryRun ? `Dry run: ${summary}. A run would send ${requests}${time}` : summary,
		successes < items.length ? 'warning' : isDryRun ? 'info' : undefined,
	);
	return reportItems(context, operation, items, isDryRun);
}
