import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { asText, dataOf, shownId, toId, type JsonObject } from '../shared/json';
import type { Completion, Payload, Written } from '../shared/operation/operation';
import { normalizeKey, type Outcome } from '../shared/outcomes/batchOutcome';
import { settle } from '../shared/outcomes/settle';
import { findRows } from '../shared/pagination/findRows';
import { pageIncrement } from '../shared/pagination/paginate';
import { logSourcesOf as rowsOf } from './listing';

const LIST: ApiRequest = { method: 'GET', path: '/log-sources', scope: 'logsources.READ' };

const isOpen = ({ outcome }: Written): boolean => outcome.outcome === 'unknown';

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

type Added = Payload & {
	log_source: string;
	domain_name: string;
	ifExists: 'refuse' | 'return' | 'update';
	settings: Payload;
};

const takesExisting = ({ ifExists }: Added): boolean => ifExists !== 'refuse';

/** What an added log source tells where an existing one would tell something else. */
export const addedBy = (payload: Added): IDataObject =>
	takesExisting(payload) ? { action: 'created' } : {};

/** What an existing log source tells. */
const existing = ({ log_source_id }: IDataObject): Outcome => ({
	outcome: 'succeeded',
	extra: { log_source_id, action: 'unchanged' },
});

/**
 * Finds log sources that exist already, where an item takes them instead of a refusal. Only those
 * settings are left to send that the listing does not show.
 * @throws ApiError
 */
export async function findExisting<P extends Added>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const wanted = payloads.filter(takesExisting);
	const domains = [...new Set(wanted.map(({ domain_name }) => domain_name))];
	const [only, ...others] = wanted;
	const queries =
		only !== undefined && others.length === 0
			? [{ log_source: only.log_source, domain_name: only.domain_name }]
			: domains.map((domain_name) => ({ domain_name }));
	const rows = wanted.length === 0 ? [] : await findRows(service, LIST, rowsOf, queries);
	const byName = new Map(rows.map((row) => [nameOf(row), row]));
	return new Map(
		wanted.map((payload): [P, Completion<P>] => {
			const row = byName.get(nameOf(payload));
			if (row === undefined) return [payload, { send: payload }];
			const settings = differing(row, payload.settings);
			return [payload, { outcome: existing(row), payload: { ...payload, settings } }];
		}),
	);
}

const nameOf = ({ log_source, domain_name }: IDataObject | Added): string =>
	JSON.stringify([normalizeKey(asText(log_source)), normalizeKey(asText(domain_name))]);

const differing = (row: IDataObject, settings: Payload): Payload =>
	Object.fromEntries(
		Object.entries(settings).filter(
			([name, value]) => !LISTED.has(name) || !isListedAs(row, name, value),
		),
	);

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
				outcomes.set(item.payload, mayExist(item) ? existing(row) : settle(item, isDone, extra));
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
	for await (const rows of pageIncrement(rowsOf)(service, { ...LIST, query }, most)) yield* rows;
}

type Deleted = Payload & {
	log_source_id?: number | bigint;
	log_source?: string;
	domain_name?: string;
};

/** Tells whether log sources whose deletion is open are still listed. */
export async function lookUpDeleted<P extends Deleted>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const open = written.filter(isOpen);
	if (open.length === 0) return new Map();
	const rows = await findRows(
		service,
		LIST,
		rowsOf,
		open.map(({ payload: { log_source_id, log_source, domain_name } }) => ({
			log_source_id,
			log_source,
			domain_name,
		})),
	);
	return new Map(
		open.map((item) => [
			item.payload,
			settle(item, !rows.some((row) => isSame(row, item.payload)), { deleted: true }),
		]),
	);
}

function isSame(
	row: IDataObject,
	{ log_source_id, log_source = '', domain_name }: Deleted,
): boolean {
	if (log_source_id !== undefined) return asText(row.log_source_id) === String(log_source_id);
	const isNamed = normalizeKey(asText(row.log_source)) === normalizeKey(log_source);
	return isNamed && (domain_name === undefined || isEqual(row.domain_name, domain_name));
}

const isEqual = (value: unknown, wanted: unknown): boolean =>
	normalizeKey(asText(value)) === normalizeKey(asText(wanted));

/** Whether a listing shows a value; a display name has its case, states are listed in upper case. */
const isListedAs = (row: IDataObject, name: string, value: unknown): boolean =>
	name === 'display_name'
		? asText(row[name]).trim() === asText(value).trim()
		: isEqual(row[name], value);

/** The fields of an update that the listing returns. */
const LISTED = new Set([
	'display_name',
	'log_collection_mode',
	'log_collection_status',
	'log_source_group',
	'log_type_name',
]);

/** Tells whether log sources whose update is open have the values that were sent. */
export async function lookUpUpdated<P extends Payload & { log_source_id: number | bigint }>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const open = written.filter(isOpen);
	if (open.length === 0) return new Map();
	const queries = open.map(({ payload: { log_source_id } }) => ({ log_source_id }));
	const rows = new Map(
		(await findRows(service, LIST, rowsOf, queries)).map((row) => [asText(row.log_source_id), row]),
	);
	return new Map(
		open.map((item) => {
			const { log_source_id, ...changes } = item.payload;
			const row = rows.get(String(log_source_id));
			return [item.payload, settle(item, row === undefined ? undefined : hasChanges(row, changes))];
		}),
	);
}

/** Undefined where the listed fields agree, but others were changed too. */
function hasChanges(row: IDataObject, changes: Payload): boolean | undefined {
	const names = Object.keys(changes);
	const listed = names.filter((name) => LISTED.has(name));
	if (!listed.every((name) => isListedAs(row, name, changes[name]))) return false;
	return listed.length === names.length ? true : undefined;
}
