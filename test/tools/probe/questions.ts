import { setTimeout as sleep } from 'node:timers/promises';

import { isObject, type JsonObject } from '../../../nodes/shared/json';
import { dataOf, isRefused, metaOf, rowsIn, type Answer, type ProbedService } from './service';

/** A row of the report with words of the probe and figures, but no name, address or text of the service. */
export interface Finding {
	question: string;
	expected: string;
	actual: string;
	/** True if both match; undefined if the data of the service cannot show that. */
	fits?: boolean;
}

type Findings = AsyncGenerator<Finding, void>;

/** Makes a row of the report; `actual` is undefined if the service does not show the behavior. */
export const finding = (
	question: string,
	expected: string,
	actual: string | undefined,
	fits: boolean = actual === expected,
): Finding =>
	actual === undefined ? { question, expected, actual: '' } : { question, expected, actual, fits };

/** Makes a row of the report for behavior that is either `expected` or `otherwise`. */
const check = (question: string, expected: string, isExpected: boolean, otherwise: string) =>
	finding(question, expected, isExpected ? expected : otherwise);

/** Describes a count of the service without repeating its text. */
const countIn = (value: unknown): string =>
	typeof value === 'number' ? String(value) : value === undefined ? 'absent' : 'no number';

export async function* connection(service: ProbedService): Findings {
	const hello = await service.send('GET', '/log-sources', { query: { limit: 1 } });
	const isAccepted = rowsIn(dataOf(hello)['log_sources']) !== undefined;
	yield check('Access token', 'accepted', isAccepted, `HTTP ${hello.status}`);

	const minutes = Math.round((hello.date - Date.now()) / 60_000);
	const clock = Number.isNaN(minutes) ? 'no Date header' : `${minutes} minutes off`;
	const isNear = !(Math.abs(minutes) >= 60);
	yield finding('Clock against this computer', 'less than an hour off', clock, isNear);

	const refusals = [
		await service.send('GET', '/log-sources', { token: 'n8n-probe' }),
		await service.send('POST', '/alerts', { body: { cursor: 'n8n-probe' } }),
		await service.send('GET', '/alerts/bulk', { query: { request_id: 'n8n-probe', page_no: 1 } }),
		await service.send('GET', '/log-type/parser'),
	];
	const shapes = refusals.map(({ status, body, isJson }) => {
		const members = Object.keys(body).filter((key) => /^[a-z_]{1,20}$/i.test(key));
		return `${status} ${isJson ? `{${members.join(', ')}}` : 'no JSON'}`;
	});
	yield finding(
		'Refusals',
		'JSON without data',
		[...new Set(shapes)].join(', '),
		refusals.every((answer) => answer.isJson && isRefused(answer)),
	);
}

export async function* lists(service: ProbedService): Findings {
	const page = async (query: Record<string, string | number>) => {
		const answer = await service.send('GET', '/log-sources', { query });
		const { total } = (dataOf(answer)['meta'] ?? {}) as { total?: unknown };
		const rows = rowsIn(dataOf(answer)['log_sources']) ?? [];
		return { answer, total, rows, ids: rows.map((row) => String(row['log_source_id'])) };
	};
	const whole = await page({ limit: 1000, page: 1 });
	const [{ log_source: name } = {}, { log_source_id: secondId } = {}] = whole.rows;
	const { length } = whole.rows;
	if (length === 0) return;
	const next = await page({ limit: 1000, page: 2 });
	const continues = next.rows.length > 0;
	yield finding(
		'The page after a short page',
		'no more rows, or a total that says more',
		`${continues ? 'more rows' : 'no more rows'}; total ${countIn(whole.total)}, ${length} rows`,
		!continues || length === 1000 || Number(whole.total) > length,
	);
	if (length > 1) {
		const { ids } = await page({ limit: 1, page: 2 });
		yield check('Page 2 of a list', 'the next rows', ids.join() === String(secondId), 'other rows');
	}
	const beyond = await page({ limit: 1000, page: 900 });
	const isEmpty = !isRefused(beyond.answer) && beyond.rows.length === 0;
	yield check('A page after the last one', 'no rows', isEmpty, 'rows or a refusal');

	const { rows: matches } = await page({ log_source: String(name), limit: 1000 });
	const isFound = matches.some((row) => row['log_source'] === name);
	const isNarrowed = matches.length < length || length === 1;
	yield check(
		'Filter by name',
		'narrows the list',
		isFound && isNarrowed,
		isFound ? 'is ignored' : 'does not find the name',
	);
	const areShort = whole.ids.every((id) => /^\d{1,19}$/.test(id));
	yield check('IDs', 'up to 19 digits', areShort, 'of another kind');
}

const MINUTE = 60_000;

/** Lengths of the searches that the probe tries until a search finds alerts. */
const WINDOWS = [5 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE];

/** Pages of a search that the probe reads after the first page. */
const MAX_PAGES = 4;

/** The number of times that the probe requests a page of a bulk request. */
const TRIES = 5;

/** Fields of an alert record (interface specification, Alert record). */
const FIELDS = ['Message', 'Severity', 'Time', 'Log Source Type', 'Profile Name', 'Log Source'];

type Search = { query: string; start_time: string; end_time: string };

const alertsOf = (answer: Answer): JsonObject[] | undefined =>
	isRefused(answer) ? undefined : rowsIn(answer.body['data']);

/** Checks searches, pages and a bulk request, over the shortest of some windows that has alerts. */
export async function* alerts(service: ProbedService): Findings {
	// Alerts of the last minutes would change the responses.
	const end = Date.now() - 5 * MINUTE;
	const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
	for (const length of WINDOWS) {
		const search = { query: '*', start_time: iso(end - length), end_time: iso(end) };
		const first = await service.send('POST', '/alerts', { body: search });
		const rows = alertsOf(first);
		if (rows?.length === 0 && length !== WINDOWS.at(-1)) continue;
		const question = 'Search with the query *, start_time and end_time';
		yield check(question, 'accepted', rows !== undefined, 'refused');
		if (rows === undefined || rows.length === 0) return;
		const missing = FIELDS.filter((field) =>
			rows.every((row) => !(field in row) && !(field.replaceAll(' ', '') in row)),
		);
		const without = `without ${missing.join(', ')}`;
		yield check('Fields of an alert', 'with or without spaces', missing.length === 0, without);
		yield* pages(service, first, rows.length);
		yield* bulk(service, search);
		return;
	}
}

/** Reads the pages of a search by the cursor alone, until a page has no cursor or no alerts. */
async function* pages(service: ProbedService, first: Answer, onFirst: number): Findings {
	let served = onFirst;
	let { cursor } = metaOf(first);
	for (let count = 0; typeof cursor === 'string' && cursor !== '' && count < MAX_PAGES; count++) {
		const page = await service.send('POST', '/alerts', { body: { cursor } });
		const rows = alertsOf(page);
		if (count === 0) {
			yield check('Next page by the cursor alone', 'accepted', rows !== undefined, 'refused');
		}
		if (rows === undefined) return;
		served += rows.length;
		cursor = rows.length === 0 ? undefined : metaOf(page)['cursor'];
	}
	const isEnded = typeof cursor !== 'string' || cursor === '';
	const total = countIn(metaOf(first)['total_items']);
	yield finding(
		'total_items of a search',
		'the alerts served, or 10,000',
		isEnded ? `${total} of ${served} served` : undefined,
		total === String(served) || total === '10000',
	);
}

async function* bulk(service: ProbedService, search: Search): Findings {
	const { request_id } = dataOf(await service.send('POST', '/alerts/bulk', { body: search }));
	const isStarted = typeof request_id === 'string' || typeof request_id === 'number';
	yield check('Bulk request', 'accepted', isStarted, 'refused');
	if (!isStarted) return;
	let page: Answer | undefined;
	let isMistakable = false;
	for (let tries = 0; tries < TRIES; tries++) {
		await sleep(tries * 200);
		page = await service.send('GET', '/alerts/bulk', { query: { request_id, page_no: 1 } });
		if (alertsOf(page)?.length) break;
		isMistakable ||= metaOf(page)['total_items'] === 0;
		page = undefined;
	}
	yield check(
		'Bulk page before it is ready',
		'no alerts and no total_items of 0',
		!isMistakable,
		'total_items 0',
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
	yield check('total_items of a bulk page', 'all alerts', isCounted, countIn(total));
}

const failuresOf = (answer: Answer) => rowsIn(dataOf(answer)['failed_log_sources']) ?? [];

/** Returns whether the summary of a response counts as many failures as the response lists. */
function agrees(answer: Answer): boolean {
	const { summary } = dataOf(answer);
	if (!isObject(summary)) return true;
	const counts = Object.entries(summary).filter(([name]) => name.startsWith('failed_'));
	return counts.every(([, count]) => count === failuresOf(answer).length);
}

/** Adds, updates and deletes a log source with a given name in the first domain. */
export async function* writes(service: ProbedService, name: string): Findings {
	const domains = rowsIn(dataOf(await service.send('GET', '/log-sources/domains'))['domains']);
	const domain_name = domains?.[0]?.['domain_name'];
	if (typeof domain_name !== 'string') return;
	const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, source: object) => {
		const answer = await service.send(method, path, { body: { log_sources: [{ ...source }] } });
		return { answer, isDone: !isRefused(answer) && failuresOf(answer).length === 0 };
	};
	const findSource = async () => {
		const answer = await service.send('GET', '/log-sources', { query: { log_source: name } });
		return rowsIn(dataOf(answer)['log_sources'])?.find(
			(row) => String(row['log_source']).toLowerCase() === name.toLowerCase(),
		);
	};

	const addition = await write('POST', '/log-sources/windows', { log_source: name, domain_name });
	yield check('Add a log source', 'added', addition.isDone, 'refused');
	if (!addition.isDone) return;
	const row = await findSource();
	yield check('The added log source', 'is listed', row !== undefined, 'is not listed at once');
	const { added_log_sources } = dataOf(addition.answer);
	const id = String(
		row?.['log_source_id'] ?? (Array.isArray(added_log_sources) ? added_log_sources[0] : ''),
	);
	if (!/^\d{1,19}$/.test(id)) return;
	const log_source_id = BigInt(id);

	const display_name = `${name} updated`;
	await write('PUT', '/log-sources', { log_source_id, display_name });
	const isUpdated = (await findSource())?.['display_name'] === display_name;
	yield check('Update a log source', 'is listed', isUpdated, 'is not listed at once');

	const deletion = await write('DELETE', '/log-sources/windows', { log_source_id });
	yield check('Delete a log source', 'deleted', deletion.isDone, 'refused');
	if (!deletion.isDone) return;
	const { answer: again } = await write('DELETE', '/log-sources/windows', { log_source_id });
	const [failure] = failuresOf(again);
	const names = [failure?.['log_source_id'], failure?.['log_source']].map(String);
	const isNamed = names.includes(id) || names.includes(name);
	const failed = isNamed ? 'named' : failure ? 'unnamed' : 'no failure';
	yield finding(
		'Delete a log source that is gone',
		'refused as a whole, or a failure that names it',
		isRefused(again) ? 'refused as a whole' : failed,
		isRefused(again) || isNamed,
	);
	const areCounted = [addition.answer, again].every(agrees);
	yield check('Counts of failures', 'agree with the lists', areCounted, 'do not agree');
}
