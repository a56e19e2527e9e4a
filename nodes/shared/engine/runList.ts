import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileItems, notInTable } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
import { ApiError } from '../http/apiError';
import { operationFields } from '../operation/nodeProperties';
import type { ListOperation } from '../operation/operation';
import type { Ending, Service } from '../pagination/paginate';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import { createProgress, type Progress, type Run } from './context';
import { errorJson, forPanel, hasErrorOutput, issueOf, toNodeError } from './nodeErrors';

/** What all items of a run came to. */
interface Tally {
	records: number;
	files: number;
	issues: Set<string>;
}

/** What one input item asks for, and how far it is read. */
interface Reading {
	params: ParameterValues;
	records: number;
	ending: Ending;
}

/**
 * Reads the rows for each input item in turn until they end or its Limit is reached, as items or into
 * files. What is missing at the end is shown beside the output. If a list ends early, and On Error is
 * Continue, the items hold what was read before.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const reader = new ParameterReader(context, operationFields(operation));
	const tally: Tally = { records: 0, files: 0, issues: new Set() };
	const output: INodeExecutionData[][] = [];
	let stop: ApiError | undefined;
	for (const item of context.getInputData().keys()) {
		try {
			if (stop !== undefined) throw stop;
			output.push(
				await readItem(run, operation, { params: reader.read(item), item, tally, progress }),
			);
		} catch (cause) {
			const error = toNodeError(context, cause, item);
			if (cause instanceof ApiError && cause.stopsAll) stop = cause;
			const count = stop === undefined ? context.getInputData().length : 1;
			if (!context.continueOnFail()) throw forPanel(error, count);
			output.push([{ json: errorJson(issueOf(error)), pairedItem: { item } }]);
		}
	}
	const { records, files, issues } = tally;
	const nouns = operation.nouns ?? (records === 1 ? 'record' : 'records');
	const where = files === 0 ? 'read' : `in ${files} file${files === 1 ? '' : 's'}`;
	const result = [`${records} ${nouns} ${where}`, ...issues].join('. ');
	progress.end(result, issues.size > 0 ? 'warning' : files > 0 ? 'shown' : 'logged');
	const [only = []] = output;
	return output.length > 1 ? output.flat() : only;
}

/** The items that an input item gets, paired to it. @throws NodeApiError, and what parameters throw */
async function readItem(
	run: Run,
	operation: ListOperation,
	given: { params: ParameterValues; item: number; tally: Tally; progress: Progress },
): Promise<INodeExecutionData[]> {
	const { params, item, tally, progress } = given;
	const reading: Reading = { params, records: 0, ending: { facts: {}, issues: [] } };
	const file = operation.file?.(params, run.moment);
	const pages = (service: Service) => readPages({ ...run, service }, operation, reading, progress);
	const items: INodeExecutionData[] = [];
	try {
		if (file === undefined) {
			for await (const rows of pages(run.keptService)) {
				for (const json of rows) items.push({ json, pairedItem: { item } });
			}
		} else {
			const { files, leftOut } = await writeRowFiles(run.context, pages(run.service), file);
			const issues = leftOut.length > 0 ? [notInTable(leftOut)] : [];
			reading.ending = { ...reading.ending, issues: [...reading.ending.issues, ...issues] };
			tally.files += files.length;
			items.push(...fileItems(files, file.field, reading.ending, item));
		}
	} finally {
		tally.records += reading.records;
	}
	for (const issue of reading.ending.issues) tally.issues.add(issue);
	const { stopped } = reading.ending;
	if (stopped === undefined) return items;
	const error = toNodeError(run.context, stopped, item);
	if (!run.context.continueOnFail()) throw error;
	const issue = issueOf(error);
	if (file === undefined) return [...items, { json: errorJson(issue), pairedItem: { item } }];
	return hasErrorOutput(run.context)
		? items.map((each) => ({ ...each, json: errorJson(issue, each.json) }))
		: items;
}

/** The pages until the user's limit, as they are shown; what is known at their end is noted in `reading`. */
async function* readPages(
	run: Run,
	operation: ListOperation,
	reading: Reading,
	progress: Progress,
): AsyncGenerator<readonly IDataObject[], void, undefined> {
	const { params } = reading;
	const { returnAll, limit } = params;
	const wanted = returnAll === false && typeof limit === 'number' ? limit : Infinity;
	const view = operation.view?.(params);
	let total: number | undefined;
	const counted = (count: number, requestsLeft: number): void => {
		total = Math.min(count, wanted);
		progress.expect(requestsLeft);
	};
	const request = operation.request(params, run.moment);
	const pages = operation.pages(params)({ ...run.service, counted }, request, wanted);
	const source: AsyncGenerator<IDataObject[], unknown, undefined> = pages;
	try {
		while (reading.records < wanted) {
			const page = await pages.next();
			if (page.done === true) {
				reading.ending = page.value ?? reading.ending;
				return;
			}
			const rows = page.value.slice(0, wanted - reading.records);
			reading.records += rows.length;
			progress.line(reading.records, total, `${operation.nouns ?? 'records'} read`);
			yield view === undefined ? rows : rows.map(view);
		}
	} finally {
		await source.return(undefined);
	}
}
