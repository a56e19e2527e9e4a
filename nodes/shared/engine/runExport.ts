import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileItems, fileOutputOf, notInTable } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
import type { ApiError } from '../http/apiError';
import { operationFields } from '../operation/nodeProperties';
import type { ExportOperation } from '../operation/operation';
import type { RowPage } from '../pagination/rowPage';
import type { ParameterValues } from '../parameters/validate';
import type { Run } from './context';
import { forEachItem } from './forEachItem';
import { errorJson, hasErrorOutput, issueOf, toNodeError } from './nodeErrors';
import { createProgress, type Progress } from './progress';

/**
 * Reads all rows that each input item asks for into files, an item for each, or into items. Problems
 * of the export are told in a hint and in the items. Where the rest could not be read, and On Error
 * is Continue, the items hold what was read before.
 *
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow
 */
export async function runExport(
	run: Run,
	operation: ExportOperation,
): Promise<INodeExecutionData[]> {
	return await forEachItem(run, operationFields(operation), async (params, item) => {
		const progress = createProgress(run, operation.action);
		const { items, isInFiles, records, issues, stopped } = await exported(
			run,
			operation,
			params,
			item,
			progress,
		);
		if (stopped !== undefined) reportStop(run, items, isInFiles, stopped, item);
		const where = isInFiles ? ` in ${items.length} file${items.length === 1 ? '' : 's'}` : '';
		const result = `${records} ${operation.nouns}${where}`;
		progress.end([result, ...issues].join('. '), issues.length === 0 ? 'info' : 'warning', true);
		return items;
	});
}

interface Exported {
	items: INodeExecutionData[];
	isInFiles: boolean;
	records: number;
	issues: readonly string[];
	stopped: ApiError | undefined;
}

async function exported(
	run: Run,
	operation: ExportOperation,
	params: ParameterValues,
	item: number,
	progress: Progress,
): Promise<Exported> {
	const { context } = run;
	let total: number | undefined;
	let records = 0;
	const counted = (count: number, requestsLeft: number): void => {
		total = count;
		progress.expect(requestsLeft);
	};
	const service = { ...run.service, counted };
	const reading = operation.read(params)(service, operation.request(params));
	const onPage = (count: number): void => {
		records += count;
		progress.line(records, total, `${operation.nouns} read`);
	};
	const pages = observed(reading.pages, onPage);
	const file = fileOutputOf(params, operation.nouns);
	if (file === undefined) {
		const items: INodeExecutionData[] = [];
		for await (const { rows } of pages) {
			for (const json of rows) items.push({ json, pairedItem: { item } });
		}
		const { issues, stopped } = reading.end();
		issues.forEach((issue) => service.note(issue));
		return { items, isInFiles: false, records, issues, stopped };
	}
	const { timeField } = operation;
	const { files, leftOut } = await writeRowFiles(context, pages, { ...file, timeField });
	const { facts, issues: found, stopped } = reading.end();
	const issues = [...found, ...(leftOut.length === 0 ? [] : [notInTable(leftOut)])];
	const told: IDataObject = { ...facts, complete: issues.length === 0, issues };
	const items = fileItems(files, file.field, told, item);
	return { items, isInFiles: true, records, issues, stopped };
}

async function* observed(
	pages: AsyncIterable<RowPage>,
	onPage: (count: number) => void,
): AsyncGenerator<RowPage, void, undefined> {
	for await (const page of pages) {
		onPage(page.rows.length);
		yield page;
	}
}

/** Adds why the export stopped to its items. @throws NodeApiError where On Error is Stop Workflow */
function reportStop(
	{ context }: Run,
	items: INodeExecutionData[],
	isInFiles: boolean,
	stopped: ApiError,
	item: number,
): void {
	const error = toNodeError(context, stopped, item);
	if (!context.continueOnFail()) throw error;
	const issue = issueOf(error);
	if (!isInFiles) items.push({ json: errorJson(issue), pairedItem: { item } });
	else if (hasErrorOutput(context)) {
		for (const each of items) each.json = errorJson(issue, each.json);
	}
}
