import { bulkRecord, searchRecord } from './alertRecord';
import { findAlerts, requireSearch } from './alertSearch';
import type { Answer, BulkState, Call, CursorState, Handler, Search, ServiceState } from './state';
import { fail, nextSerial } from './state';

type SearchBody = Search & { cursor?: string };

const bulkPageSize = 5000;

const giveCursor = (state: ServiceState, cursor: Omit<CursorState, 'diesAt'>): string => {
	const token = Buffer.from(`cursor-${nextSerial(state)}-${cursor.offset}`).toString('base64url');
	state.cursors.set(token, {
		...cursor,
		diesAt: state.clock.now() + state.switches.cursorLifetimeMs,
	});
	return token;
};

const heldCursor = (call: Call, { cursor = '', ...others }: SearchBody): CursorState => {
	const { state } = call;
	const { cursorCompanions, cursorReuse } = state.switches;
	for (const [token, { diesAt }] of state.cursors) {
		if (diesAt >= state.clock.now()) break;
		state.cursors.delete(token);
	}
	const held = state.cursors.get(cursor);
	if (held === undefined || held.diesAt < state.clock.now()) {
		return fail(call, 'the cursor is not known, or has expired');
	}
	const sent = Object.entries(others);
	if (cursorCompanions === 'refused' && sent.length > 0) {
		fail(call, `a cursor goes alone, not with ${Object.keys(others).join(', ')}`);
	}
	if (cursorCompanions === 'required') {
		const { query: _query, ...expected } = held.search;
		const same = (a: object, b: object) =>
			JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
		if (!same(expected, others)) fail(call, 'a cursor goes with the fields of its search');
	}
	if (cursorReuse === 'refused') state.cursors.delete(cursor);
	return held;
};

const nextCursor = (
	{ state, body }: Call,
	held: Omit<CursorState, 'diesAt'>,
	end: number,
): string | undefined => {
	if (end < held.found.length) return giveCursor(state, { ...held, offset: end });
	switch (state.switches.endOfCursor) {
		case 'empty':
			return '';
		case 'emptyPage':
			return held.offset >= held.found.length && held.offset > 0
				? undefined
				: giveCursor(state, { ...held, offset: Math.max(end, 1) });
		case 'repeat': {
			const sent = (body as SearchBody).cursor;
			if (sent === undefined) return giveCursor(state, { ...held, offset: end });
			state.cursors.set(sent, {
				...held,
				diesAt: state.clock.now() + state.switches.cursorLifetimeMs,
			});
			return sent;
		}
		default:
			return undefined;
	}
};

const recordPage = (
	{ world, switches }: ServiceState,
	indices: ArrayLike<number>,
	record: typeof searchRecord | typeof bulkRecord,
	meta: object,
): Answer => {
	const { recordZoneMinutes, trusted } = switches;
	const data = Array.from(indices, (index) => record(world.alerts.at(index), recordZoneMinutes));
	const body = { data, meta };
	return trusted ? { body, sample: { data: data.slice(0, 1), meta } } : { body };
};

/** Get alerts: POST /api/v2/alerts */
export const getAlerts: Handler = (call) => {
	const { state } = call;
	const { alertPageSize, cursorView } = state.switches;
	const body = call.body as SearchBody;
	let held: Omit<CursorState, 'diesAt'>;
	if (body.cursor === undefined) {
		requireSearch(call, body, ['query', 'start_time', 'end_time']);
		held = { search: body, found: findAlerts(call, body), offset: 0 };
	} else {
		const kept = heldCursor(call, body);
		held = cursorView === 'live' ? { ...kept, found: findAlerts(call, kept.search) } : kept;
	}
	const end = Math.min(held.offset + alertPageSize, held.found.length);
	const page = held.found.slice(held.offset, end);
	const cursor = nextCursor(call, held, end);
	const meta = {
		...(cursor === undefined ? {} : { cursor }),
		total_items: held.found.length,
		items_in_current_page: page.length,
	};
	return recordPage(state, page, searchRecord, meta);
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
	const { bulkFirstPage, bulkLastNextPage, bulkLifetimeMs } = state.switches;
	const bulk =
		state.bulks.get(String(query['request_id'])) ?? fail(call, 'the request_id is not known');
	if (state.clock.now() - bulk.acceptedAt > bulkLifetimeMs) fail(call, 'the pages were removed');
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
