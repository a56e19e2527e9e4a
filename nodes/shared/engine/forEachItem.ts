import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import type { Run } from './context';
import { errorJson, issueOf, forPanel, toNodeError } from './nodeErrors';

/**
 * Reads for each input item in turn what it asks for. An item either gets all of it or, if On
 * Error is Continue, one item that says why not.
 * @param read the items that an input item gets, paired to it
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function forEachItem(
	{ context }: Run,
	fields: readonly INodeProperties[],
	read: (params: ParameterValues, item: number) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const reader = new ParameterReader(context, fields);
	const count = context.getInputData().length;
	const output: INodeExecutionData[] = [];
	for (let item = 0; item < count; item++) {
		try {
			const items = await read(reader.read(item), item);
			if (count === 1) return items;
			for (const each of items) output.push(each);
		} catch (cause) {
			const error = toNodeError(context, cause, item);
			if (!context.continueOnFail()) throw forPanel(error);
			output.push({ json: errorJson(issueOf(error)), pairedItem: { item } });
		}
	}
	return output;
}
