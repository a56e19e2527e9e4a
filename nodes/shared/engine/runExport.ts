import type { INodeExecutionData } from 'n8n-workflow';

import { asRows, type Gathered, type Gather, type RowPage } from '../files/rowBatch';
import { fileItems, fileOutputOf } from '../files/fileOptions';
import type { ExportEnd, ExportOperation } from '../operation/operation';
import type { ParameterValues } from '../parameters/validate';
import { forEachItem } from './forEachItem';
import { createProgress } from './progress';
import { errorJson, hasErrorOutput, issueOf, toNodeError, type Run } from './context';
import { writeRowFiles } from '../files/writeFiles';
import { asTexts } from '../files/serializeRows';
import { notInTable } from './runList';

/**
 * Reads all rows that each input item asks for into files, an item for each, or into items.
 * What is amiss is said in a hint and in the items. Where the rest could not be read, and On Error
 * is Continue, the items hold what was read before.
 *
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow
 */
export async function runExport(
	run: Run,
	operation: ExportOperation,
): Promise<INodeExecutionData[]> {
	return await forEachItem(run, operation.fields, async (params, item) => {
		const { context, note } = run;
		const progress = createProgress(run, operation.action);
		const reading = new Reading(run, operation, params, progress.line);
		const file = fileOutputOf(params, operation.noun);
		const items: INodeExecutionData[] = [];
		if (file === undefined) {
			for await (const { rows } of reading.pages(asRows)) {
				for (const json of rows.all) items.push({ json, pairedItem: { item } });
			}
			for (const issue of reading.end.issues) note(issue);
		} else {
			const pages = reading.pages(asTexts(file.format, operation.time));
			const { files, leftOut } = await writeRowFiles(context, pages, file);
			if (leftOut.length > 0) reading.end.issues.push(notInTable(leftOut));
			const { facts, issues } = reading.end;
			const said = { ...facts, complete: issues.length === 0, issues };
			for (const each of fileItems(files, file.field, said, item)) items.push(each);
		}
		const { issues, stopped } = reading.end;
		if (stopped !== undefined) {
			const error = toNodeError(context, stopped, item);
			if (!context.continueOnFail()) throw error;
			const issue = issueOf(error);
			if (file === undefined) items.push({ json: errorJson(issue), pairedItem: { item } });
			else if (hasErrorOutput(context)) {
				for (const each of items) each.json = errorJson(issue, each.json);
			}
		}
		const where =
			file === undefined ? '' : ` in ${items.length} file${items.length === 1 ? '' : 's'}`;
		const result = `${reading.records} ${operation.noun}${where}`;
		progress.end([result, ...issues].join('. '), issues.length === 0 ? 'info' : 'warning');
		return items;
	});
}

/** The pages of one export as they come, and what is known of it in the end. */
class Reading {
	records = 0;
	end: ExportEnd = { facts: {}, issues: [] };
	private total: number | undefined;

	constructor(
		private readonly run: Run,
		private readonly operation: ExportOperation,
		private readonly params: ParameterValues,
		private readonly line: (done: number, total: number | undefined, what: string) => void,
	) {}

	async *pages<G extends Gathered>(gather: Gather<G>): AsyncGenerator<RowPage<G>, void, undefined> {
		const { api, note } = this.run;
		const { operation, params } = this;
		const counted = (total: number): void => {
			this.total = total;
		};
		const service = { send: api.send, pause: api.pause, note, counted };
		const pages = operation.pages(params)(service, operation.request(params), gather);
		for (let next = await pages.next(); ; next = await pages.next()) {
			if (next.done === true) {
				this.end = next.value;
				return;
			}
			this.records += next.value.rows.length;
			this.line(this.records, this.total, `${operation.noun} read`);
			yield next.value;
		}
	}
}
