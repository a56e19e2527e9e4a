import type { INodeExecutionData } from 'n8n-workflow';

import { isIdempotent } from '../http/request';
import type { WriteOperation } from '../operation/operation';
import { confirmItems } from './confirmItems';
import { createProgress, paceText } from './progress';
import { readWriteItems } from './readWriteItems';
import { keyOf, Resolver } from './resolveItems';
import type { Run, Session } from './run';
import { divideIntoBatches, planBatches, sendBatches } from './sendBatches';
import { isPending, isSettled, isSuccess, type PendingItem, type SettledItem } from './writeItem';
import { plannedSummary, reportItems, stopError, summaryOf } from './writeReport';

/**
 * Sends the input items in requests, one after the other, and gives each exactly one output item, in
 * order: its `outcome` (`succeeded`, `failed`, `unknown`, and `planned` in a dry run), its `detail`, and
 * the values of its row. The steps: read, resolve, then plan, or send and confirm; report.
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
	const mayRepeatWrites =
		context.getNode().retryOnFail === true &&
		!isDryRun &&
		pending.some((item) => !isRepeatable(operation, item));
	if (mayRepeatWrites) run.addNote(RETRIES);
	let requestCount = 0;
	let paceNote = '';
	const plan = ({ client }: Session, batches: PendingItem[][]): SettledItem[] => {
		const planned = planBatches(operation, batches, requestCount);
		requestCount += batches.length;
		paceNote ||= paceText(client, batches.length);
		return planned;
	};
	for (const session of new Set(pending.map((item) => item.session))) {
		let waiting = pending.filter((item) => item.session === session);
		const resolver = new Resolver(run, session, operation, waiting, isDryRun);
		const creators = new Map<string, SettledItem>();
		while (waiting.length > 0) {
			const resolution = await resolver.resolve(waiting, creators);
			const batches = divideIntoBatches(operation, resolution.ready, options.batchSize);
			const needsIds = options.returnsIds || resolution.waiting.length > 0;
			const sent = isDryRun
				? plan(session, batches)
				: await sendBatches(run, session, operation, batches, progress).then((settled) =>
						confirmItems(run, session, operation, settled, needsIds),
					);
			items.push(...resolution.settled, ...sent);
			for (const item of sent) {
				if (item.outcome !== 'failed') creators.set(keyOf(operation, item), item);
			}
			({ waiting } = resolution);
		}
	}
	items.sort((first, second) => first.index - second.index);
	const successes = items.filter(isSuccess).length;
	const mustStop = successes === 0 || (options.stopsOnFailure && successes < items.length);
	if (mustStop && !isDryRun && !context.continueOnFail()) {
		const error = stopError(context, operation, items);
		// A run that throws shows no notes.
		if (mayRepeatWrites) error.description = [error.description, RETRIES].filter(Boolean).join(' ');
		throw error;
	}
	const summary = isDryRun
		? plannedSummary(operation, items, requestCount, paceNote)
		: summaryOf(operation, items);
	progress.finish(summary, successes < items.length ? 'warning' : isDryRun ? 'shown' : 'logged');
	return reportItems(context, operation, items, isDryRun);
}

const RETRIES =
	'Retry On Fail repeats the whole node, also items that succeeded. Turn it off in the settings of the node';

/** Returns whether an item can be sent twice: it sets values, or is looked up before it is created. */
const isRepeatable = (operation: WriteOperation, { payload }: PendingItem): boolean =>
	isIdempotent(operation.request([payload])) ||
	(operation.recordRules?.mayBeNew === true &&
		operation.recordRules.needsLookUp?.(payload) === true);
