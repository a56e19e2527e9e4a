import { asApiErrorOrThrow } from '../http/apiError';
import type { JsonObject } from '../json';
import type { WriteStep } from '../operation/operation';
import type { Run } from './context';
import type { ValidItem } from './writeItems';

/**
 * Reads from the service what its answers leave open: outcomes that are unknown, and fields of
 * succeeded items such as their ids. A look-up that does not succeed changes no outcome.
 * @param answers the answers to all requests
 */
export async function lookUpOutcomes(
	run: Run,
	step: WriteStep,
	items: readonly ValidItem[],
	answers: readonly JsonObject[],
): Promise<void> {
	const { client, note } = run;
	const service = { send: client.send, pause: client.pause, note };
	try {
		const found = await step.lookUp?.(items, answers, service);
		for (const item of items) item.outcome = found?.get(item.payload) ?? item.outcome;
	} catch (error) {
		const { message } = asApiErrorOrThrow(error);
		note(`The results could not be looked up. ${message}`);
	}
}
