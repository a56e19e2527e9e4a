import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { asText } from '../json';
import type { WriteOperation } from '../operation/operation';
import { outcomeRows } from '../outcomes/outcomeRows';
import type { Run } from './context';
import { lookUpOutcomes } from './lookUpOutcomes';
import { errorJson, hasErrorOutput } from './nodeErrors';
import { createProgress } from './progress';
import { sendBatches } from './sendBatches';
import { sendFollowUps } from './sendFollowUps';
import {
	countOutcomes,
	isValid,
	needsRequest,
	prepareItems,
	shareOutcomes,
	type WriteItem,
} from './writeItems';
import { readWriteOptions } from './writeOptions';
import { summaryOf, writeError } from './writeSummary';

/**
 * Sends the input items in batches and gives each exactly one output item, in order: what was sent,
 * its `outcome` (`succeeded`, `failed`, `unknown`) and its `issue`.
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
	const toSend = items.filter(needsRequest);
	let done = items.length - toSend.length;
	let refused = countOutcomes(items, 'failed');
	const answers = await sendBatches(run, operation, toSend, options, (count, failed) => {
		done += count;
		refused += failed;
		progress.line(done, items.length, `sent, ${refused} refused`);
	});
	if (options.lookUp) await lookUpOutcomes(run, operation, toSend, answers);
	const { followUp } = operation;
	if (followUp !== undefined) {
		await sendFollowUps(run, followUp, items.filter(isValid), options);
	}
	shareOutcomes(items);
	const succeeded = countOutcomes(items, 'succeeded');
	if (!context.continueOnFail()) {
		if (succeeded === 0) throw commonCause(items) ?? writeError(context, operation, items);
		if (options.stopsOnRefusal && succeeded < items.length) {
			throw writeError(context, operation, items);
		}
	}
	progress.end(summaryOf(operation, items), succeeded < items.length ? 'warning' : 'info');
	return outcomeRows(items).map((row, index) => outputItem(run, row, index));
}

function outputItem({ context }: Run, json: IDataObject, index: number): INodeExecutionData {
	const pairedItem = { item: index };
	if (json.outcome === 'succeeded' || !hasErrorOutput(context)) return { json, pairedItem };
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
