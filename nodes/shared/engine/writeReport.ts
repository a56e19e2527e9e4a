import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteOperation } from '../operation/operation';
import { omit } from '../parameters/omit';
import { outcomeRows } from '../outcomes/outcomeRows';
import type { Run } from './context';
import { errorJson, hasErrorOutput } from './nodeErrors';
import { isFine, type SettledItem } from './writeItems';

/** What was done to an item, would be done, or why not. */
export function detailOf(operation: WriteOperation, { outcome, payload }: SettledItem): string {
	if (outcome.detail !== undefined) return outcome.detail;
	const word = payload === undefined ? '' : operation.done(payload);
	return outcome.outcome === 'planned'
		? `Would be ${word.charAt(0).toLowerCase()}${word.slice(1)}`
		: word;
}

/** The output items of a write, one for each input item, in order. */
export function reportItems(
	{ context }: Run,
	operation: WriteOperation,
	items: readonly SettledItem[],
): INodeExecutionData[] {
	const hasOutputs = hasErrorOutput(context);
	// Each output of the node is a table of its own.
	const tables = hasOutputs
		? [items.filter(isFine), items.filter((item) => !isFine(item))]
		: [items];
	const output: INodeExecutionData[] = [];
	for (const table of tables) {
		const reported = table.map((item) => ({
			sent: item.sent,
			outcome: item.outcome.outcome,
			detail: detailOf(operation, item),
			extra: item.outcome.extra ?? {},
		}));
		outcomeRows(reported, operation.columns).forEach((row, at) => {
			const item = table[at];
			if (item === undefined) return;
			const isError = hasOutputs && !isFine(item);
			const json = isError ? errorJson(detailOf(operation, item), omit(row, 'detail')) : row;
			output[item.index] = { json, pairedItem: { item: item.index } };
		});
	}
	return output;
}
