import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';

import { planBatches, type Batch } from './planBatches';
import { operationFields } from '../operation/nodeProperties';
import { asText, shownJson, type JsonObject } from '../json';
import type { Payload, WriteOperation } from '../operation/operation';
import {
	outcomeRows,
	reconcile,
	normalizeKey,
	unmatchedFailures,
	type Identified,
	type Outcome,
	type Report,
} from '../outcomes/batchOutcome';
import { ParameterReader } from '../parameters/validate';
import { createProgress, type Progress } from './progress';
import { type ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { Service } from '../http/request';
import { errorJson, hasErrorOutput, issueOf, toNodeError, type Run } from './context';

/** The options of every write, in its Options collection. */
interface WriteOptions {
	batchSize: number;
	requestsAtOnce: number;
	readBack: boolean;
	stopIfRefused: boolean;
}

/** An input item on its way: what it asks for, and what became of it. */
interface Item {
	entry?: Payload;
	sent: IDataObject;
	outcome?: Outcome;
	/** Why it was not even refused by name: bad input, or a refusal of its whole request. */
	cause?: NodeApiError | NodeOperationError;
}

/**
 * Gathers the input items into requests and gives each exactly one output item, in order: what was
 * sent, its `outcome` (`succeeded`, `failed`, `unknown`) and its `issue`, null where it succeeded.
 *
 * @throws NodeApiError or NodeOperationError, where On Error is Stop Workflow: when one and the same
 * bad input or refusal of whole requests kept everything from being accepted, or after all was sent
 * when Stop If Any Item Is Refused is on
 */
export async function runWrite(run: Run, operation: WriteOperation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const progress = createProgress(run, operation.action);
	const reader = new ParameterReader(context, operationFields(operation));
	const items = context.getInputData().map((_, index) => prepared(run, operation, reader, index));
	if (items.length === 0) return [];
	const options = optionsOf(context);
	await send(run, operation, items, options, progress);
	const failed = count(items, 'failed');
	const unknown = count(items, 'unknown');
	if (!context.continueOnFail()) {
		stopWhereNothingWasAccepted(items);
		if (options.stopIfRefused && failed + unknown > 0) throw refusedItems(run, operation, items);
	}
	summarise(operation, items, progress);
	return outcomeRows(items).map((row, index) => outputItem(run, row, index));
}

function prepared(
	run: Run,
	operation: WriteOperation,
	reader: ParameterReader,
	index: number,
): Item {
	try {
		const entry = operation.payload(reader.read(index));
		operation.notes?.(entry).forEach(run.note);
		return { entry, sent: shownJson(operation.visibleFields?.(entry) ?? entry) };
	} catch (fault) {
		const cause = toNodeError(run.context, fault, index);
		return { sent: {}, cause, outcome: { outcome: 'failed', issue: issueOf(cause) } };
	}
}

/** An item that is sent. */
type Ready = Item & { entry: Payload; index: number };

/** Sends all batches, a few at once if the user wants that, never two that write to the same thing. */
async function send(
	run: Run,
	operation: WriteOperation,
	items: readonly Item[],
	options: WriteOptions,
	progress: Progress,
): Promise<void> {
	const ready = items.flatMap((item, index): Ready[] =>
		isReady(item) ? [Object.assign(item, { index })] : [],
	);
	const plan = planBatches(
		ready.map(({ entry }) => ({
			keys: operation.conflictKeys(entry).map(normalizeKey),
			group: operation.group?.(entry) ?? '',
		})),
		Math.min(operation.maxBatchSize, options.batchSize),
	);
	const answered: Array<Promise<void>> = [];
	let refusedForAll: ApiError | undefined;
	let done = items.length - ready.length;
	let refused = done;
	const sendOne = async ({ positions, after, barrier }: Batch): Promise<void> => {
		const others = [...after].flatMap((index) => answered[index] ?? []);
		await Promise.all([...answered.slice(0, barrier), ...others]);
		const own = positions.flatMap((at) => ready[at] ?? []);
		try {
			if (refusedForAll !== undefined) throw refusedForAll;
			await sendBatch(run, operation, own, options);
		} catch (fault) {
			const refusal = asApiErrorOrThrow(fault);
			if (refusal.details.stopsAll === true) refusedForAll = refusal;
			for (const item of own) {
				item.cause = refusal.toNodeError(run.context.getNode(), item.index);
				item.outcome = refusedOutcome(operation, refusal, item.cause);
			}
		}
		done += own.length;
		refused += count(own, 'failed');
		progress.line(done, items.length, `sent, ${refused} refused`);
	};
	const worker = async (): Promise<void> => {
		for (let batch = plan[answered.length]; batch !== undefined; batch = plan[answered.length]) {
			const sending = sendOne(batch);
			answered.push(sending);
			await sending;
		}
	};
	await Promise.all(Array.from({ length: Math.min(options.requestsAtOnce, plan.length) }, worker));
}

const isReady = (item: Item): item is Item & { entry: Payload } => item.entry !== undefined;

async function sendBatch(
	run: Run,
	operation: WriteOperation,
	items: readonly Ready[],
	{ readBack }: WriteOptions,
): Promise<void> {
	const [first, ...others] = items.map(({ entry }) => entry);
	if (first === undefined) return;
	const entries = [first, ...others] as const;
	const { body } = await run.api.send(operation.request(entries));
	const outcomes = await outcomesOf(run, operation, entries, body, readBack);
	const succeeded = entries.filter((_, at) => outcomes[at]?.outcome === 'succeeded');
	const service: Service = { note: run.note, send: run.api.send };
	const known = operation.resultFields?.(succeeded, body);
	const read = readBack
		? await readOrNote(run, async () => await operation.readBack?.(succeeded, body, service))
		: undefined;
	items.forEach((item, at) => {
		const outcome = outcomes[at];
		if (outcome?.outcome === 'succeeded') {
			const { entry } = item;
			const extra = { ...outcome.extra, ...known?.get(entry), ...read?.get(entry) };
			item.outcome = { outcome: 'succeeded', extra };
		} else if (outcome !== undefined) {
			item.outcome = outcome;
		}
	});
}

async function outcomesOf(
	run: Run,
	operation: WriteOperation,
	entries: readonly Payload[],
	body: JsonObject,
	readBack: boolean,
): Promise<Outcome[]> {
	const { parseResult } = operation;
	if ('outcome' in parseResult) {
		const outcome = parseResult.outcome(body);
		return entries.map(() => outcome);
	}
	const report = parseResult.report(body);
	const keys = entries.map((entry) => operation.conflictKeys(entry));
	return reconcile(
		keys,
		report,
		readBack ? await identified(run, operation, keys, report) : undefined,
	);
}

/** Reads back which entries the failure records mean that name none of them. */
async function identified(
	run: Run,
	operation: WriteOperation,
	keys: ReadonlyArray<readonly string[]>,
	{ failures }: Report,
): Promise<Identified> {
	const found = new Map<(typeof failures)[number], string[]>();
	for (const failure of unmatchedFailures(keys, failures)) {
		const identification = operation.identify?.(failure);
		if (identification === undefined) continue;
		const read = await readOrNote(run, async () =>
			identification.keys((await run.api.send(identification.request)).body),
		);
		if (read !== undefined) found.set(failure, read);
	}
	return found;
}

/** What is read after a write must not hide the write's own outcome. */
async function readOrNote<T>(run: Run, read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (fault) {
		run.note(`The IDs could not be looked up. ${asApiErrorOrThrow(fault).message}`);
		return undefined;
	}
}

function refusedOutcome(
	operation: WriteOperation,
	{ details }: ApiError,
	cause: NodeApiError | NodeOperationError,
): Outcome {
	if (details.applied === 'no') return { outcome: 'failed', issue: issueOf(cause) };
	return {
		outcome: 'unknown',
		issue: `${details.message}. The request may or may not have been carried out, so it was not sent again. Check with ${operation.verifyWith} before you send this item again`,
	};
}

/** The output of the item whose row is `json`. */
function outputItem(run: Run, json: IDataObject, index: number): INodeExecutionData {
	const pairedItem = { item: index };
	if (json.outcome === 'succeeded' || !hasErrorOutput(run.context)) return { json, pairedItem };
	const { issue, ...known } = json;
	return { json: errorJson(asText(issue), known), pairedItem };
}

function stopWhereNothingWasAccepted(items: readonly Item[]): void {
	const first = items[0]?.cause;
	const alike = items.every(
		({ cause, outcome }) => cause?.message === first?.message && outcome?.outcome === 'failed',
	);
	if (first !== undefined && alike) throw first;
}

function refusedItems(
	run: Run,
	operation: WriteOperation,
	items: readonly Item[],
): NodeOperationError {
	const issues = items.flatMap(({ outcome }, index) =>
		outcome === undefined || outcome.outcome === 'succeeded'
			? []
			: [`Item ${index} (${outcome.outcome}): ${outcome.issue}`],
	);
	const more = issues.length > 10 ? [`… and ${issues.length - 10} more`] : [];
	return new NodeOperationError(run.context.getNode(), countsOf(operation, items), {
		description: `All items were sent, and those that succeeded stay as they are now. ${[...issues.slice(0, 10), ...more].join('. ')}`,
	});
}

function summarise(operation: WriteOperation, items: readonly Item[], progress: Progress): void {
	const spoilt = items.length - count(items, 'succeeded');
	const issues = new Set(
		items.flatMap(({ outcome }) =>
			outcome === undefined || outcome.outcome === 'succeeded' ? [] : [outcome.issue],
		),
	);
	const examples = [...issues].slice(0, 3).join('; ');
	progress.end(
		`${countsOf(operation, items)}${examples === '' ? '' : `: ${examples}`}`,
		spoilt > 0 ? 'warning' : 'info',
	);
}

function countsOf({ noun }: WriteOperation, items: readonly Item[]): string {
	const failed = count(items, 'failed');
	const unknown = count(items, 'unknown');
	const of = `of ${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
	const parts = [
		failed > 0 ? `${failed} ${of} ${failed === 1 ? 'was' : 'were'} refused` : '',
		unknown > 0 ? `the outcome of ${unknown} ${of} is unknown` : '',
	].filter(Boolean);
	const text = parts.length === 0 ? `${items.length} ${of} succeeded` : parts.join(', ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const count = (items: readonly Item[], wanted: Outcome['outcome']): number =>
	items.reduce((sum, { outcome }) => sum + (outcome?.outcome === wanted ? 1 : 0), 0);

/**
 * The options as the first item has them; they are the node's, not an item's. Where they are no
 * numbers that are allowed, that item is refused, and the others are sent all the same.
 */
function optionsOf(context: IExecuteFunctions): WriteOptions {
	const field = (name: keyof WriteOptions, otherwise: number | boolean): unknown =>
		context.getNodeParameter(`options.${name}`, 0, otherwise);
	const count = (name: keyof WriteOptions, otherwise: number): number => {
		const given = Number(field(name, otherwise));
		return Number.isInteger(given) && given >= 1 ? given : otherwise;
	};
	return {
		batchSize: count('batchSize', 100),
		requestsAtOnce: count('requestsAtOnce', 1),
		readBack: field('readBack', false) === true,
		stopIfRefused: field('stopIfRefused', false) === true,
	};
}
