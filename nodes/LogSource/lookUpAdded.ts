import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import { asText, dataOf, shownId, toId, type JsonObject } from '../shared/json';
import type { Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { normalizeKey } from '../shared/outcomes/namesakes';
import { isOpen, settle } from '../shared/outcomes/settle';
import { listRequest, pagesOf } from '../shared/pagination/list';
import { addedBy, existingOutcome, takesExisting, type Added } from './existing';
import { LOG_SOURCES } from '../lists/logSources';

/** The ids that the answers to Add Windows log sources hold, in `data.added_log_sources`. */
export const addedIds = (body: JsonObject): Array<number | string> => {
	const { added_log_sources } = dataOf(body);
	return Array.isArray(added_log_sources)
		? added_log_sources.flatMap((each: unknown) => {
				const id = toId(each);
				return id === undefined ? [] : [shownId(id)];
			})
		: [];
};

/**
 * Finds added log sources in the listing of their domain, newest first: the answer holds their ids
 * without saying whose they are. A refused one that is listed exists, whoever added it.
 */
export async function lookUpAdded<P extends Added>(
	written: ReadonlyArray<Written<P>>,
	answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const ids = new Set(answers.flatMap(addedIds).map(String));
	const mayExist = ({ payload, outcome, reply }: Written<P>): boolean =>
		takesExisting(payload) && outcome.outcome === 'failed' && reply === 'answer';
	const wanted = written.filter(
		(item) =>
			isOpen(item) ||
			mayExist(item) ||
			(item.outcome.outcome === 'succeeded' && item.outcome.extra?.log_source_id === undefined),
	);
	const outcomes = new Map<P, Outcome>();
	for (const domain_name of new Set(wanted.map(({ payload }) => payload.domain_name))) {
		const own = wanted.filter(({ payload }) => payload.domain_name === domain_name);
		const left = new Map<string, Array<Written<P>>>();
		for (const item of own) {
			const name = normalizeKey(item.payload.log_source);
			left.set(name, [...(left.get(name) ?? []), item]);
		}
		const isOwn = (id: string): boolean => ids.size === 0 || ids.has(id);
		const isWhole = own.some((item) => isOpen(item) || mayExist(item));
		for await (const row of newestFirst(service, domain_name, isWhole ? Infinity : own.length)) {
			const isOwnRow = isOwn(asText(row.log_source_id));
			const name = normalizeKey(asText(row.log_source));
			const named = left.get(name) ?? [];
			const added = named.find((item) => !mayExist(item) && (isOwnRow || isOpen(item)));
			const isFound = (item: Written<P>): boolean => mayExist(item) || item === added;
			for (const item of named.filter(isFound)) {
				const extra = { log_source_id: row.log_source_id, ...addedBy(item.payload) };
				const isDone = isOwnRow || item.reply !== 'answer';
				outcomes.set(
					item.payload,
					mayExist(item) ? existingOutcome(row) : settle(item, isDone, extra),
				);
			}
			const others = named.filter((item) => !isFound(item));
			if (others.length > 0) left.set(name, others);
			else left.delete(name);
			if (left.size === 0) break;
		}
		for (const item of [...left.values()].flat()) outcomes.set(item.payload, settle(item, false));
	}
	return outcomes;
}

/** The log sources of a domain, as many as are new enough to be among those that are wanted. */
async function* newestFirst(
	service: Service,
	domain_name: string,
	wanted: number,
): AsyncGenerator<IDataObject, void, undefined> {
	const query = { domain_name, sort: 'log_source_id', is_ascending: false };
	// Others may add log sources at the same time. Pages that are not needed may be on their way already.
	const most = Math.max(100, Math.min(wanted * 2, wanted + 1000));
	const pages = pagesOf(LOG_SOURCES)(service, listRequest(LOG_SOURCES, query), most);
	for await (const rows of pages) yield* rows;
}
