import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { nodeOperationError, withoutMarkup } from '../nodeErrors';
import type { Operation } from '../operation/operation';
import type { ServiceAccess } from '../pagination/pages';
import { isTool } from '../parameters/reader';
import { quote, withoutPeriod } from '../texts';
import { runGet, runList } from './reads/runRead';
import { openRun, type Run, type ShowHint } from './run';
import { runWrite } from './writes/runWrite';

const MAX_HINT_CHARACTERS = 2000;

/** The maximum number of warnings and of infos, since a thousand items could each have their own. */
const MAX_NOTES = 20;

const MORE_NOTES = 'There are more notes like these. Run fewer items at a time to see them all';

/**
 * Runs the operation that the user chose over all input items.
 * @throws NodeOperationError for an unknown operation, a cancelled write or a cancelled look-up; NodeOperationError
 * or NodeApiError, if On Error is Stop Workflow
 */
export async function execute(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const value: unknown = context.getNodeParameter('operation', 0);
	const operation = operations.find((candidate) => candidate.value === value);
	if (operation === undefined) {
		throw nodeOperationError(context.getNode(), `There is no operation ${quote(value)}`);
	}
	const hints: string[] = [];
	const showHint: ShowHint = (message, type) => {
		hints.push(withoutPeriod(message));
		const text = withoutMarkup(message.slice(0, MAX_HINT_CHARACTERS));
		context.addExecutionHints({ message: text, location: 'outputPane', type });
	};
	const notes = { warning: new Set<string>(), info: new Set<string>() };
	const addNote: ServiceAccess['addNote'] = (message, type = 'warning') => {
		const shown = notes[type];
		if (shown.has(message) || shown.size > MAX_NOTES) return;
		shown.add(message);
		showHint(shown.size > MAX_NOTES ? MORE_NOTES : message, type);
	};
	const run = await openRun(context, operation.scope, { addNote, showHint });
	const items = await runOperation(run, operation);
	// n8n shows hints to people only.
	if (!isTool(context.getNode()) || hints.length === 0) return [items];
	return [[...items, { json: { note: hints.join('. ') }, pairedItem: { item: 0 } }]];
}

async function runOperation(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	if (operation.kind === 'list') return await runList(run, operation);
	if (operation.kind === 'get') return await runGet(run, operation);
	return await runWrite(run, operation);
}
