import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import {
	errorItem,
	errorJson,
	forPanel,
	hasErrorOutput,
	issueOf,
	toNodeError,
} from '../nodeErrors';
import { operationFields } from '../operation/nodeProperties';
import type { ExportOperation, ListOperation } from '../operation/operation';
import type { Ending, Service } from '../pagination/paginate';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import { createProgress, type Progress, type Run } from './execute';

/** What one input item asks for, and how far it is read. */
export interface Reading {
	readonly item: number;
	readonly params: ParameterValues;
	/** Its pages until the user's limit, as they are shown. */
	readonly pages: (service: Service) => AsyncIterable<readonly IDataObject[]>;
	records: number;
	/** What is known once the pages have ended. */
	ending: Ending;
}

/** The items that an input item gets. */
export interface Output {
	items: INodeExecutionData[];
	/** How many of them are files: none or all. */
	files: number;
	/** What is known at the end of the pages, and of the files. */
	ending: Ending;
}

/**
 * Runs a list: an item for each row.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export const runList = async (run: Run, operation: ListOperation): Promise<INodeExecutionData[]> =>
	await readEach(run, operation, async (reading) => await itemsOf(run, reading));

/** An item for each row. */
export async function itemsOf(run: Run, reading: Reading): Promise<Output> {
	const { item } = reading;
	const items: INodeExecutionData[] = [];
	for await (const rows of reading.pages(run.keptService)) {
		for (const json of rows) items.push({ json, pairedItem: { item } });
	}
	return { items, files: 0, ending: reading.ending };
}

/**
 * Reads the rows for each input item in turn. What is missing at the end is shown beside the output. If
 * a list ends early, and On Error is Continue, the output holds what was read before.
 * @param outputOf reads the pages and makes items of them, paired to the input item
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function readEach(
	run: Run,
	operation: ListOperation | ExportOperation,
	outputOf: (reading: Reading) => Promise<Output>,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const reader = new ParameterReader(context, operationFields(operation));
	const issues = new Set<string>();
	const output: INodeExecutionData[][] = [];
	let [records, files] = [0, 0];
	let stop: ApiError | undefined;
	for (const item of context.getInputData().keys()) {
		try {
			if (stop !== undefined) throw stop;
			const { values, error } = reader.read(item);
			if (error !== undefined) throw error;
			const reading = readingOf(run, operation, { item, params: values }, progress);
			const made = await outputOf(reading).finally(() => (records += reading.records));
			files += made.files;
			for (const issue of made.ending.issues) issues.add(issue);
			const { stopped } = made.ending;
			if (stopped?.stopsAll === true) stop = stopped;
			output.push(withStop(run, made, item));
		} catch (cause) {
			const error = toNodeError(context, cause, item);
			if (cause instanceof ApiError && cause.stopsAll) stop = cause;
			const count = stop === undefined ? context.getInputData().length : 1;
			if (!context.continueOnFail()) throw forPanel(error, count);
			output.push([errorItem(issueOf(error), item)]);
		}
	}
	const nouns = operation.nouns ?? (records === 1 ? 'record' : 'records');
	const where = files === 0 ? 'read' : `in ${files} file${files === 1 ? '' : 's'}`;
	const result = [`${records} ${nouns} ${where}`, ...issues].join('. ');
	progress.end(result, issues.size > 0 ? 'warning' : files > 0 ? 'shown' : 'logged');
	const [only = []] = output;
	return output.length > 1 ? output.flat() : only;
}

/** The items with the error that ended their pages early, if one did. @throws that error, unless On Error is Continue */
function withStop(
	{ context }: Run,
	{ items, files, ending: { stopped } }: Output,
	item: number,
): INodeExecutionData[] {
	if (stopped === undefined) return items;
	const error = toNodeError(context, stopped, item);
	if (!context.continueOnFail()) throw error;
	const issue = issueOf(error);
	if (files === 0) return [...items, errorItem(issue, item)];
	return hasErrorOutput(context)
		? items.map((each) => ({ ...each, json: errorJson(issue, each.json) }))
		: items;
}

function readingOf(
	{ moment }: Run,
	operation: ListOperation | ExportOperation,
	{ item, params }: Pick<Reading, 'item' | 'params'>,
	progress: Progress,
): Reading {
	const { returnAll, limit } = params;
	const most = returnAll === false && typeof limit === 'number' ? limit : Infinity;
	async function* pages(service: Service): AsyncGenerator<readonly IDataObject[], void, undefined> {
		const view = operation.view?.(params);
		let total: number | undefined;
		const counted = (count: number, requestsLeft: number): void => {
			total = Math.min(count, most);
			progress.expect(requestsLeft);
		};
		const request = operation.request(params, moment);
		const source = operation.pages(params)({ ...service, counted }, request, most);
		const ended: AsyncGenerator<IDataObject[], unknown, undefined> = source;
		try {
			while (reading.records < most) {
				const page = await source.next();
				if (page.done === true) {
					reading.ending = page.value ?? reading.ending;
					return;
				}
				const rows = page.value.slice(0, most - reading.records);
				reading.records += rows.length;
				progress.line(reading.records, total, `${operation.nouns ?? 'records'} read`);
				yield view === undefined ? rows : rows.map(view);
			}
		} finally {
			await ended.return(undefined);
		}
	}
	const reading: Reading = { item, params, pages, records: 0, ending: { facts: {}, issues: [] } };
	return reading;
}
