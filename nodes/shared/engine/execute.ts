import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createClient } from '../http/client';
import { asText } from '../json';
import { nodeOperationError } from '../nodeError';
import type { Operation } from '../operation/operation';
import { keeping, type Service } from '../pagination/paginate';
import { labelsWithValues } from '../parameters/invalidParameter';
import { addHint } from './context';
import { runList } from './runList';
import { runWrite } from './runWrite';

/** Notes that a run shows at most: each of a thousand items may have one of its own. */
const MOST_NOTES = 20;

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
		throw nodeOperationError(context.getNode(), `There is no operation "${asText(chosen)}"`, {
			description: `Allowed are ${labelsWithValues(operations.map((each) => [each, each.value]))}.`,
		});
	}
	const notes = new Set<string>();
	const note: Service['note'] = (message, type = 'warning') => {
		if (notes.has(message) || notes.size >= MOST_NOTES) return;
		notes.add(message);
		addHint(context, message, type);
	};
	const client = await createClient(context, { scope: operation.scope });
	const { send, pause, timeZone } = client;
	const service: Service = { send, pause, timeZone, note };
	const moment = { now: Date.now(), zone: context.getTimezone() };
	const run = { context, client, service, keptService: keeping(service), moment };
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
