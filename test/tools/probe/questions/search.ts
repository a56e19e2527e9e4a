import type { ProbedService } from '../client';
import { ask, type Row } from '../question';
import {
	cursorOf,
	everything,
	firstRows,
	metaOf,
	month,
	monthWalk,
	naiveTime,
	narrowWalk,
	pageOf,
	plain,
	rowsOf,
	search,
} from './alerts';

/** The fields of an alert record (interface specification, Alert record). */
const FIELDS = [
	'Display Name',
	'Category',
	'Message',
	'User Name',
	'Severity',
	'Time',
	'Event ID',
	'Source',
	'Alert Severity',
	'Log Source Type',
	'Type',
	'Profile Name',
	'Log Source',
];

async function fields(service: ProbedService): Promise<string | undefined> {
	const rows = await firstRows(service);
	if (rows.length === 0) return undefined;
	const missing = FIELDS.filter((field) =>
		rows.every((row) => !(field in row) && !(field.replaceAll(' ', '') in row)),
	);
	return missing.length === 0 ? 'as documented' : `without ${missing.join(', ')}`;
}

const keysOf = (rows: readonly Row[]): string =>
	rows.some((row) => Object.keys(row).some((key) => key.includes(' '))) ? 'spaced' : 'unspaced';

/** The keys of alerts without a response_type, and with each of its values. */
async function keyStyles(service: ProbedService): Promise<string | undefined> {
	const pages = [await firstRows(service)];
	for (const response_type of ['client', 'server']) {
		pages.push(rowsOf(await search(service, await month(service), { response_type })));
	}
	if (pages.some((rows) => rows.length === 0)) return undefined;
	const [bare, client, server] = pages.map(keysOf);
	return `known: ${bare}, client ${client}, server ${server}`;
}

async function order(service: ProbedService): Promise<string | undefined> {
	const times = (await firstRows(service)).flatMap((row) => naiveTime(row) ?? []);
	if (new Set(times).size < 2) return undefined;
	const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
	if (steps.every((step) => step >= 0)) return 'oldest first';
	return steps.every((step) => step <= 0) ? 'newest first' : 'another order';
}

/** Whether the same search has alerts of the same second in the same order. */
async function equalTimes(service: ProbedService): Promise<string | undefined> {
	const before = await firstRows(service);
	const isTold = before.some((row, at) => at > 0 && row['Time'] === before[at - 1]?.['Time']);
	if (!isTold) return undefined;
	const texts = before.map((row) => JSON.stringify(row));
	const again = rowsOf(await search(service, await month(service))).map((row) =>
		JSON.stringify(row),
	);
	if (texts.join() === again.join()) return 'same order';
	return texts.sort().join() === again.sort().join() ? 'another order' : 'other alerts';
}

async function pageSizes(service: ProbedService): Promise<string | undefined> {
	const { pages } = await monthWalk(service);
	const sizes = pages.map((page) => rowsOf(page).length).filter((size) => size > 0);
	const full = sizes.slice(0, -1);
	const [first] = full;
	if (first === undefined) return undefined;
	return full.every((size) => size === first) ? `alerts: ${first}` : 'uneven pages';
}

async function end(service: ProbedService): Promise<string | undefined> {
	const walk = await narrowWalk(service);
	if (walk?.isWhole !== true) return undefined;
	const [before, last] = walk.pages.slice(-2);
	if (before === undefined) return undefined;
	if (last === undefined || rowsOf(last).length > 0) {
		const { cursor } = metaOf(last ?? before);
		return cursor === undefined ? 'no cursor' : `cursor: ${cursor === null ? 'null' : 'empty'}`;
	}
	const cursor = cursorOf(last);
	if (cursor === undefined) return 'empty page';
	return cursor === cursorOf(before)
		? 'empty page with the same cursor'
		: 'empty page with a cursor';
}

async function totals(service: ProbedService): Promise<string | undefined> {
	const { pages } = await monthWalk(service);
	const [first, second] = pages;
	const total = first && metaOf(first)['total_items'];
	if (first === undefined || rowsOf(first).length === 0) return undefined;
	if (total === undefined) return 'absent';
	if (typeof total !== 'number') return 'no number';
	if (second && rowsOf(second).length > 0 && total === rowsOf(first).length)
		return 'alerts of a page';
	if (total === 10_000) return 'at most 10,000';
	const whole = await narrowWalk(service);
	if (whole?.isWhole !== true || whole.pages[0] === undefined) return undefined;
	const served = whole.pages.reduce((sum, page) => sum + rowsOf(page).length, 0);
	const said = Number(metaOf(whole.pages[0])['total_items']);
	if (said === served) return 'alerts served';
	return said > served ? 'too large' : 'too small';
}

/** What a used cursor gets; cursors that are all the same text do not show it. */
async function cursorAgain(service: ProbedService): Promise<string | undefined> {
	const { pages } = await monthWalk(service);
	const [first, second] = pages;
	const cursor = first && cursorOf(first);
	if (cursor === undefined || second === undefined || cursor === cursorOf(second)) return undefined;
	const again = pageOf(await service.post('/alerts', { cursor }));
	if (again === undefined) return 'refused';
	return JSON.stringify(again) === JSON.stringify(pageOf(second)) ? 'same page' : 'another page';
}

async function allAlerts(service: ProbedService): Promise<string> {
	if (pageOf(await plain(service)) !== undefined) return 'without a query';
	return pageOf((await everything(service)).first) === undefined ? 'refused' : 'with the query *';
}

async function cursors(service: ProbedService): Promise<string | undefined> {
	const { pages } = await monthWalk(service);
	const [first, second] = pages.flatMap((page) => cursorOf(page) ?? []);
	if (first === undefined || second === undefined) return undefined;
	return first === second ? 'the same' : 'another';
}

export const searchQuestions = [
	ask(
		'Search for all alerts',
		'without a query / with the query *',
		allAlerts,
		'Searches, exports and the alert trigger need a query of yours.',
	),
	ask(
		'Fields of an alert',
		'as documented',
		fields,
		'These columns stay empty, and fewer fields tell alerts apart.',
	),
	ask('Keys of alerts by response_type', 'known', keyStyles),
	ask('Alerts on a page', 'alerts / uneven pages', pageSizes),
	ask('Order of alerts', 'oldest first / newest first / another order', order),
	ask(
		'Alerts of one second, asked for twice',
		'same order / another order',
		equalTimes,
		'A search of the past changes: the trigger may miss or repeat alerts.',
	),
	ask('Cursor of the next page', 'the same / another', cursors),
	ask(
		'Other fields beside a cursor',
		'accepted / refused / required',
		async (service: ProbedService) => (await monthWalk(service)).companions,
	),
	ask('A cursor sent again', 'same page / another page / refused', cursorAgain),
	ask(
		'End of a search',
		'no cursor / cursor / empty page / empty page with a cursor / empty page with the same cursor',
		end,
		'Searches may end too early or read on without end.',
	),
	ask(
		'total_items of a search',
		'alerts served / alerts of a page / at most 10,000 / too large / too small / absent',
		totals,
		'Count cannot answer from one page.',
	),
];
