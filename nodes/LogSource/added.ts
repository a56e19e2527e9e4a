import type { IDataObject } from 'n8n-workflow';

import { LOG_SOURCES } from '../lists/lists';
import { asText, dataOf, shownId, toId, type JsonObject } from '../shared/json';
import { returned } from '../shared/operation/ifExists';
import type { ListedThing, LookUpOptions, Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { Namesakes } from '../shared/outcomes/namesakes';
import { isOpen, settle } from '../shared/outcomes/settle';
import { passIncomplete } from '../shared/pagination/findListed';
import { listRequest, pagesOf } from '../shared/pagination/list';
import { omit } from '../shared/parameters/given';
import { keeping, type Service } from '../shared/pagination/service';
import { wholeList } from '../shared/pagination/wholeList';
import { isEqual } from './values';

export type LogSourceToAdd = Payload & {
	log_source: string;
	domain_name: string;
	ifExists: 'refuse' | 'return';
};

export const wantedOf = ({ log_source, domain_name }: LogSourceToAdd) => ({
	name: log_source,
	within: { domain_name },
});

/** A log source that may be there already. */
export const LOG_SOURCE_TO_ADD = {
	list: LOG_SOURCES,
	wanted: wantedOf,
	columns: ['domain_name'],
	expects: 'any',
} as const satisfies ListedThing<LogSourceToAdd>;

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
 * Finds log sources in the listing of their domain, newest first:
 * - those whose outcome is open,
 * - those that were refused and may exist,
 * - all that succeeded, if their IDs are wanted or what exists is returned.
 *
 * A row belongs to one item; an exact spelling wins.
 * @throws ApiError
 */
export async function lookUpAdded<P extends LogSourceToAdd>(
	written: ReadonlyArray<Written<P>>,
	service: Service,
	{ returnsIds }: LookUpOptions,
): Promise<Map<P, Outcome>> {
	const wantsId = ({ payload }: Written<P>): boolean => returnsIds || payload.ifExists === 'return';
	const answers = new Set(written.flatMap(({ answer }) => (answer === undefined ? [] : [answer])));
	const ids = new Set([...answers].flatMap((body) => addedIds(body)).map(String));
	const wanted = written.filter(
		(item) =>
			isOpen(item) ||
			mayExist(item) ||
			(wantsId(item) &&
				item.outcome.outcome === 'succeeded' &&
				item.outcome.extra?.log_source_id === undefined),
	);
	// The answer to a request of one item holds the ID of its log source.
	const claimed = new Set(
		written.map(({ outcome }) => asText(outcome.extra?.log_source_id)).filter((id) => id !== ''),
	);
	const outcomes = new Map<P, Outcome>();
	for (const domain_name of new Set(wanted.map(({ payload }) => payload.domain_name))) {
		const own = wanted.filter(({ payload }) => payload.domain_name === domain_name);
		const names = own.map(({ payload }) => payload.log_source);
		const { rows, isWhole } = await listedIn(service, domain_name, names);
		// Without IDs in the answers, any row may be of this run.
		const mayBeOfThisRun = (row: IDataObject): boolean =>
			ids.size === 0 || ids.has(asText(row.log_source_id));
		const rowOf = rowsOfItems(own, rows, claimed, mayBeOfThisRun);
		for (const item of own) {
			const row = rowOf.get(item);
			if (row !== undefined || isWhole)
				outcomes.set(item.payload, outcomeOf(item, row, mayBeOfThisRun));
		}
	}
	return written.some(wantsId) ? outcomes : allOrNoIds(written, outcomes);
}

/** Leaves out IDs if some items that succeeded have none: a table shows red cells in their place. */
function allOrNoIds<P extends LogSourceToAdd>(
	written: ReadonlyArray<Written<P>>,
	found: ReadonlyMap<P, Outcome>,
): Map<P, Outcome> {
	const all = new Map(
		written.map(({ payload, outcome }) => [payload, found.get(payload) ?? outcome]),
	);
	const lacksId = ({ outcome, extra }: Outcome): boolean =>
		outcome === 'succeeded' && extra?.log_source_id === undefined;
	if (![...all.values()].some(lacksId)) return all;
	return new Map(
		[...all].map(([payload, outcome]) => {
			const extra = omit(outcome.extra ?? {}, 'log_source_id');
			return [payload, { ...outcome, extra }];
		}),
	);
}

/** Whether a refused item may name a log source that exists, whoever added it. */
const mayExist = ({ payload, outcome, reply }: Written<LogSourceToAdd>): boolean =>
	payload.ifExists === 'return' && outcome.outcome === 'failed' && reply === 'answer';

function outcomeOf(
	item: Written<LogSourceToAdd>,
	row: IDataObject | undefined,
	mayBeOfThisRun: (row: IDataObject) => boolean,
): Outcome {
	if (mayExist(item)) return row === undefined ? item.outcome : returned(LOG_SOURCES, row);
	if (row === undefined) return settle(item, { isDone: false });
	const isDone = mayBeOfThisRun(row) || item.reply !== 'answer';
	return settle(item, { isDone, extraIfDone: { log_source_id: row.log_source_id } });
}

/**
 * The row of each item: of its exact spelling, and one that this run may have added before an older one.
 * @param claimed IDs that the answers gave to single items
 */
function rowsOfItems<Item extends Written<LogSourceToAdd>>(
	items: readonly Item[],
	rows: readonly IDataObject[],
	claimed: ReadonlySet<string>,
	mayBeOfThisRun: (row: IDataObject) => boolean,
): Map<Item, IDataObject> {
	const nameOf = (row: IDataObject): string => asText(row.log_source);
	const byName = new Namesakes(
		[...rows.filter(mayBeOfThisRun), ...rows.filter((row) => !mayBeOfThisRun(row))],
		nameOf,
	);
	const spelled = new Set(rows.map(nameOf));
	const isExact = ({ payload }: Item): boolean => spelled.has(payload.log_source);
	// Items whose name is listed exactly so choose first, and those that succeeded before open ones.
	const rank = (item: Item): number => (isExact(item) ? 0 : 2) + (isOpen(item) ? 1 : 0);
	const taken = new Set(rows.filter((row) => claimed.has(asText(row.log_source_id))));
	const found = new Map<Item, IDataObject>();
	for (const item of items.toSorted((one, other) => rank(one) - rank(other))) {
		const [row, ...others] = byName
			.find(item.payload.log_source)
			.filter((each) => mayExist(item) || !taken.has(each));
		// Several rows fit in another spelling alone: the item stays open.
		const isGuess = others.length > 0 && isOpen(item) && !isExact(item);
		if (row === undefined || isGuess) continue;
		found.set(item, row);
		taken.add(row);
	}
	return found;
}

/**
 * The newest log sources of a domain, until all names are found in their exact spelling. If some are not,
 * and the service counts more, or finds none in the domain, its filter may have failed: all are read.
 */
async function listedIn(
	service: Service,
	domain_name: string,
	names: readonly string[],
): Promise<{ rows: IDataObject[]; isWhole: boolean }> {
	const query = { domain_name, sort: 'log_source_id', is_ascending: false };
	const isIn = (row: IDataObject): boolean =>
		row.domain_name === undefined || isEqual(row.domain_name, domain_name);
	const left = new Set(names);
	const rows: IDataObject[] = [];
	let counted = 0;
	let read = 0;
	const watched: Service = { ...keeping(service), counted: (count) => void (counted = count) };
	const request = listRequest(LOG_SOURCES, query);
	for await (const page of pagesOf(LOG_SOURCES)(watched, request, Infinity)) {
		read += page.length;
		for (const row of page.filter(isIn)) {
			rows.push(row);
			left.delete(asText(row.log_source));
		}
		if (left.size === 0) return { rows, isWhole: true };
	}
	if (rows.length > 0 && read >= counted) return { rows, isWhole: true };
	try {
		return { rows: (await wholeList(service, LOG_SOURCES)).filter(isIn), isWhole: true };
	} catch (error) {
		passIncomplete(error);
		return { rows, isWhole: false };
	}
}
