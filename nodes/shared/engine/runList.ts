import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileItems, fileOutputOf, notInTable, type FileOutput } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
import type { Service } from '../pagination/service';
import { isObject } from '../json';
import { DEFAULT_PAGES_AT_ONCE } from '../operation/listFields';
import { operationFields } from '../operation/nodeProperties';
import type { ListOperation } from '../operation/operation';
import { leadingColumns } from '../pagination/columns';
import type { RowPage } from '../pagination/rowPage';
import type { ParameterValues } from '../parameters/validate';
import type { Run } from './context';
import { forEachItem } from './forEachItem';
import { createProgress, type Progress } from './progress';

/**
 * Reads the rows for each input item until they end or its Limit is reached, as items or as a file.
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const progress = createProgress(run, operation.action);
	let records = 0;
	let hasFiles = false;
	const output = await forEachItem(run, operationFields(operation), async (params, item) => {
		const reading = new ListReading(run, operation, params, progress);
		const file = fileOutputOf(params, operation.nouns ?? 'records');
		hasFiles ||= file !== undefined;
		try {
			return file === undefined ? await reading.items(item) : await reading.files(file, item);
		} finally {
			records += reading.records;
		}
	});
	progress.end(`${records} record${records === 1 ? '' : 's'} read`, 'info', hasFiles);
	return output;
}

/** The rows that one input item asks for. */
class ListReading {
	records = 0;
	private readonly wanted: number;
	private total: number | undefined;

	constructor(
		private readonly run: Run,
		private readonly operation: ListOperation,
		private readonly params: ParameterValues,
		private readonly progress: Progress,
	) {
		const { returnAll, limit } = params;
		this.wanted = returnAll === false && typeof limit === 'number' ? limit : Infinity;
	}

	async items(item: number): Promise<INodeExecutionData[]> {
		const items: INodeExecutionData[] = [];
		for await (const { rows } of this.pages()) {
			for (const json of rows) items.push({ json, pairedItem: { item } });
		}
		return items;
	}

	async files(file: FileOutput, item: number): Promise<INodeExecutionData[]> {
		const { context, service } = this.run;
		const { files, leftOut } = await writeRowFiles(context, this.pages(), file);
		if (leftOut.length > 0) service.note(notInTable(leftOut));
		return fileItems(files, file.field, {}, item);
	}

	/** The pages until the user's limit, numbered as they come. */
	private async *pages(): AsyncGenerator<RowPage, void, undefined> {
		const { operation, params, wanted, service } = this;
		let number = 0;
		for await (const page of operation.pages(params)(service, operation.request(params), wanted)) {
			const rows = this.taken(page);
			this.records += rows.length;
			number += 1;
			const total = this.total === undefined ? undefined : Math.min(this.total, wanted);
			this.progress.line(this.records, total, 'records read');
			yield { rows, number };
			if (this.records >= wanted) return;
		}
	}

	private taken(page: IDataObject[]): IDataObject[] {
		const { columns } = this.operation;
		const left = this.wanted - this.records;
		const rows = page.length > left ? page.slice(0, left) : page;
		return columns === undefined ? rows : rows.map((row) => leadingColumns(columns, row));
	}

	private get service(): Service {
		const counted = (count: number, requestsLeft: number): void => {
			this.total = count;
			this.progress.expect(requestsLeft);
		};
		return { ...this.run.service, counted, pagesAtOnce: pagesAtOnceOf(this.params) };
	}
}

const pagesAtOnceOf = ({ advancedOptions }: ParameterValues): number =>
	isObject(advancedOptions) && typeof advancedOptions.maxConcurrentRequests === 'number'
		? advancedOptions.maxConcurrentRequests
		: DEFAULT_PAGES_AT_ONCE;
