import { setTimeout as sleep } from 'node:timers/promises';

import {
	countIn,
	finding,
	isRefused,
	metaOf,
	dataOf,
	rowsIn,
	type Answer,
	type Findings,
	type ProbedService,
	type Row,
} from './service';

const MINUTE = 60_000;

/** Lengths of the searches that are tried until one finds alerts. */
const WINDOWS = [5 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE];

/** Pages that are read of a search. */
const MAX_PAGES = 4;

/** Times that a page of a bulk request is asked for. */
const TRIES = 5;

/** The fields of an alert record (interface specification, Alert record). */
const FIELDS = [
	...['Display Name', 'Category', 'Message', 'User Name', 'Severity', 'Time', 'Event ID', 'Source'],
	...['Alert Severity', 'Log Source Type', 'Type', 'Profile Name', 'Log Source'],
];

type Search = { query: string; start_time: string; end_time: string };

const searchOf = (from: number, to: number, query = '*'): Search => {
	const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
	return { query, start_time: iso(from), end_time: iso(to) };
};

const alertsOf = (answer: Answer): Row[] | undefined =>
	isRefused(answer) ? undefined : rowsIn(answer.body['data']);

const cursorOf = (answer: Answer): string | undefined => {
	const { cursor } = metaOf(answer);
	return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
};

/** Searches, their pages, and a bulk request, over the shortest of some windows that has alerts. */
export async function* alerts(service: ProbedService): Findings {
	const find = async (body: Search) => await service.ask('POST', '/alerts', { body });
	// What arrives in the last minutes would change the answers.
	const end = Date.now() - 5 * MINUTE;
	let search = searchOf(end, end);
	let first: Answer | undefined;
	for (const length of WINDOWS) {
		search = searchOf(end - length, end);
		first = await find(search);
		const rows = alertsOf(first);
		if (rows === undefined || rows.length > 0) break;
	}
	const rows = first && alertsOf(first);
	yield finding(
		'Search with the query *, start_time and end_time',
		'accepted',
		rows === undefined ? 'refused' : 'accepted',
	);
	if (first === undefined || rows === undefined) return;

	const unknown = await find({ ...search, query: '(N8N_PROBE = "0")' });
	const foundUnknown = alertsOf(unknown)?.length;
	yield finding(
		'Condition on a field that does not exist',
		'refused or finds nothing',
		foundUnknown === undefined ? 'refused' : foundUnknown === 0 ? 'finds nothing' : 'is ignored',
		!foundUnknown,
	);
	const known = alertsOf(await find({ ...search, query: '(EVENTID = "0")' }));
	yield finding('Condition in parentheses', 'accepted', known ? 'accepted' : 'refused');
	if (rows.length === 0) return;

	const missing = FIELDS.filter((field) =>
		rows.every((row) => !(field in row) && !(field.replaceAll(' ', '') in row)),
	);
	const fields = missing.length === 0 ? 'as documented' : `without ${missing.join(', ')}`;
	yield finding('Fields of an alert', 'as documented', fields);
	const isTime = rows.every((row) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(row['Time'])));
	yield finding(
		'Time of an alert',
		'YYYY-MM-DD hh:mm:ss',
		isTime ? 'YYYY-MM-DD hh:mm:ss' : 'another format',
	);

	const texts = (some: Row[] = []) =>
		some
			.map((row) => JSON.stringify(row))
			.sort()
			.join();
	const isSame = texts(alertsOf(await find(search))) === texts(rows);
	yield finding(
		'The same search again',
		'the same alerts',
		isSame ? 'the same alerts' : 'other alerts',
	);
	yield* pages(service, first, rows.length);
	yield* bulk(service, search);
}

/** The pages of a search: by the cursor alone, until there is none or a page is empty. */
async function* pages(service: ProbedService, first: Answer, onFirst: number): Findings {
	let served = onFirst;
	let page = first;
	let ended: string | undefined;
	for (let read = 1; ended === undefined && read <= MAX_PAGES; read++) {
		const cursor = cursorOf(page);
		if (cursor === undefined) {
			ended = 'no cursor';
			break;
		}
		page = await service.ask('POST', '/alerts', { body: { cursor } });
		const rows = alertsOf(page);
		if (read === 1) {
			yield finding('Next page by the cursor alone', 'accepted', rows ? 'accepted' : 'refused');
		}
		if (rows === undefined) return;
		served += rows.length;
		if (rows.length === 0) ended = 'an empty page';
	}
	yield finding('End of a search', 'no cursor or an empty page', ended, ended !== undefined);
	const total = countIn(metaOf(first)['total_items']);
	yield finding(
		'total_items of a search',
		'the alerts served, or 10,000',
		ended && `${total} of ${served} served`,
		total === String(served) || total === '10000',
	);
}

async function* bulk(service: ProbedService, search: Search): Findings {
	const started = await service.ask('POST', '/alerts/bulk', { body: search });
	const { request_id } = dataOf(started);
	const isStarted = typeof request_id === 'string' || typeof request_id === 'number';
	yield finding('Bulk request', 'accepted', isStarted ? 'accepted' : 'refused');
	if (!isStarted) return;
	let page: Answer | undefined;
	let isMistakable = false;
	for (let tries = 0; tries < TRIES; tries++) {
		await sleep(tries * 200);
		page = await service.ask('GET', '/alerts/bulk', { query: { request_id, page_no: 1 } });
		if (alertsOf(page)?.length) break;
		isMistakable ||= metaOf(page)['total_items'] === 0;
		page = undefined;
	}
	yield finding(
		'Bulk page before it is ready',
		'no alerts and no total_items of 0',
		isMistakable ? 'total_items 0' : 'no alerts and no total_items of 0',
	);
	yield finding('First bulk page', 'page 1', page && 'page 1');
	if (page === undefined) return;
	const { length = 0 } = alertsOf(page) ?? {};
	const { total_items: total, next_page: next } = metaOf(page);
	yield finding(
		'next_page of the last bulk page',
		'none that is larger',
		total === length ? (Number(next) > 1 ? 'larger' : 'none that is larger') : undefined,
	);
	const isCounted = typeof total === 'number' && total >= length;
	yield finding(
		'total_items of a bulk page',
		'all alerts',
		isCounted ? 'all alerts' : countIn(total),
	);
}
