import type { INodeExecutionData, INodeProperties, IDataObject } from 'n8n-workflow';

import { fileItems, notInTable, type FileOutput } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
import { operationFields } from '../operation/nodeProperties';
import type { ListOperation } from '../operation/operation';
import type { RowView } from '../pagination/columns';
import type { Ending } from '../pagination/paginate';
import { keeping, type Service } from '../pagination/service';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import { createProgress, type Run, type Progress } from './context';
import { errorJson, issueOf, forPanel, toNodeError, hasErrorOutput } from './nodeErrors';

/** What all items of a run came to. */
interface Tally {
	records: number;
	files: number;
	issues: Set<string>;
}

/**
 * Reads the rows for each input item until they end or its Limit is reached, as items or into files.
 * What is missing at the end is shown beside the output. If the rest could not be read, and On Error
 * is Continue, the items hold what was read before.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const progress = createProgress(run, operation.action);
	const tally: Tally = { records: 0, files: 0, issues: new Set() };
	const output = await forEachItem(run, operationFields(operation), async (params, item) => {
		const reading = new ListReading(run, operation, params, progress);
		try {
			return await reading.output(item, tally);
		} finally {
			tally.records += reading.records;
		}
	});
	const { records, files, issues } = tally;
	const nouns = operation.nouns ?? (records === 1 ? 'record' : 'records');
	const where = files === 0 ? 'read' : `in ${files} file${files === 1 ? '' : 's'}`;
	const result = [`${records} ${nouns} ${where}`, ...issues].join('. ');
	progress.end(result, issues.size > 0 ? 'warning' : files > 0 ? 'shown' : 'logged');
	return output;
}

/** The rows that one input item asks for. */
class ListReading {
	records = 0;
	private readonly wanted: number;
	private readonly view: RowView | undefined;
	private total: number | undefined;
	private ending: Ending = { facts: {}, issues: [] };

	constructor(
		private readonly run: Run,
		private readonly operation: ListOperation,
		private readonly params: ParameterValues,
		private readonly progress: Progress,
	) {
		const { returnAll, limit } = params;
		this.wanted = returnAll === false && typeof limit === 'number' ? limit : Infinity;
		this.view = operation.view?.(params);
	}

	/** @throws NodeApiError if the rest could not be read, and On Error is Stop Workflow */
	async output(item: number, tally: Tally): Promise<INodeExecutionData[]> {
		const file = this.operation.file?.(this.params, this.run.moment);
		const items = file === undefined ? await this.items(item) : await this.files(file, item);
		if (file !== undefined) tally.files += items.length;
		for (const issue of this.ending.issues) tally.issues.add(issue);
		const { stopped } = this.ending;
		if (stopped === undefined) return items;
		const { context } = this.run;
		const error = toNodeError(context, stopped, item);
		if (!context.continueOnFail()) throw error;
		const issue = issueOf(error);
		if (file === undefined) return [...items, { json: errorJson(issue), pairedItem: { item } }];
		return hasErrorOutput(context)
			? items.map((each) => ({ ...each, json: errorJson(issue, each.json) }))
			: items;
	}

	private async items(item: number): Promise<INodeExecutionData[]> {
		const items: INodeExecutionData[] = [];
		for await (const rows of this.pages(keeping(this.service))) {
			for (const json of rows) items.push({ json, pairedItem: { item } });
		}
		return items;
	}

	private async files(file: FileOutput, item: number): Promise<INodeExecutionData[]> {
		const { files, leftOut } = await writeRowFiles(
			this.run.context,
			this.pages(this.service),
			file,
		);
		if (leftOut.length > 0) {
			this.ending = { ...this.ending, issues: [...this.ending.issues, notInTable(leftOut)] };
		}
		return fileItems(files, file.field, this.ending, item);
	}

	/** The pages until the user's limit; what is known at their end is kept. */
	private async *pages(service: Service): AsyncGenerator<readonly IDataObject[], void, undefined> {
		const { operation, params, wanted, run } = this;
		const request = operation.request(params, run.moment);
		const pages = operation.pages(params)(service, request, wanted);
		const source: AsyncGenerator<IDataObject[], unknown, undefined> = pages;
		try {
			for (let page = await pages.next(); ; page = await pages.next()) {
				if (page.done === true) {
					this.ending = page.value ?? this.ending;
					return;
				}
				yield this.shown(page.value);
				if (this.records >= wanted) return;
			}
		} finally {
			await source.return(undefined);
		}
	}

	private shown(page: IDataObject[]): readonly IDataObject[] {
		const { view, wanted, progress, total } = this;
		const left = wanted - this.records;
		const rows = page.length > left ? page.slice(0, left) : page;
		this.records += rows.length;
		const of = total === undefined ? undefined : Math.min(total, wanted);
		progress.line(this.records, of, `${this.operation.nouns ?? 'records'} read`);
		return view === undefined ? rows : rows.map(view);
	}

	private get service(): Service {
		const counted = (count: number, requestsLeft: number): void => {
			this.total = count;
			this.progress.expect(requestsLeft);
		};
		return { ...this.run.service, counted };
	}
}

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
