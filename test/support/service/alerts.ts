import type { Zone } from './alertRecord';
import { bulkRecord, searchRecord, unspacedRecord } from './alertRecord';
import { findAlerts, requireSearch } from './alertSearch';
import type { Alert } from './alertStore';
import { hash32 } from './hash32';
import type { Answer, BulkState, Call, Handler, Scroll, Search, ServiceState } from './state';
import { fail, nextSerial } from './state';

type SearchBody = Search & { cursor?: string };

const bulkPageSize = 5000;

/** How long a cursor lives unused, and the pages of a bulk request, by the service's clock. */
const CURSOR_LIFETIME_MS = 300_000;
const BULK_LIFETIME_MS = 86_400_000;

/** How long an alert is found before it is counted, where counts are late. */
const LATE_MS = 30_000;

const giveCursor = (state: ServiceState, scroll: Scroll): string => {
	const isConstant = state.switches.cursorText === 'constant';
	const cursor =
		(isConstant ? scroll.cursor : undefined) ??
		Buffer.from(`cursor-${nextSerial(state)}-${scroll.position}`).toString('base64url');
	if (isConstant) scroll.cursor = cursor;
	state.cursors.set(cursor, { scroll, offset: scroll.position });
	return cursor;
};

const forgetExpired = ({ cursors, clock }: ServiceState): void => {
	for (const [cursor, { scroll }] of cursors) {
		if (scroll.diesAt >= clock.now()) break;
		cursors.delete(cursor);
	}
};

/** The scroll that a cursor continues, with its position where this request's page begins. */
const heldScroll = (call: Call, { cursor = '', ...others }: SearchBody): Scroll => {
	const { state } = call;
	const { cursorCompanions, cursorExpiry, cursorReuse, cursorText } = state.switches;
	if (cursorExpiry === 'refused') forgetExpired(state);
	const { scroll, offset } =
		state.cursors.get(cursor) ?? fail(call, 'the cursor is not known, or has expired');
	const isExpired = scroll.diesAt < state.clock.now();
	if (isExpired && cursorExpiry === 'refused') fail(call, 'the cursor has expired');
	const sent = Object.entries(others);
	if (cursorCompanions === 'refused' && sent.length > 0) {
		fail(call, `a cursor goes alone, not with ${Object.keys(others).join(', ')}`);
	}
	if (cursorCompanions === 'required') {
		const { query: _query, ...expected } = scroll.search;
		const same = (a: object, b: object) =>
			JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
		if (!same(expected, others)) fail(call, 'a cursor goes with the fields of its search');
	}
	if (cursorReuse === 'refused' && cursorText === 'new') state.cursors.delete(cursor);
	if (cursorReuse !== 'movesOn' && cursorText === 'new') scroll.position = offset;
	if (isExpired) scroll.lostFrom ??= scroll.position;
	return scroll;
};

/** The alerts that a scroll goes through; of what was left when it expired, every second one. */
const foundOf = (call: Call, scroll: Scroll): readonly number[] => {
	const found =
		call.state.switches.cursorView === 'live' ? findAlerts(call, scroll.search) : scroll.found;
	const { lostFrom } = scroll;
	return lostFrom === undefined
		? found
		: found.filter((_alert, at) => at < lostFrom || (at - lostFrom) % 2 === 1);
};

const endOfPage = ({ switches }: ServiceState, found: readonly number[], start: number): number => {
	const { alertPageFill, alertPageSize } = switches;
	const isShort = alertPageFill === 'uneven' && hash32(start) % 2 === 1;
	const size = isShort ? Math.max(1, Math.floor(alertPageSize / 2)) : alertPageSize;
	return Math.min(start + size, found.length);
};

/** Where the page after the one that ends here begins. */
const nextStart = ({ switches, world }: ServiceState, found: readonly number[], end: number) => {
	const secondAt = (at: number) => world.alerts.at(found[at] ?? 0).eventTime;
	let next = end;
	if (switches.equalTimes !== 'lostAtPageEdge' || end === 0) return next;
	while (next < found.length && secondAt(next) === secondAt(end - 1)) next += 1;
	return next;
};

const nextCursor = (
	{ state, body }: Call,
	scroll: Scroll,
	{ isLast, isEmpty }: { isLast: boolean; isEmpty: boolean },
): string | undefined => {
	if (!isLast) return giveCursor(state, scroll);
	const { cursor: sent } = body as SearchBody;
	switch (state.switches.endOfCursor) {
		case 'empty':
			return '';
		case 'emptyPage':
			return sent !== undefined && isEmpty ? undefined : giveCursor(state, scroll);
		case 'emptyPageWithCursor':
			return giveCursor(state, scroll);
		case 'repeat': {
			if (sent === undefined) return giveCursor(state, scroll);
			state.cursors.set(sent, { scroll, offset: scroll.position });
			return sent;
		}
		default:
			return undefined;
	}
};

const recordPage = (
	{ world, switches }: ServiceState,
	indices: ArrayLike<number>,
	record: (alert: Alert, zone: Zone) => object,
	meta: object,
): Answer => {
	const data = Array.from(indices, (index) => record(world.alerts.at(index), switches.recordZone));
	const body = { data, meta };
	// The document knows the direct search's keys in one style only.
	if (record === unspacedRecord) return { body, sample: { data: [], meta } };
	return switches.trusted ? { body, sample: { data: data.slice(0, 1), meta } } : { body };
};

/** How the direct search spells records, by the response_type of the search. */
const searchStyle = ({ switches }: ServiceState, { response_type: type }: Search) => {
	const isClient = type === 'client';
	const isUnspaced =
		switches.responseType === 'clientUnspaced'
			? isClient
			: switches.responseType === 'serverUnspaced' && !isClient;
	return isUnspaced ? unspacedRecord : searchRecord;
};

const newScroll = (call: Call, search: Search): Scroll => {
	requireSearch(call, search, ['query', 'start_time', 'end_time']);
	return { search, found: findAlerts(call, search), position: 0, diesAt: 0 };
};

/** How many a search counts, before a reading lies about it. */
const counted = ({ world, clock, switches }: ServiceState, found: readonly number[]): number => {
	if (switches.alertTotals !== 'late') return found.length;
	const until = clock.now() - LATE_MS;
	return found.filter((index) => world.alerts.at(index).arrivedAt <= until).length;
};

/** Get alerts: POST /api/v2/alerts */
export const getAlerts: Handler = (call) => {
	const { state } = call;
	const body = call.body as SearchBody;
	const scroll = body.cursor === undefined ? newScroll(call, body) : heldScroll(call, body);
	const found = foundOf(call, scroll);
	const end = endOfPage(state, found, scroll.position);
	const page = found.slice(scroll.position, end);
	scroll.position = nextStart(state, found, end);
	scroll.diesAt = state.clock.now() + CURSOR_LIFETIME_MS;
	const isLast = scroll.position >= found.length;
	const cursor = nextCursor(call, scroll, { isLast, isEmpty: page.length === 0 });
	const meta = {
		...(cursor === undefined ? {} : { cursor }),
		total_items: counted(state, found),
		items_in_current_page: page.length,
	};
	return recordPage(state, page, searchStyle(state, scroll.search), meta);
};

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const startAlertBulk: Handler = (call) => {
	const { state } = call;
	const search = call.body as Search;
	requireSearch(call, search, ['query', 'start_time', 'end_time']);
	const found = Int32Array.from(findAlerts(call, search));
	const requestId = `bulk-${nextSerial(state)}`;
	state.bulks.set(requestId, { found, acceptedAt: state.clock.now(), fetches: 0 });
	const answer = { message: 'The request has been accepted', request_id: requestId };
	if (!state.switches.bulkTellsPages) return { body: { data: answer } };
	const pages = Math.ceil(found.length / bulkPageSize);
	return { unchecked: { data: { ...answer, total_pages: pages } } };
};

const isReady = (state: ServiceState, bulk: BulkState): boolean => {
	bulk.fetches += 1;
	const { bulkFetchesBeforeReady, bulkMsBeforeReady } = state.switches;
	return (
		bulk.fetches > bulkFetchesBeforeReady &&
		state.clock.now() - bulk.acceptedAt >= bulkMsBeforeReady
	);
};

const notReady = (call: Call): Answer => {
	const nothing = { total_items: 0, items_in_current_page: 0 };
	switch (call.state.switches.bulkNotReady) {
		case 'emptyData':
			return { body: { data: [], meta: nothing } };
		case 'noData':
			return { unchecked: { meta: nothing } };
		case 'nullData':
			return { unchecked: { data: null, meta: nothing } };
		case 'message':
			return { unchecked: { data: { message: 'The request is being processed' } } };
		case 'status202':
			return { unchecked: { data: [], meta: nothing }, status: 202 };
		case 'emptyBody204':
			return { unchecked: undefined, status: 204 };
		default:
			return fail(call, 'the bulk request is not ready');
	}
};

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const getAlertBulkPage: Handler = (call) => {
	const { state, query } = call;
	const { bulkFirstPage, bulkLastNextPage } = state.switches;
	const bulk =
		state.bulks.get(String(query['request_id'])) ?? fail(call, 'the request_id is not known');
	if (state.clock.now() - bulk.acceptedAt > BULK_LIFETIME_MS) fail(call, 'the pages were removed');
	if (!isReady(state, bulk)) return notReady(call);
	const number = Number(query['page_no']);
	const pages = Math.max(1, Math.ceil(bulk.found.length / bulkPageSize));
	const position = number - bulkFirstPage;
	if (position < 0 || position >= pages) {
		if (state.switches.bulkBeyond === 'refusal') fail(call, `there is no page ${number}`);
		const meta = { total_items: bulk.found.length, items_in_current_page: 0 };
		return { body: { data: [], meta } };
	}
	const start = position * bulkPageSize;
	const page = bulk.found.subarray(start, start + bulkPageSize);
	const last = { absent: undefined, null: undefined, zero: 0, minusOne: -1, same: number };
	const next =
		position + 1 < pages || bulkLastNextPage === 'beyond' ? number + 1 : last[bulkLastNextPage];
	const meta = {
		...(next === undefined ? {} : { next_page: next }),
		total_items: bulk.found.length,
		items_in_current_page: page.length,
	};
	return recordPage(state, page, bulkRecord, meta);
};

/** List alert profiles: GET /api/v2/alerts/profile */
export const getAlertProfiles: Handler = ({ state }) => ({
	body: { data: state.world.profiles },
});
