import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileItems, omittedFieldsText } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
import { ApiError } from '../http/apiError';
import {
	errorItem,
	errorJson,
	prepareForPanel,
	hasErrorOutput,
	messageWithAdvice,
	toNodeError,
} from '../nodeErrors';
import type { GetOperation, ListOperation } from '../operation/operation';
import { collectRows, COMPLETE, type ReadResult, type ServiceAccess } from '../pagination/pages';
import type { ParameterValues } from '../parameters/fieldReaders';
import { isTool } from '../parameters/reader';
import { findRecords, onlyRow } from '../records/directory';
import { countText } from '../texts';
import { createProgress, type Progress } from './progress';
import { readParameters } from './readParameters';
import type { Run, Session } from './run';

/** An input item with valid parameters and a session. */
interface ReadableItem {
	readonly index: number;
	readonly params: ParameterValues;
	readonly session: Session;
}

/** An input item; `error` if its parameters are not valid or its credential cannot be used. */
type Input = ReadableItem | { readonly error: Error };

interface Output {
	items: INodeExecutionData[];
	/** The number of files; 0 if the rows are items. */
	fileCount: number;
	recordCount: number;
	/** The end of the list, with anything that is missing in the pages or the files. */
	result: ReadResult;
}

/**
 * Runs a list operation: each row becomes an item, or each file of rows does.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const progress = createProgress(run, operation.action);
	const usedNames = new Set<string>();
	const { plural = 'records' } = operation;
	const inputs = await readInputs(run, operation);
	return await forEachItem(run, inputs, plural, progress, async (item) => {
		const file = operation.file?.(item.params, run.runStart);
		const { index, session } = item;
		const service = file === undefined ? session.boundedService : session.service;
		const pages = readPages(run, operation, item, service, progress);
		if (file === undefined) {
			const { rows, result } = await collectRows(pages);
			// n8n stores an object that all items share once.
			const pairedItem = { item: index };
			const items = rows.map((json) => ({ json, pairedItem }));
			return { items, fileCount: 0, recordCount: rows.length, result };
		}
		const written = await writeRowFiles(run.context, pages, file, usedNames);
		const { files, omittedFields } = written;
		const lost = omittedFields.length > 0 ? [omittedFieldsText(omittedFields)] : [];
		const result = { ...written.result, issues: [...written.result.issues, ...lost] };
		const records = files.reduce((sum, part) => sum + part.records, 0);
		const items = fileItems(files, file.field, result, index);
		return { items, fileCount: files.length, recordCount: records, result };
	});
}

/**
 * Runs a Get: each input item becomes the row that it names.
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
export async function runGet(run: Run, operation: GetOperation): Promise<INodeExecutionData[]> {
	const { list } = operation;
	const progress = createProgress(run, operation.action);
	const inputs = await readInputs(run, operation);
	const readable = inputs.filter((input) => 'params' in input);
	const found = await findRecords(list, readable, ({ params }) => operation.target(params));
	return await forEachItem(run, inputs, 'records', progress, async (item) => {
		const { index, params } = item;
		const view = operation.view?.(params);
		const row = onlyRow(list, operation.target(params), found.get(item) ?? []);
		const items = [{ json: view === undefined ? row : view(row), pairedItem: { item: index } }];
		return { items, fileCount: 0, recordCount: 1, result: COMPLETE };
	});
}

/**
 * Makes the output of each input item in turn; a note beside the output says what is missing. If the
 * result of a list has an error and On Error is Continue, the output keeps the rows before it.
 * @param outputOf makes the output of one item
 * @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow
 */
async function forEachItem(
	run: Run,
	inputs: readonly Input[],
	plural: string,
	progress: Progress,
	outputOf: (item: ReadableItem) => Promise<Output>,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const issues = new Set<string>();
	const output: INodeExecutionData[] = [];
	let [records, files] = [0, 0];
	let cut: string | undefined;
	// n8n copies the node each time.
	const runsAsTool = isTool(context.getNode());
	for (const [index, input] of inputs.entries()) {
		try {
			if ('error' in input) throw input.error;
			const itemOutput = await outputOf(input);
			records += itemOutput.recordCount;
			files += itemOutput.fileCount;
			for (const issue of itemOutput.result.issues) issues.add(issue);
			// A person sees Limit in the panel and the file. A model sees neither. A tool has one input item.
			if (runsAsTool) {
				cut = itemOutput.result.cut;
				if (itemOutput.fileCount > 0) issues.add(NO_FILE);
			}
			for (const item of reportStopError(run, itemOutput, index)) output.push(item);
		} catch (cause) {
			const error = toNodeError(context, cause, index);
			const concernsAll = cause instanceof ApiError && cause.rule.alsoFails !== undefined;
			if (!context.continueOnFail()) throw prepareForPanel(error, concernsAll ? 1 : inputs.length);
			output.push(errorItem(messageWithAdvice(error), index));
		}
	}
	const where = files === 0 ? 'read' : `in ${countText(files, 'files')}`;
	const result = [cut ?? `${countText(records, plural)} ${where}`, ...issues].join('. ');
	const isPartial = cut !== undefined || issues.size > 0;
	progress.finish(result, isPartial ? 'warning' : files > 0 ? 'shown' : 'logged');
	return output;
}

async function readInputs(run: Run, operation: ListOperation | GetOperation): Promise<Input[]> {
	return (await readParameters(run, operation)).map(({ session, params, error }, index) => {
		if (error !== undefined) return { error };
		return session instanceof Error ? { error: session } : { index, params, session };
	});
}

/**
 * Reports the error that stopped the pages early, if any: as an item after the rows, or around the item of
 * each file. Without an error output, the items of files only say what is missing.
 * @throws that error, unless On Error is Continue
 */
function reportStopError(
	{ context }: Run,
	{ items, fileCount, result }: Output,
	index: number,
): INodeExecutionData[] {
	if (result.error === undefined) return items;
	const error = toNodeError(context, result.error, index);
	if (!context.continueOnFail()) throw error;
	const issue = messageWithAdvice(error);
	if (fileCount === 0) return [...items, errorItem(issue, index)];
	return hasErrorOutput(context)
		? items.map((item) => ({ ...item, json: errorJson(issue, item.json) }))
		: items;
}

/** Yields the rows of an item as the user sees them, page by page, until the user's limit. */
async function* readPages(
	{ runStart }: Run,
	operation: ListOperation,
	{ params, session }: ReadableItem,
	service: ServiceAccess,
	progress: Progress,
): AsyncGenerator<readonly IDataObject[], ReadResult, undefined> {
	const { returnAll, limit } = params;
	const maxRows = returnAll === false && typeof limit === 'number' ? limit : Infinity;
	const { plural = 'records' } = operation;
	const view = operation.view?.(params);
	let total: number | undefined;
	let records = 0;
	const onCount = (count: number | undefined, requestsLeft: number): void => {
		total = count;
		progress.logPace(session.client, requestsLeft);
	};
	const request = operation.request(params, runStart);
	const source = operation.paginator(params)({ ...service, onCount }, request, maxRows);
	try {
		while (records < maxRows) {
			const page = await source.next();
			if (page.done === true) return page.value;
			const rows = page.value.slice(0, maxRows - records);
			records += rows.length;
			const toRead = total === undefined ? undefined : Math.min(total, maxRows);
			progress.logCount(records, toRead, `${plural} read`);
			yield view === undefined ? rows : rows.map(view);
		}
		return { ...COMPLETE, ...cutBy(records, total, plural) };
	} finally {
		await source.return(COMPLETE);
	}
}

const NO_FILE = 'n8n gives the file to no model. To read the alerts, set Format to Items';

/** States what Limit left out of a list, unless the service counts no more than was read. */
function cutBy(read: number, total: number | undefined, plural: string): Pick<ReadResult, 'cut'> {
	const limit = `Limit is ${read}`;
	if (total === undefined) {
		return { cut: `${countText(read, plural)} read: ${limit}, so there may be more` };
	}
	return total > read ? { cut: `${read} of ${total} ${plural} read: ${limit}` } : {};
}
