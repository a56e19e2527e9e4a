import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IExecuteFunctions,
	type NodeApiError,
} from 'n8n-workflow';

import { asText } from '../json';
import type { WriteOperation } from '../operation/operation';
import { reasonIn } from '../outcomes/batchOutcome';
import { omit } from '../parameters/given';
import type { Run } from './context';
import { errorJson, hasErrorOutput, forPanel } from './nodeErrors';
import { isFine, countOutcomes, wasSent, type SettledItem } from './writeItems';

const MAX_NAMES = 10;
const MAX_REASONS = 3;

/** The counts of a write with the reasons, in one sentence. */
export function summaryOf(operation: WriteOperation, items: readonly SettledItem[]): string {
	const reasons = reasonsOf(items);
	return `${countsOf(operation, items)}${reasons === '' ? '' : `: ${reasons}`}`;
}

/**
 * What a dry run would send, in one sentence.
 * @param pace how long that would take at least; empty if it is not known
 */
export function plannedSummary(
	{ noun, nouns }: WriteOperation,
	items: readonly SettledItem[],
	requests: number,
	pace: string,
): string {
	const planned = countOutcomes(items, 'planned');
	const failed = countOutcomes(items, 'failed');
	return [
		`Dry run: ${requests} request${requests === 1 ? '' : 's'} would be sent for ${planned} of ${items.length} ${items.length === 1 ? noun : nouns}`,
		pace === '' ? '' : `, which takes ${pace}`,
		failed === 0 ? '' : `, ${failed} would be refused: ${reasonsOf(items)}`,
		'. Nothing was changed',
	].join('');
}

/** The most frequent reasons, each with its count. */
function reasonsOf(items: readonly SettledItem[]): string {
	const counts = new Map<string, number>();
	for (const item of items) {
		const reason = reasonIn(item.outcome)?.replace(/\.+$/, '');
		if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, one], [, other]) => other - one);
	const shown = sorted
		.slice(0, MAX_REASONS)
		.map(([reason, count]) => (counts.size === 1 ? reason : `${reason} (${count})`));
	const more = sorted.length - shown.length;
	return [...shown, ...(more > 0 ? [`… and ${more} more reasons`] : [])].join(', ');
}

function countsOf({ noun, nouns }: WriteOperation, items: readonly SettledItem[]): string {
	const missed = items.filter((item) => !isFine(item));
	const sent = missed.filter(wasSent);
	const notSent = missed.length - sent.length;
	const failed = countOutcomes(sent, 'failed');
	const unknown = countOutcomes(sent, 'unknown');
	const of = `of ${items.length} ${items.length === 1 ? noun : nouns}`;
	const parts = [
		notSent > 0 ? `${notSent} ${of} ${notSent === 1 ? 'was' : 'were'} not sent` : '',
		failed > 0 ? `${failed} ${of} ${failed === 1 ? 'was' : 'were'} refused` : '',
		unknown > 0 ? `the outcome of ${unknown} ${of} is unknown` : '',
	].filter(Boolean);
	const text = parts.length === 0 ? `${items.length} ${of} succeeded` : parts.join(', ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The error of a run that stops: the cause that all items have in common; the reason and the name of a
 * single item; the counts and reasons of several, with their names below.
 */
export function stopError(
	context: IExecuteFunctions,
	operation: WriteOperation,
	items: readonly SettledItem[],
): NodeApiError | NodeOperationError {
	const common = commonCause(items);
	const [first] = items;
	if (common !== undefined) {
		// A refusal of the service says what was refused, but not of which item.
		if (first?.reply === 'refusal' && items.length === 1) {
			common.message = `${nameIn(operation, first)}: ${common.message}`;
		}
		return forPanel(common);
	}
	const missed = items.filter((item) => !isFine(item));
	const [only, ...others] = missed;
	const isAlone = only !== undefined && others.length === 0 && items.length === 1;
	const message = isAlone
		? `${nameIn(operation, only)}: ${reasonIn(only.outcome) ?? ''}`
		: summaryOf(operation, items);
	const names = missed.slice(0, MAX_NAMES).map((item) => nameIn(operation, item));
	const more = missed.length > MAX_NAMES ? `, … and ${missed.length - MAX_NAMES} more` : '';
	const description = [
		isAlone ? '' : `${names.join(', ')}${more}.`,
		missed.length < items.length
			? 'The others were sent, and those that succeeded are not undone.'
			: '',
	];
	return forPanel(
		new NodeOperationError(context.getNode(), message, {
			description: description.filter(Boolean).join(' '),
			...(only === undefined ? {} : { itemIndex: only.index }),
		}),
	);
}

/** The error that kept every item from being carried out; undefined if they differ. */
function commonCause(items: readonly SettledItem[]): SettledItem['cause'] {
	const first = items[0]?.cause;
	const isCommon = items.every(
		({ cause, outcome }) => cause?.message === first?.message && outcome.outcome === 'failed',
	);
	return isCommon ? first : undefined;
}

/** The first name or id of an item, or its number. */
const nameIn = ({ columns }: WriteOperation, { sent, index }: SettledItem): string =>
	columns.map((column) => asText(sent[column])).find((text) => text !== '') ?? `Item ${index}`;

/** What was done to an item, would be done, or why not. */
export function detailOf(operation: WriteOperation, { outcome, payload }: SettledItem): string {
	if (outcome.detail !== undefined) return outcome.detail;
	const word = payload === undefined ? '' : operation.done(payload);
	return outcome.outcome === 'planned'
		? `Would be ${word.charAt(0).toLowerCase()}${word.slice(1)}`
		: word;
}

/** The output items of a write, one for each input item, in order. */
export function reportItems(
	{ context }: Run,
	operation: WriteOperation,
	items: readonly SettledItem[],
): INodeExecutionData[] {
	const hasOutputs = hasErrorOutput(context);
	// Each output of the node is a table of its own.
	const tables = hasOutputs
		? [items.filter(isFine), items.filter((item) => !isFine(item))]
		: [items];
	const output: INodeExecutionData[] = [];
	for (const table of tables) {
		const reported = table.map((item) => ({
			sent: item.sent,
			outcome: item.outcome.outcome,
			detail: detailOf(operation, item),
			extra: item.outcome.extra ?? {},
		}));
		outcomeRows(reported, operation.columns).forEach((row, at) => {
			const item = table[at];
			if (item === undefined) return;
			const isError = hasOutputs && !isFine(item);
			const json = isError ? errorJson(detailOf(operation, item), omit(row, 'detail')) : row;
			output[item.index] = { json, pairedItem: { item: item.index } };
		});
	}
	return output;
}

/** What a row is made of: what an item asks for, what became of it, and what else is known. */
export interface ReportedItem {
	sent: IDataObject;
	outcome: string;
	detail: string;
	extra: IDataObject;
}

/**
 * The json of each item: `outcome` and `detail`, then the names and ids of the thing, then the rest. All
 * rows have the same keys in the same order, so that a table of them has no holes; a cell without a
 * value is an empty text.
 * @param columns the names and ids, in order
 */
export function outcomeRows(
	items: readonly ReportedItem[],
	columns: readonly string[],
): IDataObject[] {
	const known = items.map(({ sent, extra }) => ({ ...sent, ...extra }));
	const present = new Set<string>();
	for (const row of known) for (const key in row) present.add(key);
	const leading = columns.filter((column) => present.has(column));
	const keys = new Set([...leading, ...present]);
	return items.map(({ outcome, detail }, index) => {
		const row: IDataObject = { outcome, detail };
		for (const key of keys) row[key] = known[index]?.[key] ?? '';
		return row;
	});
}
