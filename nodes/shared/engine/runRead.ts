import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileItems, notInTable } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
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
import type { GetOperation, ListOperation } from '../operation/operation';
import { findListed, notFoundOrAmbiguous, type Find } from '../pagination/findListed';
import { endingWith, type Ending, type Service } from '../pagination/paginate';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import { createProgress, type Progress } from './progress';
import type { Run, Session } from './run';

/** An input item whose parameters are allowed. */
interface ReadableItem {
	readonly index: number;
	readonly params: ParameterValues;
	readonly session: Session;
}

/** The output of one input item. */
interface Output {
	items: INodeExecutionData[];
	/** The number of files: none, or one for each item. */
	files: number;
	records: number;
	/** The end of the pages, with the issues of the files. */
	ending: Ending;
}

/**
 * Runs a list, which gives an item for each row or for each file of rows.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const progress = createProgress(run, operation.action);
	const usedNames = new Set<string>();
	return await readEach(run, operation, progress, async (item) => {
		const file = operation.file?.(item.params, run.moment);
		const { index, session } = item;
		const service = file === undefined ? session.boundedService : session.service;
		const pages = pagesOf(run, operation, item, service, progress);
		if (file === undefined) return await itemsOf(pages, index);
		const {
			files,
			leftOut,
			ending: read,
		} = await writeRowFiles(run.context, pages, file, usedNames);
		const issues = leftOut.length > 0 ? [...read.issues, notInTable(leftOut)] : read.issues;
		const ending = { ...read, issues };
		const records = files.reduce((sum, file) => sum + file.records, 0);
		const items = fileItems(files, file.field, ending, index);
		return { items, files: files.length, records, ending };
	});
}

/**
 * Runs a Get, which gives the row that each input item names. All rows are looked up together.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function runGet(run: Run, operation: GetOperation): Promise<INodeExecutionData[]> {
	const { list } = operation;
	const progress = createProgress(run, operation.action);
	const finds = new Map<Session, Promise<Find>>();
	return await readEach(run, operation, progress, async ({ index, params, session }, all) => {
		const view = operation.view?.(params);
		let find = finds.get(session);
		if (find === undefined) {
			const ofSession = all.filter((item) => item.session === session);
			const targets = ofSession.map((item) => operation.target(item.params));
			find = findListed(session.service, list, targets);
			finds.set(session, find);
		}
		const target = operation.target(params);
		const rows = (await find)(target);
		if (rows instanceof ApiError) throw rows;
		const [row] = rows;
		if (row === undefined || rows.length > 1) throw notFoundOrAmbiguous(list, target, rows);
		const items = [{ json: view === undefined ? row : view(row), pairedItem: { item: index } }];
		return { items, files: 0, records: 1, ending: endingWith() };
	});
}

/** Makes an item of each row. */
async function itemsOf(
	pages: AsyncGenerator<readonly IDataObject[], Ending, undefined>,
	item: number,
): Promise<Output> {
	const items: INodeExecutionData[] = [];
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) {
			return { items, files: 0, records: items.length, ending: page.value };
		}
		for (const json of page.value) items.push({ json, pairedItem: { item } });
	}
}

/**
 * Reads the rows for each input item in turn, and shows what is missing beside the output. If a list ends
 * early and On Error is Continue, the output keeps the rows before.
 * @param outputOf reads the rows of one item, given all items, and pairs its output to the item
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
async function readEach(
	run: Run,
	operation: ListOperation | GetOperation,
	progress: Progress,
	outputOf: (item: ReadableItem, all: readonly ReadableItem[]) => Promise<Output>,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const inputs = readInputs(run, operation);
	const all = inputs.filter((input) => 'params' in input);
	const issues = new Set<string>();
	const output: INodeExecutionData[][] = [];
	const stops = new Map<Session, ApiError>();
	let [records, files] = [0, 0];
	for (const [index, input] of inputs.entries()) {
		try {
			if ('error' in input) throw input.error;
			const stop = stops.get(input.session);
			if (stop !== undefined) throw stop;
			const made = await outputOf(input, all);
			records += made.records;
			files += made.files;
			for (const issue of made.ending.issues) issues.add(issue);
			const { stopped } = made.ending;
			if (stopped?.stops !== undefined) stops.set(input.session, stopped);
			output.push(withStop(run, made, index));
		} catch (cause) {
			const error = toNodeError(context, cause, index);
			const isShared = cause instanceof ApiError && cause.stops !== undefined;
			if (isShared && 'session' in input) stops.set(input.session, cause);
			if (!context.continueOnFail()) throw forPanel(error, isShared ? 1 : inputs.length);
			output.push([errorItem(issueOf(error), index)]);
		}
	}
	const nouns =
		operation.kind === 'list' && operation.nouns !== undefined
			? operation.nouns
			: records === 1
				? 'record'
				: 'records';
	const where = files === 0 ? 'read' : `in ${files} file${files === 1 ? '' : 's'}`;
	const result = [`${records} ${nouns} ${where}`, ...issues].join('. ');
	progress.end(result, issues.size > 0 ? 'warning' : files > 0 ? 'shown' : 'logged');
	const [only = []] = output;
	return output.length > 1 ? output.flat() : only;
}

/** Reads the parameters and the session of each input item, or why it has none. */
function readInputs(
	{ context, sessions }: Run,
	operation: ListOperation | GetOperation,
): Array<ReadableItem | { readonly error: Error }> {
	const reader = new ParameterReader(context, operationFields(operation));
	return sessions.map((session, index) => {
		const { values: params, error } = reader.read(index);
		if (error !== undefined) return { error };
		return 'client' in session ? { index, params, session } : { error: session };
	});
}

/** Adds the error that ended the pages early, if one did. @throws that error, unless On Error is Continue */
function withStop(
	{ context }: Run,
	{ items, files, ending: { stopped } }: Output,
	index: number,
): INodeExecutionData[] {
	if (stopped === undefined) return items;
	const error = toNodeError(context, stopped, index);
	if (!context.continueOnFail()) throw error;
	const issue = issueOf(error);
	if (files === 0) return [...items, errorItem(issue, index)];
	return hasErrorOutput(context)
		? items.map((item) => ({ ...item, json: errorJson(issue, item.json) }))
		: items;
}

/** Reads the pages of an item until the user's limit, and shows their rows. */
async function* pagesOf(
	{ moment }: Run,
	operation: ListOperation,
	{ params, session }: ReadableItem,
	service: Service,
	progress: Progress,
): AsyncGenerator<readonly IDataObject[], Ending, undefined> {
	const { returnAll, limit } = params;
	const maxRows = returnAll === false && typeof limit === 'number' ? limit : Infinity;
	const view = operation.view?.(params);
	let total: number | undefined;
	let records = 0;
	const counted = (count: number, requestsLeft: number): void => {
		total = Math.min(count, maxRows);
		progress.expect(session.client, requestsLeft);
	};
	const request = operation.request(params, moment);
	const source = operation.pages(params)({ ...service, counted }, request, maxRows);
	const ended: AsyncGenerator<IDataObject[], unknown, undefined> = source;
	try {
		while (records < maxRows) {
			const page = await source.next();
			if (page.done === true) return page.value ?? endingWith();
			const rows = page.value.slice(0, maxRows - records);
			records += rows.length;
			progress.line(records, total, `${operation.nouns ?? 'records'} read`);
			yield view === undefined ? rows : rows.map(view);
		}
		return endingWith();
	} finally {
		await ended.return(undefined);
	}
}
