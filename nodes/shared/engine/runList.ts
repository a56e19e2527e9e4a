import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RowPage } from '../files/rowBatch';
import { operationFields } from '../operation/nodeProperties';
import { fileItems, fileOutputOf } from '../files/fileOptions';
import type { ListOperation } from '../operation/operation';
import type { ParameterValues } from '../parameters/validate';
import { leadingColumns } from '../pagination/paginate';
import { forEachItem } from './forEachItem';
import { createProgress } from './progress';
import type { Run } from './context';
import { writeRowFiles } from '../files/writeFiles';
import type { RowFormat } from '../files/formats';
import { asTexts, type RowTexts } from '../files/serializeRows';

/**
 * Reads the rows for each input item until they end or its Limit is reached, as items or as a file.
 *
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const { context, note } = run;
	const progress = createProgress(run, operation.action);
	let all = 0;
	const output = await forEachItem(run, operationFields(operation), async (params, item) => {
		let records = 0;
		const read = (count: number, total: number | undefined): void => {
			records += count;
			all += count;
			progress.line(records, total, 'records read');
		};
		const pages = wantedPages(run, operation, params, read);
		const file = fileOutputOf(params, operation.action.replace(/^get many /i, ''));
		if (file !== undefined) {
			const { files, leftOut } = await writeRowFiles(context, texts(pages, file.format), file);
			if (leftOut.length > 0) note(notInTable(leftOut));
			return fileItems(files, file.field, {}, item);
		}
		const items: INodeExecutionData[] = [];
		for await (const rows of pages) {
			for (const json of rows) items.push({ json, pairedItem: { item } });
		}
		return items;
	});
	progress.end(`${all} record${all === 1 ? '' : 's'} read`);
	return output;
}

/** What is said of members that a table has no column for. */
export const notInTable = (names: readonly string[]): string =>
	`Some records have members that the first page did not have, so the table has no column for them: ${names.join(', ')}. Choose NDJSON or JSON to have them all`;

/** The pages of the rows, until the user's limit. */
async function* wantedPages(
	{ api, note }: Run,
	operation: ListOperation,
	params: ParameterValues,
	read: (count: number, total: number | undefined) => void,
): AsyncGenerator<readonly IDataObject[], void, undefined> {
	const wanted = wantedRows(params);
	let total: number | undefined;
	const service = {
		note,
		send: api.send,
		counted: (count: number) => {
			total = count;
		},
	};
	const { columns } = operation;
	let left = wanted;
	for await (const page of operation.pages(params)(service, operation.request(params), wanted)) {
		const taken: IDataObject[] = page.length > left ? page.slice(0, left) : page;
		const rows = columns === undefined ? taken : taken.map((row) => leadingColumns(columns, row));
		left -= rows.length;
		read(rows.length, total === undefined ? undefined : Math.min(total, wanted));
		yield rows;
		if (left <= 0) return;
	}
}

/** The same pages as the text of a file, numbered as they come. */
async function* texts(
	pages: AsyncIterable<readonly IDataObject[]>,
	format: RowFormat,
): AsyncGenerator<RowPage<RowTexts>, void, undefined> {
	const gather = asTexts(format);
	let number = 0;
	for await (const page of pages) {
		number += 1;
		yield { rows: gather(page.map((row) => ({ row }))), number };
	}
}

const wantedRows = ({ returnAll, limit }: ParameterValues): number =>
	returnAll === false && typeof limit === 'number' ? limit : Infinity;
