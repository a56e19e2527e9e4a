import { setTimeout as sleep } from 'node:timers/promises';

import type { Answer, ProbedService } from '../client';
import { ask, asRow, once, shapeOf } from '../question';
import { everything, metaOf, narrow, pageOf, rowsOf } from './alerts';

/** How often both page numbers are tried. */
const TRIES = 3;

const started = once(async (service: ProbedService): Promise<Answer | undefined> => {
	const stretch = await narrow(service);
	if (stretch === undefined) return undefined;
	const { query } = await everything(service);
	return await service.post('/alerts/bulk', { ...query, ...stretch.times });
});

/** The ID of a bulk request for the alerts of a short stretch; undefined if there are none. */
const bulkId = once(async (service: ProbedService): Promise<string | undefined> => {
	const answer = await started(service);
	const id = asRow(answer?.body['data'])['request_id'];
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
});

const fetchPage = async (service: ProbedService, page_no?: number): Promise<Answer> =>
	await service.get('/alerts/bulk', {
		request_id: (await bulkId(service)) ?? '',
		...(page_no === undefined ? {} : { page_no }),
	});

const isReady = (answer: Answer): boolean => rowsOf(answer).length > 0;

interface Pages {
	/** The answers before the first page that has alerts. */
	before: Answer[];
	number: 0 | 1;
	page: Answer;
}

/** Tries pages 1 and 0 until one has alerts; undefined if none has. */
const pages = once(async (service: ProbedService): Promise<Partial<Pages>> => {
	const before: Answer[] = [];
	if ((await bulkId(service)) === undefined) return {};
	for (let tries = 0; tries < TRIES; tries++) {
		if (tries > 0) await sleep(tries * 100);
		for (const number of [1, 0] as const) {
			const page = await fetchPage(service, number);
			if (isReady(page)) return { before, number, page };
			before.push(page);
		}
	}
	return { before };
});

function notReady(answer: Answer): string {
	const { status, body, isJson } = answer;
	if (status === 204) return 'HTTP 204';
	if (status === 202) return 'HTTP 202';
	if (pageOf(answer) !== undefined) return 'an empty list';
	if (body['data'] === null) return 'null';
	if ('data' in body) return 'a message';
	if (shapeOf(answer) !== undefined) return 'refused';
	return isJson ? 'no data' : 'not JSON';
}

async function readiness(service: ProbedService): Promise<string | undefined> {
	const { before, number } = await pages(service);
	if (before === undefined) return undefined;
	const [first, second, third] = before;
	// Page 1 does not exist where pages count from 0.
	if (number === 0 && second === undefined) return 'ready at once';
	if (first === undefined) return 'ready at once';
	return notReady(number === 0 && third === undefined ? (second ?? first) : first);
}

async function firstNumber(service: ProbedService): Promise<string | undefined> {
	const { number } = await pages(service);
	if (number === undefined) return undefined;
	if (number === 0) return 'page: 0';
	return isReady(await fetchPage(service, 0)) ? 'page: 0' : 'page: 1';
}

async function nextOfLast(service: ProbedService): Promise<string | undefined> {
	const { page, number } = await pages(service);
	if (page === undefined || number === undefined) return undefined;
	const { next_page: next, total_items: total } = metaOf(page);
	if (total !== rowsOf(page).length) return undefined;
	if (next === undefined) return 'absent';
	if (next === null) return 'null';
	if (typeof next !== 'number') return 'no number';
	if (next === number) return 'the same page';
	return next > number ? 'the page after it' : `below it: ${next}`;
}

async function beyond(service: ProbedService): Promise<string | undefined> {
	const { page } = await pages(service);
	if (page === undefined) return undefined;
	const answer = await fetchPage(service, 900);
	if (pageOf(answer) === undefined) return 'refused';
	return isReady(answer) ? 'alerts' : 'an empty list';
}

async function request(service: ProbedService): Promise<string | undefined> {
	const answer = await started(service);
	if (answer === undefined) return undefined;
	if ((await bulkId(service)) === undefined) return 'refused';
	const keys = Object.keys(asRow(answer.body['data']));
	return keys.some((key) => /page/i.test(key)) ? 'accepted with a number of pages' : 'accepted';
}

export const bulkQuestions = [
	ask(
		'Bulk request',
		'accepted / accepted with a number of pages',
		request,
		'Export reads the pages of a search instead.',
	),
	ask(
		'Bulk page before it is ready',
		'ready at once / refused / an empty list / no data / null / a message / HTTP 202 / HTTP 204',
		readiness,
		'Export may end before the pages are ready.',
	),
	ask('First bulk page', 'page', firstNumber),
	ask(
		'next_page on the last bulk page',
		'absent / null / below it / the same page / the page after it',
		nextOfLast,
		'Export may end too early or read on without end.',
	),
	ask(
		'Bulk page after the last one',
		'refused / an empty list',
		beyond,
		'Export may read on without end.',
	),
];
