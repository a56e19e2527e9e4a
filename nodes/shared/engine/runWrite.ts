import type { INodeExecutionData } from 'n8n-workflow';

import type { ListOperation, WriteOperation } from '../operation/operation';
import { createProgress, paceText, type Run } from './execute';
import { lookUpItems, resolveItems } from './lookUp';
import { readItems } from './readItems';
import { runList } from './runList';
import { divide, plan, send } from './sendRequests';
import { isFine, type SettledItem } from './writeItems';
import { plannedSummary, reportItems, stopError, summaryOf } from './writeReport';

/**
 * Sends the input items in requests, one after the other, and gives each exactly one output item, in
 * order: its `outcome` (`succeeded`, `failed`, `unknown`, and `planned` in a dry run) and `detail`, and
 * what was sent. read → resolve → divide → plan, or send and look up → report.
 *
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow and no item succeeded,
 * or any did not and If Some Items Are Refused is Stop
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context, client } = run;
	const progress = createProgress(run, operation.action);
	const { items: read, options } = readItems(run, operation);
	if (read.length === 0) return [];
	const resolved = await resolveItems(run, operation, read, options);
	const before = resolved.filter((item) => item.state === 'settled');
	const toSend = resolved.filter((item) => item.state === 'read');
	const requests = divide(operation, toSend, options.batchSize);
	const settled: SettledItem[] = options.isDryRun
		? plan(operation, requests)
		: await lookUpItems(run, operation, await send(run, operation, requests, progress), options);
	const items = [...before, ...settled].sort((one, other) => one.index - other.index);
	const fine = items.filter(isFine).length;
	const isStopped = fine === 0 || (options.stopsOnRefusal && fine < items.length);
	if (isStopped && !context.continueOnFail()) throw stopError(context, operation, items);
	const { length } = requests;
	const summary = options.isDryRun
		? plannedSummary(operation, items, length, paceText(client, length))
		: summaryOf(operation, items);
	progress.end(summary, fine < items.length ? 'warning' : options.isDryRun ? 'shown' : 'logged');
	return reportItems(context, operation, items);
}

/** Runs an operation of a node that reads and writes. */
export const runListOrWrite = async (
	run: Run,
	operation: ListOperation | WriteOperation,
): Promise<INodeExecutionData[]> =>
	operation.kind === 'list' ? await runList(run, operation) : await runWrite(run, operation);
