import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import { shownJson } from '../json';
import { operationFields } from '../operation/nodeProperties';
import type { Payload, WriteOperation } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { ParameterReader } from '../parameters/reader';
import type { Run } from './context';
import { issueOf, toNodeError } from './nodeErrors';

/** An input item that is sent. */
export interface SentItem {
	payload: Payload;
	/** The payload as the item shows it. */
	sent: IDataObject;
	index: number;
	outcome: Outcome;
	/** Whether the service answered its request. */
	isAnswered: boolean;
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

export type WriteItem = SentItem | InvalidItem;

/** Reads what each input item asks for, completed by what the service holds. */
export async function prepareItems(run: Run, operation: WriteOperation): Promise<WriteItem[]> {
	const items = readItems(run, operation);
	if (operation.complete === undefined) return items;
	const { context, client, note } = run;
	const service = { send: client.send, pause: client.pause, note };
	const sent = items.filter(isSent);
	try {
		const payloads = sent.map(({ payload }) => payload);
		const completed = await operation.complete(payloads, service);
		return items.map((item) => {
			const payload = item.payload === undefined ? undefined : completed.get(item.payload);
			if (!isSent(item) || payload === undefined) return item;
			return payload instanceof InvalidParameterError
				? invalidItem(context, payload, item)
				: { ...item, payload };
		});
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		return items.map((item) => (isSent(item) ? invalidItem(context, apiError, item) : item));
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
			operation.notes?.(payload).forEach(note);
			const sent = shownJson(operation.visibleFields?.(payload) ?? payload);
			const outcome = { outcome: 'unknown', issue: 'It was not sent' } as const;
			return { payload, sent, index, outcome, isAnswered: false };
		} catch (error) {
			return invalidItem(context, error, { sent: {}, index });
		}
	});
}

export const isSent = (item: WriteItem): item is SentItem => item.payload !== undefined;

/** How many items have that outcome. */
export const countOutcomes = (
	items: ReadonlyArray<{ outcome: Outcome }>,
	wanted: Outcome['outcome'],
): number => items.filter(({ outcome }) => outcome.outcome === wanted).length;
