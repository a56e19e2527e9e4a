import { z } from 'zod';

import { bulkRecord, searchRecord } from './alertRecord';
import { findAlerts } from './alertSearch';
import { defineEndpoint, type Call } from './endpoint';
import { fail } from './refusal';
import { ID, name, text } from './schema';
import type { Scroll } from './state';

const wholeSeconds = z.string().datetime({ precision: 0 });

const commaListOf = (...values: [string, ...string[]]) =>
	text.transform((list) => list.split(',')).pipe(z.array(z.enum(values)));

const search = z
	.strictObject({
		query: text,
		start_time: wholeSeconds,
		end_time: wholeSeconds,
		status: commaListOf('open', 'in_progress', 'closed'),
		severity: commaListOf('critical', 'trouble', 'attention'),
		profile_ids: z.array(ID).max(100),
	})
	.partial();

export type Search = z.infer<typeof search>;

const bulkPageSize = 5000;

/** The lifetime of an unused cursor by the service's clock. */
const CURSOR_LIFETIME_MS = 300_000;

/** Returns the cursor of the next page; a scroll may keep the cursor of its first page. */
const giveCursor = ({ state }: Call, scroll: Scroll): string => {
	if (state.switches.cursorText === 'new' || scroll.cursor === undefined) {
		const text = `cursor-${(state.serial += 1)}-${scroll.position}`;
		scroll.cursor = Buffer.from(text).toString('base64url');
	}
	state.cursors.set(scroll.cursor, scroll);
	return scroll.cursor;
};

/** Each request moves a cursor on, even a repeated request. */
export const getAlerts = defineEndpoint({
	endpoint: ['Get alerts', 'POST', '/alerts', 'alerts.READ'],
	body: search
		.extend({ response_type: text.optional(), cursor: name.optional() })
		.refine(({ query, cursor }) => query === undefined || cursor === undefined),
	answer: (call) => {
		const { cursor: sentCursor, ...search } = call.body;
		const { cursors, clock, switches } = call.state;
		const scroll: Scroll | undefined =
			sentCursor === undefined
				? { alerts: findAlerts(call, search), position: 0, diesAt: Infinity }
				: cursors.get(sentCursor);
		if (scroll === undefined || scroll.diesAt < clock.now()) {
			return fail('the cursor is not known, or has expired');
		}
		const { alerts } = scroll;
		const page = alerts.slice(scroll.position, scroll.position + switches.alertPageSize);
		scroll.position += page.length;
		scroll.diesAt = clock.now() + CURSOR_LIFETIME_MS;
		const hasCursor = scroll.position < alerts.length || switches.endOfCursor === 'emptyPage';
		const countedAlerts = switches.alertTotals === 'ofPage' ? page : alerts;
		const total_items = countedAlerts.length + (switches.alertTotals === 'tooLarge' ? 5 : 0);
		return {
			data: page.map((alert) => searchRecord(alert, switches.recordZone)),
			meta: {
				...(hasCursor && { cursor: giveCursor(call, scroll) }),
				...(switches.alertTotals !== 'absent' && { total_items }),
				items_in_current_page: page.length,
			},
		};
	},
});

export const startAlertBulk = defineEndpoint({
	endpoint: ['Alert bulk request', 'POST', '/alerts/bulk', 'alerts.READ'],
	body: search,
	answer: (call) => {
		const { state, body } = call;
		const found = findAlerts(call, body);
		const request_id = `bulk-${(state.serial += 1)}`;
		state.bulks.set(request_id, { alerts: found, fetches: 0 });
		return { data: { message: 'The request has been accepted', request_id } };
	},
});

export const getAlertBulkPage = defineEndpoint({
	endpoint: ['Alert bulk fetch', 'GET', '/alerts/bulk', 'alerts.READ'],
	query: z.strictObject({ request_id: name, page_no: z.number().int().min(1) }),
	answer: (call) => {
		const { bulks, switches } = call.state;
		const { request_id, page_no: number } = call.query;
		const bulk = bulks.get(request_id) ?? fail('the request_id is not known');
		bulk.fetches += 1;
		if (bulk.fetches <= switches.bulkFetchesBeforeReady) fail('the request is not ready');
		const pages = Math.max(1, Math.ceil(bulk.alerts.length / bulkPageSize));
		if (number > pages) fail(`there is no page ${number}`);
		const page = bulk.alerts.slice((number - 1) * bulkPageSize, number * bulkPageSize);
		return {
			data: page.map((alert) => bulkRecord(alert, switches.recordZone)),
			meta: {
				...(number < pages && { next_page: number + 1 }),
				total_items: bulk.alerts.length,
				items_in_current_page: page.length,
			},
		};
	},
});

export const getAlertProfiles = defineEndpoint({
	endpoint: ['List alert profiles', 'GET', '/alerts/profile', 'alerts.READ'],
	answer: ({ state }) => ({ data: state.world.profiles }),
});
