import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { createClient } from '../http/client';
import type { Service } from '../pagination/service';
import { asText } from '../json';
import type { Operation } from '../operation/operation';
import { labelsWithValues } from '../parameters/invalidParameter';
import { addHint, type Run } from './context';
import { runList } from './runList';
import { runWrite } from './runWrite';

/** Hints in a run that are no warnings. */
const MOST_INFORMATION = 5;

/**
 * Runs the operation that the node's drop-down names over all input items.
 * @throws NodeOperationError or NodeApiError, if On Error is Stop Workflow
 */
export async function execute(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const chosen: unknown = context.getNodeParameter('operation', 0);
	const operation = operations.find(({ value }) => value === chosen);
	if (operation === undefined) {
		throw new NodeOperationError(context.getNode(), `There is no operation "${asText(chosen)}"`, {
			description: `Allowed are ${labelsWithValues(operations.map((each) => [each, each.value]))}.`,
		});
	}
	const notes = new Set<string>();
	let left = MOST_INFORMATION;
	const note: Service['note'] = (message, type = 'warning') => {
		if (notes.has(message)) return;
		notes.add(message);
		// Each of a thousand items may have something of its own to tell.
		if (type === 'info' && left-- <= 0) return;
		addHint(context, message, type);
	};
	const client = await createClient(context, { scope: operation.scope });
	const { send, pause, timeZone } = client;
	const moment = { now: Date.now(), zone: context.getTimezone() };
	const run: Run = { context, client, service: { send, pause, timeZone, note }, moment };
	try {
		switch (operation.kind) {
			case 'list':
				return [await runList(run, operation)];
			case 'write':
				return [await runWrite(run, operation)];
		}
	} finally {
		client.close();
	}
}
