import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest, Service } from '../shared/http/request';
import { asText, dataOf, shownId, toId, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import { normalizeKey, type Outcome } from '../shared/outcomes/batchOutcome';
import { settle } from '../shared/outcomes/settle';
import { findRows } from '../shared/pagination/findRows';
import { pageIncrement, type RowsOf } from '../shared/pagination/paginate';

const LIST: ApiRequest = { method: 'GET', path: '/log-sources', scope: 'logsources.READ' };

const rowsOf: RowsOf = (body) => dataOf(body).log_sources;

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

type Added = Payload & { log_source: string; domain_name: string };

/**
 * Finds added log sources in the listing of their domain, newest first: the answer holds their ids
 * without saying whose they are.
 */
export async function lookUpAdded<P extends Added>(
	written: ReadonlyArray<Written<P>>,
	answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const ids = new Set(answers.flatMap(addedIds).map(String));
	const wanted = written.filter(
		({ outcome }) =>
			outcome.outcome === 'unknown' ||
			(outcome.outcome === 'succeeded' && outcome.extra?.log_source_id === undefined),
	);
	const outcomes = new Map<P, Outcome>();
	for (const domain_name of new Set(wanted.map(({ payload }) => payload.domain_name))) {
		const left = wanted.filter(({ payload }) => payload.domain_name === domain_name);
		const isOwn = (id: string): boolean => ids.size === 0 || ids.has(id);
		for await (const row of newestFirst(service, domain_name, left)) {
			const id = asText(row.log_source_id);
			const at = left.findIndex(
				({ payload }) => normalizeKey(payload.log_source) === normalizeKey(asText(row.log_source)),
			);
			const item = left[at];
			if (item === undefined || (!isOwn(id) && !isOpen(item))) continue;
			const isDone = isOwn(id) || item.reply === 'none';
			outcomes.set(item.payload, settle(item, isDone, { log_source_id: row.log_source_id }));
			left.splice(at, 1);
			if (left.length === 0) break;
		}
		for (const item of left) outcomes.set(item.payload, settle(item, false));
	}
	return outcomes;
}

/** All log sources of a domain where outcomes are open; otherwise those that are new enough. */
async function* newestFirst(
	service: Service,
	domain_name: string,
	wanted: readonly Written[],
): AsyncGenerator<IDataObject, void, undefined> {
	const query = { domain_name, sort: 'log_source_id', is_ascending: false };
	// Others may add log sources at the same time.
	const newest = Math.max(100, wanted.length * 2);
	const most = wanted.some(isOpen) ? Infinity : newest;
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
	if (!listed.every((name) => isEqual(row[name], changes[name]))) return false;
	return listed.length === names.length ? true : undefined;
}
