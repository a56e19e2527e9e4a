import type { IDataObject } from 'n8n-workflow';

import { shortText } from '../http/statedError';
import { dataOf, shownId, toId, type JsonObject } from '../json';
import type { Outcome } from './batchOutcome';

/**
 * What came back for a request: an answer, a refusal of the whole request in the service's own words,
 * or nothing of the service. Without an answer the request may still be under way.
 */
export type Reply = 'answer' | 'refusal' | 'none';

/** What a look-up shows of an item. */
export interface Verdict {
	/** Whether the service holds what was asked for; undefined if that cannot be told. */
	isDone: boolean | undefined;
	/** What is known of it, whatever became of the item. */
	extra?: IDataObject;
	/** What is known of it if it is done, for instance its id. */
	extraIfDone?: IDataObject;
}

/** What a row says whose answer was lost: what is as asked for may have been so before. */
const FOUND = 'As asked for, by the list: the answer was lost';

/** Whether it is not known what became of an item. */
export const isOpen = ({ outcome }: { outcome: Outcome }): boolean => outcome.outcome === 'unknown';

/**
 * The outcome of an item that was looked up. What was refused and is nevertheless as asked for may
 * have been so before.
 */
export function settle(
	{ outcome, reply }: { outcome: Outcome; reply?: Reply },
	{ isDone, extra: always = {}, extraIfDone = {} }: Verdict,
): Outcome {
	if (outcome.outcome === 'failed') return outcome;
	const extra = { ...outcome.extra, ...always, ...(isDone === true ? extraIfDone : {}) };
	if (outcome.outcome !== 'unknown' || isDone === undefined) return { ...outcome, extra };
	const { detail, reason } = outcome;
	const found = (what: string): string => `${detail}. A look-up shows ${what}`;
	if (isDone) {
		return reply === 'refusal'
			? { outcome: 'unknown', detail: found('that it is as asked for, maybe since before'), extra }
			: { outcome: 'succeeded', ...(reply === 'none' ? { detail: FOUND } : {}), extra };
	}
	return reply === 'none'
		? {
				outcome: 'unknown',
				detail: found('that it is not done so far, but it may still be under way'),
				extra,
			}
		: { outcome: 'failed', detail: reason ?? found('that it was not done'), extra };
}

/** Reads an answer about its whole request: success with the id that it holds under a name. */
export const createdWith =
	(name: string) =>
	(body: JsonObject): Outcome => {
		const id = toId(dataOf(body)[name]);
		return id === undefined
			? { outcome: 'unknown', detail: `The service answered without a ${name}` }
			: { outcome: 'succeeded', extra: { [name]: shownId(id) } };
	};

/** Reads an answer about its whole request: success if its title is "success". */
export const titledSuccess = (body: JsonObject): Outcome => {
	const { title, detail } = dataOf(body);
	if (typeof title === 'string' && title.toLowerCase() === 'success') {
		return { outcome: 'succeeded' };
	}
	const said = [title, detail].map(shortText).filter(Boolean).join(': ');
	return {
		outcome: 'unknown',
		detail: `The service did not say that it was done, but "${said}"`,
	};
};
