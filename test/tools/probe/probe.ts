import { setTimeout as sleep } from 'node:timers/promises';

import { isObject } from '../../../nodes/shared/json';
import type { ProbeAnswer, ProbeClient } from './client';

/** A question that the specification leaves open, and the reading that the service shows. */
export interface Finding {
	question: string;
	/** Undefined where the service did not show it. */
	reading: string | undefined;
}

type Row = Record<string, unknown>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Narrower than a quarter of an hour, in which zones differ. */
const NARROW = 14 * MINUTE;
const MAX_PAGES = 4;
const MAX_WAITS = 2;

/**
 * Asks a service which readings of the specification it has. Only reads; nothing of the findings names
 * hosts, users, tokens or contents.
 */
export async function probe(client: ProbeClient): Promise<Finding[]> {
	const findings: Finding[] = [];
	const found = (question: string, reading: string | undefined): void => {
		findings.push({ question, reading });
	};
	const answer = await client.get('/log-sources', { limit: 1 });
	const now = answer.date ?? Date.now();
	found('Date header', dateReading(answer.date));
	await refusals(client, found);
	await lists(client, found);
	await alerts(client, now, found);
	return findings;
}

type Found = (question: string, reading: string | undefined) => void;

function dateReading(date: number | undefined): string {
	if (date === undefined) return 'absent';
	const minutes = Math.round((date - Date.now()) / MINUTE);
	return minutes === 0 ? 'agrees with this computer' : `${minutes} minutes from this computer`;
}

async function refusals(client: ProbeClient, found: Found): Promise<void> {
	found('refused token', shapeOf(await client.getUnauthorized('/log-sources')));
	found('missing parameter', shapeOf(await client.get('/log-type/parser')));
}

/** Status and shape of a refusal, without its words. */
function shapeOf({ status, body, isJson }: ProbeAnswer): string | undefined {
	if (!isJson) return `HTTP ${status}, not JSON`;
	const names = Object.keys(body).sort();
	if (names.includes('data') && !names.includes('status')) return undefined;
	const { error } = body;
	const members = isObject(error)
		? `error: {${Object.keys(error).sort().join(', ')}}`
		: names.join(', ');
	return `HTTP ${status}, {${members}}`;
}

async function lists(client: ProbeClient, found: Found): Promise<void> {
	const ids = async (query: Record<string, number>): Promise<string> => {
		const { body } = await client.get('/log-sources', { limit: 1, ...query });
		const rows = rowsIn(record(body['data'])['log_sources']);
		return rows.map((row) => String(row['log_source_id'])).join();
	};
	const first = await ids({ page: 1 });
	const second = await ids({ page: 2 });
	const both = await ids({ page: 2, from: 1 });
	const differ = first !== '' && second !== '' && first !== second;
	found(
		'page and from together',
		!differ ? undefined : both === second ? 'page' : both === first ? 'from' : 'refused',
	);
	const { body } = await client.get('/log-sources', { limit: 20 });
	const rows = rowsIn(record(body['data'])['log_sources']);
	found('case of log_collection_status', caseOf(rows.map((row) => row['log_collection_status'])));
}

const caseOf = (values: readonly unknown[]): string | undefined => {
	const texts = values.filter((value) => typeof value === 'string' && value !== '').map(String);
	if (texts.length === 0) return undefined;
	if (texts.every((text) => text === text.toUpperCase())) return 'upper';
	return texts.every((text) => text === text.toLowerCase()) ? 'lower' : 'mixed';
};

/** A time of a search: ISO 8601 in UTC, to the second. */
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

async function alerts(client: ProbeClient, now: number, found: Found): Promise<void> {
	const month = { start_time: iso(now - 30 * DAY), end_time: iso(now) };
	const plain = await client.post('/alerts', month);
	const star = await client.post('/alerts', { ...month, query: '*' });
	const isRequired = pageOf(plain) === undefined;
	found('search without a query', isRequired ? 'refused' : 'accepted');
	found('query "*"', pageOf(star) === undefined ? 'refused' : 'accepted');
	const all = isRequired ? { query: '*' } : {};
	const search = async (from: number, to: number, more: object = {}): Promise<ProbeAnswer> =>
		await client.post('/alerts', { ...all, start_time: iso(from), end_time: iso(to), ...more });
	const first = isRequired ? star : plain;
	const page = pageOf(first);
	if (page === undefined || page.length === 0) {
		found('alerts of the last 30 days', page === undefined ? 'refused' : 'none');
		return;
	}
	found(
		'case of AlertSeverity',
		caseOf(page.map((row) => row['Alert Severity'] ?? row['AlertSeverity'])),
	);
	await keyStyles(client, { ...all, ...month }, found);
	await pages(client, first, page, month, found);
	await times(search, now, page, found);
	await bulk(client, { ...all, ...month }, found);
}

async function keyStyles(client: ProbeClient, body: object, found: Found): Promise<void> {
	for (const response_type of ['client', 'server']) {
		const rows = pageOf(await client.post('/alerts', { ...body, response_type })) ?? [];
		const keys = rows.flatMap(Object.keys);
		const reading = keys.some((key) => key.includes(' ')) ? 'with spaces' : 'without spaces';
		found(`keys of response_type ${response_type}`, keys.length === 0 ? undefined : reading);
	}
}

async function pages(
	client: ProbeClient,
	first: ProbeAnswer,
	page: readonly Row[],
	month: object,
	found: Found,
): Promise<void> {
	const cursor = cursorOf(first);
	found('alerts on a full page', cursor === undefined ? undefined : String(page.length));
	found('order of alerts', orderOf(page));
	if (cursor === undefined) {
		found('cursor on the last page', 'absent');
		found('total_items', totalReading(first, page.length));
		return;
	}
	const beside = await client.post('/alerts', { ...month, cursor });
	const isRefusedBeside = pageOf(beside) === undefined;
	const second = isRefusedBeside ? await client.post('/alerts', { cursor }) : beside;
	found('other fields beside a cursor', isRefusedBeside ? 'refused' : 'accepted');
	const next = cursorOf(second);
	found(
		'cursor of the next page',
		next === undefined ? undefined : next === cursor ? 'the same' : 'another',
	);
	await followToEnd(client, second, page.length + (pageOf(second)?.length ?? 0), found);
	if (next !== cursor) await sendAgain(client, cursor, second, found);
}

/** Whether a cursor that was used answers the same page again: shown by cursors that differ. */
async function sendAgain(
	client: ProbeClient,
	cursor: string,
	second: ProbeAnswer,
	found: Found,
): Promise<void> {
	const again = pageOf(await client.post('/alerts', { cursor }));
	const isSame = JSON.stringify(again) === JSON.stringify(pageOf(second));
	found(
		'a cursor sent again',
		again === undefined ? 'refused' : isSame ? 'same page' : 'another page',
	);
}

async function followToEnd(
	client: ProbeClient,
	from: ProbeAnswer,
	readBefore: number,
	found: Found,
): Promise<void> {
	let answer = from;
	let read = readBefore;
	for (let pages = 0; pages < MAX_PAGES; pages++) {
		const cursor = cursorOf(answer);
		const rows = pageOf(answer) ?? [];
		if (rows.length === 0 || cursor === undefined) {
			const end = rows.length > 0 ? 'no cursor on the last page' : 'an empty page';
			found('end of a search', cursor === undefined ? end : `${end} with a cursor`);
			found('total_items', totalReading(answer, read));
			return;
		}
		answer = await client.post('/alerts', { cursor });
		read += pageOf(answer)?.length ?? 0;
	}
	found('end of a search', undefined);
	found('total_items', record(from.body['meta'])['total_items'] === 10_000 ? 'capped' : undefined);
}

function totalReading({ body }: ProbeAnswer, read: number): string {
	const total = record(body['meta'])['total_items'];
	if (typeof total !== 'number') return 'absent';
	return total === read
		? 'what was served'
		: total > read
			? 'more than was served'
			: 'less than was served';
}

function orderOf(rows: readonly Row[]): string | undefined {
	const times = rows.map((row) => String(row['Time']));
	if (new Set(times).size < 2) return undefined;
	const pairs = times.slice(1).map((time, index) => time.localeCompare(times[index] ?? ''));
	if (pairs.every((order) => order >= 0)) return 'oldest first';
	return pairs.every((order) => order <= 0) ? 'newest first' : 'none';
}

type Search = (from: number, to: number, more?: object) => Promise<ProbeAnswer>;

/** Finds a narrow window with an alert, and from it the zone of Time and what the bounds include. */
async function times(
	search: Search,
	now: number,
	page: readonly Row[],
	found: Found,
): Promise<void> {
	const lastDay = pageOf(await search(now - DAY, now)) ?? [];
	let [from, to] = [lastDay.length > 0 ? now - DAY : now - 30 * DAY, now];
	let rows = lastDay.length > 0 ? lastDay : page;
	let isSearched = true;
	while (to - from > NARROW) {
		const middle = from + (to - from) / 2;
		const late = pageOf(await search(middle, to)) ?? [];
		isSearched = late.length > 0;
		if (isSearched) [from, rows] = [middle, late];
		else to = middle;
	}
	if (!isSearched) rows = pageOf(await search(from, to)) ?? [];
	const time = Date.parse(`${String(rows[0]?.['Time']).replace(' ', 'T')}Z`);
	if (Number.isNaN(time)) {
		found('zone of Time', undefined);
		return;
	}
	const quarters = Math.round((time - (from + to) / 2) / (15 * MINUTE));
	found('zone of Time', `${quarters * 15} minutes from UTC`);
	const instant = time - quarters * 15 * MINUTE;
	const holds = (answer: ProbeAnswer): boolean =>
		(pageOf(answer) ?? []).some((row) => row['Time'] === rows[0]?.['Time']);
	const [before, after] = [instant - 5000, instant + 5000];
	found('start_time', holds(await search(instant, after)) ? 'inclusive' : 'exclusive');
	found('end_time', holds(await search(before, instant)) ? 'inclusive' : 'exclusive');
}

async function bulk(client: ProbeClient, body: object, found: Found): Promise<void> {
	const started = await client.post('/alerts/bulk', body);
	const data = record(started.body['data']);
	const request_id = data['request_id'];
	if (typeof request_id !== 'string' && typeof request_id !== 'number') {
		found('bulk request', shapeOf(started));
		return;
	}
	const fetched = async (page_no?: number): Promise<ProbeAnswer> =>
		await client.get('/alerts/bulk', {
			request_id,
			...(page_no === undefined ? {} : { page_no }),
		});
	let one = await fetched(1);
	const isReady = (answer: ProbeAnswer): boolean => (pageOf(answer) ?? []).length > 0;
	const zeroAtOnce = isReady(one) ? one : await fetched(0);
	if (!isReady(one) && !isReady(zeroAtOnce)) {
		found('a bulk page before it is ready', notReadyReading(one));
		for (let wait = 0; wait < MAX_WAITS && !isReady(one); wait++) {
			await sleep(1000);
			one = await fetched(1);
		}
	} else {
		found('a bulk page before it is ready', undefined);
	}
	const zero = await fetched(0);
	const bare = await fetched();
	const firstPage = isReady(zero) ? '0' : isReady(one) ? '1' : undefined;
	found('number of the first bulk page', firstPage);
	found('bulk page without a number', isReady(bare) ? 'the first page' : shapeOf(bare));
	const last = isReady(zero) ? zero : one;
	const next = record(last.body['meta'])['next_page'];
	const total = record(last.body['meta'])['total_items'];
	const isLast = typeof total === 'number' && total === pageOf(last)?.length;
	found(
		'next_page on the last bulk page',
		isLast
			? typeof next === 'number'
				? String(next)
				: next === null
					? 'null'
					: 'absent'
			: undefined,
	);
}

function notReadyReading(answer: ProbeAnswer): string {
	const refusal = shapeOf(answer);
	if (refusal !== undefined) return refusal;
	return pageOf(answer) === undefined ? 'data without alerts' : 'an empty list';
}

const record = (value: unknown): Row => (isObject(value) ? value : {});

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.map(record) : []);

/** The alerts of an answer; undefined where it is a refusal. */
const pageOf = ({ status, body }: ProbeAnswer): Row[] | undefined =>
	status < 300 && Array.isArray(body['data']) ? rowsIn(body['data']) : undefined;

function cursorOf({ body }: ProbeAnswer): string | undefined {
	const cursor = record(body['meta'])['cursor'];
	return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

/** The findings as text that can be pasted into an issue. */
export const reportOf = (findings: readonly Finding[], requests: number): string =>
	[
		'| Question | Reading |',
		'| --- | --- |',
		...findings.map(({ question, reading }) => `| ${question} | ${reading ?? 'not shown'} |`),
		'',
		`${requests} requests.`,
	].join('\n');
