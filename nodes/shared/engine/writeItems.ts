import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import { isObject, shownJson } from '../json';
import { operationFields } from '../operation/nodeProperties';
import type { Completion, Payload, WriteOperation } from '../operation/operation';
import { issueIn, type Outcome } from '../outcomes/batchOutcome';
import type { Reply } from '../outcomes/settle';
import { asInvalidParameterOrThrow } from '../parameters/invalidParameter';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import type { Run } from './context';
import { issueOf, toNodeError } from './nodeErrors';

/** An input item whose parameters are allowed. */
export interface ValidItem {
	payload: Payload;
	/** The payload as the item shows it. */
	sent: IDataObject;
	index: number;
	outcome: Outcome;
	/** Whether it only tells what would be sent. */
	isDryRun?: boolean;
	/** Whether its outcome is known, so that nothing has to be sent. */
	isSettled?: boolean;
	/** The item before it that asks for the same, and what this one tells where that succeeds. */
	sameAs?: { item: ValidItem; extra: IDataObject };
	/** What came back for its request; undefined as long as it was not sent. */
	reply?: Reply;
	/** The refusal of its whole request. */
	cause?: NodeApiError;
}

/** An input item that is not sent, since its parameters are not allowed. */
export interface InvalidItem {
	payload?: undefined;
	sent: IDataObject;
	index: number;
	outcome: Outcome;
	cause: NodeApiError | NodeOperationError;
}

export type WriteItem = ValidItem | InvalidItem;

/** The outcome of an item until its request is answered. */
export const NOT_SENT: Outcome = { outcome: 'unknown', issue: 'Not sent yet' };

/** Reads what each input item asks for, compared with what the service holds. */
export async function prepareItems(run: Run, operation: WriteOperation): Promise<WriteItem[]> {
	const items = readItems(run, operation);
	if (operation.complete === undefined) return items;
	const { context, service } = run;
	const payloads = items.filter(isValid).map(({ payload }) => payload);
	try {
		const completed = await operation.complete(payloads, service);
		const byPayload = new Map<Payload, ValidItem>();
		return items.map((item) => {
			if (!isValid(item)) return item;
			const { payload } = item;
			const done = completedItem(run, operation, item, completed.get(payload), byPayload);
			if (isValid(done)) byPayload.set(payload, done);
			return done;
		});
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		return items.map((item) => (isValid(item) ? invalidItem(context, apiError, item) : item));
	}
}

function completedItem(
	{ context }: Run,
	operation: WriteOperation,
	item: ValidItem,
	completion: Completion | undefined,
	earlier: ReadonlyMap<Payload, ValidItem>,
): WriteItem {
	if (completion === undefined) return item;
	if ('error' in completion) return invalidItem(context, completion.error, item);
	if ('outcome' in completion) {
		const { outcome, payload = item.payload } = completion;
		return { ...item, payload, outcome, isSettled: true };
	}
	if ('send' in completion) {
		const payload = completion.send;
		return { ...item, payload, sent: shownOf(operation, payload) };
	}
	const same = earlier.get(completion.sameAs);
	return same === undefined ? item : { ...item, sameAs: { item: same, extra: completion.extra } };
}

function invalidItem(
	context: Run['context'],
	error: unknown,
	{ sent, index }: Pick<WriteItem, 'sent' | 'index'>,
): InvalidItem {
	const cause = toNodeError(context, error, index);
	return { sent, index, cause, outcome: { outcome: 'failed', issue: issueOf(cause) } };
}

function readItems(run: Run, operation: WriteOperation): WriteItem[] {
	const { context, service } = run;
	const reader = new ParameterReader(context, operationFields(operation));
	const invalid = (error: unknown, index: number): InvalidItem =>
		invalidItem(context, error, { sent: {}, index });
	return context.getInputData().map((_, index): WriteItem => {
		let params: ParameterValues;
		try {
			params = reader.read(index);
		} catch (error) {
			// n8n throws errors of many kinds for an expression.
			return invalid(error, index);
		}
		try {
			const payload = operation.payload(params);
			operation.notes?.(payload).forEach((message) => service.note(message));
			const isDryRun = isObject(params.options) && params.options.dryRun === true;
			return { payload, sent: shownOf(operation, payload), index, outcome: NOT_SENT, isDryRun };
		} catch (error) {
			return invalid(asInvalidParameterOrThrow(error), index);
		}
	});
}

const shownOf = (operation: WriteOperation, payload: Payload): IDataObject =>
	shownJson(operation.visibleFields?.(payload) ?? payload);

export const isValid = (item: WriteItem): item is ValidItem => item.payload !== undefined;

/** Whether the item only tells what would be sent. */
export const isDryRun = (item: WriteItem): item is ValidItem =>
	isValid(item) && item.isDryRun === true;

/** Whether the item needs a request of its own. */
export const needsRequest = (item: ValidItem): boolean =>
	item.isSettled !== true && item.sameAs === undefined;

/** Whether the item was carried out, or would be sent. */
export const isFine = ({ outcome }: WriteItem): boolean => issueIn(outcome) === undefined;

/** Gives items that ask for the same as another one the outcome of that item. */
export function shareOutcomes(items: readonly WriteItem[]): void {
	for (const item of items) {
		if (!isValid(item) || item.sameAs === undefined) continue;
		const { outcome, reply } = item.sameAs.item;
		const extra = { ...outcome.extra, ...item.sameAs.extra };
		item.outcome = outcome.outcome === 'succeeded' ? { ...outcome, extra } : outcome;
		if (reply !== undefined) item.reply = reply;
	}
}

/** Whether a request with the item left. */
export const wasSent = (item: WriteItem): boolean => isValid(item) && item.reply !== undefined;

/** How many items have that outcome. */
export const countOutcomes = (
	items: ReadonlyArray<{ outcome: Outcome }>,
	wanted: Outcome['outcome'],
): number => items.filter(({ outcome }) => outcome.outcome === wanted).length;
