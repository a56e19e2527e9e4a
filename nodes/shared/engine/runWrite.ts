import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteOperation } from '../operation/operation';
import { lookUpItems, resolveItems } from './lookUp';
import { createProgress, paceText, type Progress } from './progress';
import { readItems, type WriteOptions } from './readItems';
import type { Run, Session } from './run';
import { divide, plan, send } from './sendRequests';
import { isSuccess, type ReadItem, type SettledItem } from './writeItems';
import { plannedSummary, reportItems, stopError, summaryOf } from './writeReport';

/**
 * Sends the input items in requests, one after the other, and gives each exactly one output item, in
 * order: its `outcome` (`succeeded`, `failed`, `unknown`, and `planned` in a dry run) and `detail`, and
 * what was sent. read → resolve → divide → plan, or send and look up → report.
 *
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow and no item succeeded,
 * or any did not and If Some Items Are Refused is Stop; never in a dry run
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const { items: inputs, options } = readItems(run, operation);
	if (inputs.length === 0) return [];
	const items = inputs.filter((item) => item.state === 'settled');
	const bySession = new Map<Session, ReadItem[]>();
	for (const item of inputs) {
		if (item.state === 'settled') continue;
		const others = bySession.get(item.session);
		if (others === undefined) bySession.set(item.session, [item]);
		else others.push(item);
	}
	let requests = 0;
	const paces: string[] = [];
	for (const [session, ofSession] of bySession) {
		const written = await writeItems(
			{ run, session, operation, options, progress, requests },
			ofSession,
		);
		items.push(...written.items);
		paces.push(paceText(session.client, written.requests));
		requests += written.requests;
	}
	items.sort((first, second) => first.index - second.index);
	const { isDryRun } = options;
	const successes = items.filter(isSuccess).length;
	const isStopped = successes === 0 || (options.stopsOnRefusal && successes < items.length);
	if (isStopped && !isDryRun && !context.continueOnFail()) {
		throw stopError(context, operation, items);
	}
	const summary = isDryRun
		? plannedSummary(
				operation,
				items,
				requests,
				paces.find((pace) => pace !== ''),
			)
		: summaryOf(operation, items);
	progress.end(summary, successes < items.length ? 'warning' : isDryRun ? 'shown' : 'logged');
	return reportItems(context, operation, items, isDryRun);
}

/** What the items of one session have in common. */
interface Writing {
	run: Run;
	session: Session;
	operation: WriteOperation;
	options: WriteOptions;
	progress: Progress;
	/** How many requests the sessions before took. */
	requests: number;
}

/** Settles the items of one session, and counts their requests. */
async function writeItems(
	{ run, session, operation, options, progress, requests: before }: Writing,
	items: readonly ReadItem[],
): Promise<{ items: SettledItem[]; requests: number }> {
	const resolved = await resolveItems(run, session, operation, items, options);
	const settled = resolved.filter((item) => item.state === 'settled');
	const toSend = resolved.filter((item) => item.state === 'read');
	const requests = divide(operation, toSend, options.batchSize);
	if (options.isDryRun) settled.push(...plan(operation, requests, before));
	else {
		const sent = await send(run, session, operation, requests, progress);
		settled.push(...(await lookUpItems(run, session, operation, sent, options)));
	}
	return { items: settled, requests: requests.length };
}
