import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { nodeOperationError } from '../nodeErrors';
import type { Operation } from '../operation/operation';
import type { ServiceAccess } from '../pagination/pages';
import { labelsWithValues } from '../parameters/invalidParameter';
import { quoted } from '../texts';
import { addHint } from './progress';
import { openRun } from './run';
import { runGet, runList } from './runRead';
import { runWrite } from './runWrite';

/** The maximum number of warnings and of infos, since a thousand items could each have their own. */
const MAX_NOTES = 20;

const MORE_NOTES = 'There are more notes like these. Run fewer items at a time to see them all';

/**
 * Runs the operation that the user chose over all input items.
 * @throws NodeOperationError for an unknown operation or a cancelled write; NodeOperationError or
 * NodeApiError, if On Error is Stop Workflow
 */
export async function execute(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const value: unknown = context.getNodeParameter('operation', 0);
	const operation = operations.find((candidate) => candidate.value === value);
	if (operation === undefined) {
		throw nodeOperationError(context.getNode(), `There is no operation ${quoted(value)}`, {
			description: `Use one of: ${labelsWithValues(operations.map((candidate) => [candidate, candidate.value]))}.`,
		});
	}
	const notes = { warning: new Set<string>(), info: new Set<string>() };
	const note: ServiceAccess['addNote'] = (message, type = 'warning') => {
		const shown = notes[type];
		if (shown.has(message) || shown.size > MAX_NOTES) return;
		shown.add(message);
		addHint(context, shown.size > MAX_NOTES ? MORE_NOTES : message, type);
	};
	const run = await openRun(context, operation.scope, note);
	if (operation.kind === 'list') return [await runList(run, operation)];
	if (operation.kind === 'get') return [await runGet(run, operation)];
	return [await runWrite(run, operation)];
}
