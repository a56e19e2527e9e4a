import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fieldsOf } from './fields';
import type { ListOperation } from './operation';
import { ParameterReader, type Parameters } from './parameters';
import { issueOf, nodeErrorOf, type Run } from './run';

/**
 * Reads the rows for each input item, paired to it, until they end or its Limit is reached.
 * An item either gets all of its rows or, where On Error is Continue, one item that says why not.
 *
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const reader = new ParameterReader(context, fieldsOf(operation));
	const output: INodeExecutionData[] = [];
	for (let item = 0; item < context.getInputData().length; item++) {
		try {
			const rows = await rowsOf(run, operation, reader.read(item));
			for (const json of rows) output.push({ json, pairedItem: { item } });
		} catch (fault) {
			const error = nodeErrorOf(context, fault, item);
			if (!context.continueOnFail()) throw error;
			output.push({ json: { error: issueOf(error) }, pairedItem: { item } });
		}
	}
	return output;
}

async function rowsOf(
	{ context, api, note }: Run,
	operation: ListOperation,
	params: Parameters,
): Promise<IDataObject[]> {
	const wanted = wantedRows(params);
	const service = { note, send: api.send };
	const rows: IDataObject[] = [];
	for await (const page of operation.pages(params)(service, operation.request(params), wanted)) {
		for (const row of page) {
			if (rows.length >= wanted) break;
			rows.push(row);
		}
		context.logger.info(`${operation.action}: ${rows.length} records read`);
		if (rows.length >= wanted) break;
	}
	return rows;
}

const wantedRows = ({ returnAll, limit }: Parameters): number =>
	returnAll === false && typeof limit === 'number' ? limit : Infinity;
