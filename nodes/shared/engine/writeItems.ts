import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import { shownJson } from '../json';
import { operationFields } from '../operation/nodeProperties';
import type { Payload, WriteOperation } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import type { Reply } from '../outcomes/settle';
import { ParameterReader } from '../parameters/reader';
import type { Run } from './context';
import { issueOf, toNodeError } from './nodeErrors';

/** An input item whose parameters are allowed. */
export interface ValidItem {
	payload: Payload;
	/** The payload as the item shows it. */
	sent: IDataObject;
	index: number;
	outcome: Outcome;
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

/** Reads what each input item asks for, completed by what the service holds. */
export async function prepareItems(run: Run, operation: WriteOperation): Promise<WriteItem[]> {
	const items = readItems(run, operation);
	if (operation.complete === undefined) return items;
	const { context, client, note } = run;
	const service = { send: client.send, pause: client.pause, note };
	const valid = items.filter(isValid);
	try {
		const payloads = valid.map(({ payload }) => payload);
		const completed = await operation.complete(payloads, service);
		return items.map((item) => {
			const payload = item.payload === undefined ? undefined : completed.get(item.payload);
			if (!isValid(item) || payload === undefined) return item;
			return payload instanceof Error ? invalidItem(context, payload, item) : { ...item, payload };
		});
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		return items.map((item) => (isValid(item) ? invalidItem(context, apiError, item) : item));
	}
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
	const { context, note } = run;
	const reader = new ParameterReader(context, operationFields(operation));
	return context.getInputData().map((_, index): WriteItem => {
		try {
			const payload = operation.payload(reader.read(index));
			operation.notes?.(payload).forEach((message) => note(message));
			const sent = shownJson(operation.visibleFields?.(payload) ?? payload);
			const outcome = { outcome: 'unknown', issue: 'It was not sent' } as const;
			return { payload, sent, index, outcome };
		} catch (error) {
			return invalidItem(context, error, { sent: {}, index });
		}
	});
}

export const isValid = (item: WriteItem): item is ValidItem => item.payload !== undefined;

/** Whether a request with the item left. */
export const wasSent = (item: WriteItem): boolean => isValid(item) && item.reply !== undefined;

/** How many items have that outcome. */
export const countOutcomes = (
	items: ReadonlyArray<{ outcome: Outcome }>,
	wanted: Outcome['outcome'],
): number => items.filter(({ outcome }) => outcome.outcome === wanted).length;
