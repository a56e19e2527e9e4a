import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { asText } from '../json';
import type { WriteOperation } from '../operation/operation';
import { outcomeRows } from '../outcomes/outcomeRows';
import type { Run } from './context';
import { lookUpOutcomes } from './lookUpOutcomes';
import { errorJson, hasErrorOutput } from './nodeErrors';
import { planWrites } from './planWrites';
import { createProgress, paceText, type Progress } from './progress';
import { sendBatches } from './sendBatches';
import { sendFollowUps } from './sendFollowUps';
import {
	countOutcomes,
	isDryRun,
	isFine,
	isValid,
	needsRequest,
	prepareItems,
	shareOutcomes,
	type WriteItem,
} from './writeItems';
import { readWriteOptions, type WriteOptions } from './writeOptions';
import { plannedSummary, summaryOf, writeError } from './writeSummary';

/**
 * Sends the input items in batches and gives each exactly one output item, in order: what was sent,
 * its `outcome` (`succeeded`, `failed`, `unknown`, and `planned` in a dry run) and its `issue`.
 *
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow and no item succeeded,
 * or any did not and If Some Items Are Refused is Stop
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const items = await prepareItems(run, operation);
	if (items.length === 0) return [];
	const options = readWriteOptions(context);
	const planned = items.filter(isDryRun);
	const requests = planWrites(operation, planned, options);
	await sendItems(run, operation, items, options, progress);
	const fine = items.filter(isFine).length;
	if (!context.continueOnFail()) {
		if (fine === 0) throw commonCause(items) ?? writeError(context, operation, items);
		if (options.stopsOnRefusal && fine < items.length) {
			throw writeError(context, operation, items);
		}
	}
	const type = fine < items.length ? 'warning' : 'info';
	const summary =
		planned.length > 0
			? plannedSummary(operation, items, requests, paceText(run.client, requests))
			: summaryOf(operation, items);
	progress.end(summary, type, planned.length > 0);
	// Each output of the node is a table of its own.
	const tables = hasErrorOutput(context)
		? [items.filter(isFine), items.filter((item) => !isFine(item))]
		: [items];
	const rows = new Map(
		tables.flatMap((table) => outcomeRows(table).map((row, index) => [table[index], row] as const)),
	);
	return items.map((item, index) => outputItem(run, rows.get(item) ?? {}, index, isFine(item)));
}

/** Sends what is no dry run, and looks up what the answers leave open. */
async function sendItems(
	run: Run,
	operation: WriteOperation,
	items: readonly WriteItem[],
	options: WriteOptions,
	progress: Progress,
): Promise<void> {
	const live = items.filter(isValid).filter((item) => !isDryRun(item));
	const toSend = live.filter(needsRequest);
	let done = items.length - toSend.length;
	let refused = countOutcomes(items, 'failed');
	const answers = await sendBatches(run, operation, toSend, options, {
		onPlan: progress.expect,
		onBatch: (count, failed) => {
			done += count;
			refused += failed;
			progress.line(done, items.length, `sent, ${refused} refused`);
		},
	});
	if (options.lookUp) await lookUpOutcomes(run, operation, toSend, answers);
	const { followUp } = operation;
	if (followUp !== undefined) await sendFollowUps(run, followUp, live, options);
	shareOutcomes(items);
}

function outputItem(
	{ context }: Run,
	json: IDataObject,
	index: number,
	isDone: boolean,
): INodeExecutionData {
	const pairedItem = { item: index };
	if (isDone || !hasErrorOutput(context)) return { json, pairedItem };
	const { issue, ...known } = json;
	return { json: errorJson(asText(issue), known), pairedItem };
}

/** The error that kept every item from being carried out; undefined where they differ. */
function commonCause(items: readonly WriteItem[]): Error | undefined {
	const first = items[0]?.cause;
	const isCommon = items.every(
		({ cause, outcome }) => cause?.message === first?.message && outcome.outcome === 'failed',
	);
	return isCommon ? first : undefined;
}
