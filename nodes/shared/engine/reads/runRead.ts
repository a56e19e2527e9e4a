import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileItems, FileWriter } from '../../files/writeFiles';
import { ApiError } from '../../http/apiError';
import { errorJson, messageWithAdvice, prepareForPanel, toNodeError } from '../../nodeErrors';
import type { GetOperation, ListOperation } from '../../operation/operation';
import { rowViewOf } from '../../pagination/list';
import { collectRows, makeMemoryLimit, type RowPages } from '../../pagination/pages';
import { isTool } from '../../parameters/reader';
import { findRecords, onlyRow } from '../../records/findRecords';
import { countText } from '../../texts';
import { createProgress, type ProgressLog } from '../progress';
import { readParameters, type ItemParameters } from '../readParameters';
import type { Run, Session } from '../run';

/** An input item with valid parameters and a session. */
interface ReadableItem {
	readonly index: number;
	readonly params: ItemParameters['params'];
	readonly session: Session;
}

/** An input item; `error` if its parameters are not valid or its credential cannot be used. */
type ReadInput = ReadableItem | { readonly error: Error };

interface ReadOutput {
	items: INodeExecutionData[];
	recordCount: number;
	/** Texts about what is missing in the items or the files. */
	missing: readonly string[];
}

const NO_FILE =
	'n8n does not pass files to a model. To read alerts, use Count, or Get Many with a Limit';

/** Makes an item of each row or file. @throws NodeApiError or NodeOperationError, if On Error is Stop Workflow */
export async function runList(run: Run, operation: ListOperation): Promise<INodeExecutionData[]> {
	const { context, runStart } = run;
	const progress = createProgress(run, operation.action);
	const fileWriter = new FileWriter(context.helpers);
	// The rows of all items are in memory together, as are their files unless n8n streams them.
	const limitMemory = makeMemoryLimit();
	const { plural = 'records' } = operation;
	const inputs = await readInputs(run, operation);
	// n8n copies the node at each call. A model sees neither Limit nor the file, so both are explained to it.
	const runsAsTool = isTool(context.getNode());
	return await forEachItem(run, inputs, plural, progress, async ({ index, params, session }) => {
		const file = operation.file?.(params, runStart);
		const isInMemory = file === undefined || !(await fileWriter.streamsFiles());
		const service = isInMemory ? limitMemory(session.service) : session.service;
		const { returnAll, limit } = params;
		const maxRows = returnAll === false ? (limit ?? Infinity) : Infinity;
		let counted: number | undefined;
		const onPage = (readCount: number, total: number | undefined): void => {
			counted = total;
			const toRead = total === undefined ? undefined : Math.min(total, maxRows);
			progress.logCount(readCount, toRead, `${plural} read`);
		};
		const pages = operation.rows(service, params, runStart, maxRows);
		const { list } = operation;
		const view = list && rowViewOf(list, params.unsent.allFields === true);
		const viewed = viewPages(pages, maxRows, view, onPage);
		if (file === undefined) {
			const { rows, missing } = await collectRows(viewed);
			const asked = operation.requestText?.(params) ?? '';
			if (asked !== '' && (runsAsTool || rows.length === 0)) run.addNote(asked, 'info');
			// n8n stores an object that all items share once.
			const pairedItem = { item: index };
			const items = rows.map((json) => ({ json, pairedItem }));
			const cut = runsAsTool && rows.length >= maxRows ? limitTexts(maxRows, counted) : [];
			const recordCount = rows.length;
			return { items, recordCount, missing: [...missing, ...cut] };
		}
		const written = await fileWriter.write(viewed, file);
		const { files, missing } = written;
		return {
			items: fileItems(written, file.field, index),
			recordCount: files.reduce((sum, part) => sum + part.recordCount, 0),
			missing: runsAsTool ? [...missing, NO_FILE] : missing,
		};
	});
}

/** Makes each input item the row that it names. @throws as {@link runList} */
export async function runGet(run: Run, operation: GetOperation): Promise<INodeExecutionData[]> {
	const { list } = operation;
	const progress = createProgress(run, operation.action);
	const inputs = await readInputs(run, operation);
	const readable = inputs.filter((input) => 'params' in input);
	const found = await findRecords(list, readable, ({ params }) => operation.target(params));
	const view = rowViewOf(list, true);
	return await forEachItem(run, inputs, 'records', progress, (item) => {
		const row = onlyRow(list, operation.target(item.params), found.get(item) ?? []);
		const items = [{ json: view(row), pairedItem: { item: item.index } }];
		return { items, recordCount: 1, missing: [] };
	});
}

/** Makes the output of each input item in turn. @throws as {@link runList} */
async function forEachItem(
	run: Run,
	inputs: readonly ReadInput[],
	plural: string,
	progress: ProgressLog,
	outputOf: (item: ReadableItem) => ReadOutput | Promise<ReadOutput>,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const missing = new Set<string>();
	const output: INodeExecutionData[] = [];
	let recordCount = 0;
	for (const [index, input] of inputs.entries()) {
		try {
			if ('error' in input) throw input.error;
			const itemOutput = await outputOf(input);
			recordCount += itemOutput.recordCount;
			for (const text of itemOutput.missing) missing.add(text);
			for (const item of itemOutput.items) output.push(item);
		} catch (thrown) {
			const error = toNodeError(context, thrown, index);
			const concernsAll = thrown instanceof ApiError && thrown.rule.alsoFails !== undefined;
			const namesItem = inputs.length > 1 && !concernsAll;
			if (!context.continueOnFail()) throw prepareForPanel(error, namesItem);
			output.push({ json: errorJson(messageWithAdvice(error)), pairedItem: { item: index } });
		}
	}
	const text = [`${countText(recordCount, plural)} read`, ...missing].join('. ');
	progress.finish(text, missing.size > 0 ? 'warning' : undefined);
	return output;
}

async function readInputs(run: Run, operation: ListOperation | GetOperation): Promise<ReadInput[]> {
	return (await readParameters(run, operation)).map(({ session, params, error }, index) => {
		if (error !== undefined) return { error };
		return session instanceof Error ? { error: session } : { index, params, session };
	});
}

/** Makes pages of what the user sees, up to the limit. @param onPage receives the rows so far and the service's count */
async function* viewPages(
	pages: RowPages,
	maxRows: number,
	view: ((row: IDataObject) => IDataObject) | undefined,
	onPage: (readCount: number, total: number | undefined) => void,
): RowPages {
	let readCount = 0;
	for await (const { rows, total, ...page } of pages) {
		const wanted = rows.slice(0, maxRows - readCount);
		readCount += wanted.length;
		if (rows.length > 0) onPage(readCount, total);
		yield { ...page, rows: view === undefined ? wanted : wanted.map(view) };
		if (readCount >= maxRows) return;
	}
}

/** States what Limit left out of a list, unless the service counts no more. */
function limitTexts(limit: number, total: number | undefined): string[] {
	if (total === undefined) return [`Limit is ${limit}, so there may be more`];
	return total > limit ? [`Limit is ${limit}, and the service counts ${total}`] : [];
}
