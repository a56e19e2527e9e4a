import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import { requestName } from '../http/request';
import type { JsonObject } from '../json';
import { issueOf } from '../nodeErrors';
import type { WriteOperation } from '../operation/operation';
import { normalizeKey } from '../pagination/findListed';
import type { Progress, Run } from './execute';
import { settle, type ReadItem, type SettledItem } from './writeItems';

/**
 * Divides items among requests, in order: at most `size` a request, one group a request, never one key
 * twice in a request, and items that share a key in the order of the input.
 */
export function divide(
	operation: WriteOperation,
	items: readonly ReadItem[],
	size: number,
): ReadItem[][] {
	const requests: ReadItem[][] = [];
	const lastWith = new Map<string, number>();
	const open = new Map<string, number[]>();
	for (const item of items) {
		const keys = operation.conflictKeys?.(item.payload).map(normalizeKey) ?? [];
		const group = operation.group?.(item.payload) ?? '';
		const last = keys.reduce((most, key) => Math.max(most, lastWith.get(key) ?? -1), -1);
		const ofGroup = (open.get(group) ?? []).filter((at) => (requests[at]?.length ?? 0) < size);
		const at = ofGroup.find((each) => each > last) ?? requests.length;
		(requests[at] ??= []).push(item);
		open.set(group, ofGroup.includes(at) ? ofGroup : [...ofGroup, at]);
		for (const key of keys) lastWith.set(key, at);
	}
	return requests;
}

const requestOf = (operation: WriteOperation, items: readonly ReadItem[]) => {
	const [first, ...others] = items.map(({ payload }) => payload);
	if (first === undefined) throw new Error('A request has no items');
	return operation.request([first, ...others]);
};

/** What would be done, and in which request of the run. */
export const plan = (
	operation: WriteOperation,
	requests: ReadonlyArray<readonly ReadItem[]>,
): SettledItem[] =>
	requests.flatMap((items, at) => {
		const known = { request: requestName(requestOf(operation, items)), request_number: at + 1 };
		return items.map((item) => {
			const { detail } = operation.done(item.payload);
			const would = `Would be ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`;
			return settle(operation, item, { outcome: 'planned', detail: would, known });
		});
	});

/** Sends the requests, one after the other, until one is refused in a way that stops all. */
export async function send(
	run: Run,
	operation: WriteOperation,
	requests: ReadonlyArray<readonly ReadItem[]>,
	progress: Progress,
): Promise<SettledItem[]> {
	progress.expect(requests.length);
	const total = requests.flat().length;
	const settled: SettledItem[] = [];
	let stop: ApiError | undefined;
	for (const items of requests) {
		const answer = stop ?? (await sendOne(run, operation, items));
		if (answer instanceof ApiError) {
			for (const item of items) settled.push(withoutAnswer(run, operation, item, answer, stop));
			if (answer.stopsAll) stop = answer;
		} else settled.push(...answered(operation, items, answer));
		const failed = settled.filter(({ outcome }) => outcome === 'failed').length;
		progress.line(settled.length, total, `done, ${failed} failed`);
	}
	return settled;
}

async function sendOne(
	{ client }: Run,
	operation: WriteOperation,
	items: readonly ReadItem[],
): Promise<JsonObject | ApiError> {
	try {
		return (await client.send(requestOf(operation, items))).body;
	} catch (error) {
		return asApiErrorOrThrow(error);
	}
}

/** Items with what the answer to their request says of them. */
function answered(
	operation: WriteOperation,
	items: readonly ReadItem[],
	answer: JsonObject,
): SettledItem[] {
	const results = operation.parseResult(
		answer,
		items.map(({ payload }) => payload),
	);
	return items.map((item, at) => {
		const result = results[at] ?? { outcome: 'unknown', detail: 'The answer does not name it' };
		if (result.outcome !== 'succeeded') return settle(operation, item, result, { reply: 'answer' });
		const { detail, known } = operation.done(item.payload);
		const outcome = { ...result, detail, known: { ...known, ...result.known } };
		return settle(operation, item, outcome, { reply: 'answer' });
	});
}

/** An item whose whole request was refused, has no answer, or was not sent since an earlier one stopped all. */
function withoutAnswer(
	{ context }: Run,
	operation: WriteOperation,
	item: ReadItem,
	error: ApiError,
	stop: ApiError | undefined,
): SettledItem {
	const cause = error.toNodeError(context.getNode(), item.index);
	if (error.applied === 'no') {
		const issue = issueOf(cause);
		const detail = stop === undefined ? issue : `It was not sent: ${issue}`;
		const reply = error.kind === 'refused' ? 'refusal' : 'not sent';
		return settle(operation, item, { outcome: 'failed', detail }, { cause, reply });
	}
	const { checkedIn = `the list of ${operation.list.nouns}` } = operation;
	const detail = `${error.message}. The request may or may not have been carried out, so it was not sent again. Check ${checkedIn} before you send this item again`;
	return settle(operation, item, { outcome: 'unknown', detail }, { cause, reply: 'none' });
}
