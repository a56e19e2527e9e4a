import type { Answer, ProbedService } from '../client';
import { asRow, asRows, isRefused, once, type Row } from '../question';
import { nowOf } from './hello';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Zones differ by quarters of an hour. */
const QUARTER = 15 * MINUTE;

/** Pages after the first that are read of a search. */
const MAX_PAGES = 3;

export type Body = Record<string, string>;

/** The alerts of an answer; undefined if it is a refusal. */
export const pageOf = (answer: Answer): Row[] | undefined =>
	!isRefused(answer) && Array.isArray(answer.body['data'])
		? asRows(answer.body['data'])
		: undefined;

export const rowsOf = (answer: Answer): Row[] => pageOf(answer) ?? [];

export const metaOf = ({ body }: Answer): Row => asRow(body['meta']);

export function cursorOf(answer: Answer): string | undefined {
	const { cursor } = metaOf(answer);
	return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

/** A time of a search: ISO 8601 in UTC, to the second. */
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

export const between = (from: number, to: number): Body => ({
	start_time: iso(from),
	end_time: iso(to),
});

export const month = async (service: ProbedService): Promise<Body> => {
	const now = await nowOf(service);
	return between(now - 30 * DAY, now);
};

export const plain = once(
	async (service: ProbedService) => await service.post('/alerts', await month(service)),
);

/** The search for everything of the last 30 days, with the query that it needs. */
export const everything = once(
	async (service: ProbedService): Promise<{ query: Body; first: Answer }> => {
		const first = await plain(service);
		if (pageOf(first) !== undefined) return { query: {}, first };
		const query = { query: '*' };
		return { query, first: await service.post('/alerts', { ...(await month(service)), ...query }) };
	},
);

export const firstRows = async (service: ProbedService): Promise<Row[]> =>
	rowsOf((await everything(service)).first);

/** Searches for everything of a stretch of time. */
export const search = async (service: ProbedService, times: Body, more: Body = {}) =>
	await service.post('/alerts', { ...(await everything(service)).query, ...times, ...more });

export interface Walk {
	pages: Answer[];
	/** How other fields beside a cursor are taken; undefined without a cursor. */
	companions: 'accepted' | 'refused' | 'required' | undefined;
	/** Whether the last page was reached. */
	isWhole: boolean;
}

/** Reads the pages after the first one: at most {@link MAX_PAGES}. */
async function walk(service: ProbedService, first: Answer, times: Body): Promise<Walk> {
	const pages = [first];
	let companions: Walk['companions'];
	let page = first;
	for (let read = 0; read < MAX_PAGES; read++) {
		const cursor = cursorOf(page);
		if (cursor === undefined) return { pages, companions, isWhole: true };
		if (read > 0 && rowsOf(page).length === 0) return { pages, companions, isWhole: true };
		const alone = { cursor };
		const beside = { ...times, ...alone };
		const isAlone = companions === 'refused' || (read === 1 && companions === 'accepted');
		page = await service.post('/alerts', isAlone ? alone : beside);
		if (pageOf(page) === undefined) {
			page = await service.post('/alerts', isAlone ? beside : alone);
			companions = read === 0 ? 'refused' : 'required';
		} else companions ??= 'accepted';
		if (pageOf(page) === undefined) return { pages, companions, isWhole: false };
		pages.push(page);
	}
	const isWhole = cursorOf(page) === undefined || rowsOf(page).length === 0;
	return { pages, companions, isWhole };
}

export const monthWalk = once(
	async (service: ProbedService): Promise<Walk> =>
		await walk(service, (await everything(service)).first, await month(service)),
);

/** The Time of an alert as if it were in UTC, ms since 1970; undefined if it has another format. */
export function naiveTime(row: Row | undefined): number | undefined {
	const text = row?.['Time'];
	if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
	const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
	return Number.isNaN(ms) ? undefined : ms;
}

export interface Narrow {
	times: Body;
	answer: Answer;
	/** One of the alerts, when it was, and how far its Time is from UTC, in minutes. */
	row: Row;
	instant: number;
	zone: number;
}

/**
 * A stretch of less than a quarter of an hour that has an alert. It is looked for around the Time of
 * an alert, by halves: in the zone of the service that is up to 14 hours off.
 */
export const narrow = once(async (service: ProbedService): Promise<Narrow | undefined> => {
	const time = naiveTime((await firstRows(service))[0]);
	if (time === undefined) return undefined;
	let from = time - 14 * HOUR;
	let to = Math.min(time + 12 * HOUR, await nowOf(service));
	let answer: Answer | undefined;
	while (to - from > QUARTER - MINUTE) {
		const middle = from + (to - from) / 2;
		const late = await search(service, between(middle, to));
		if (rowsOf(late).length > 0) [from, answer] = [middle, late];
		else [to, answer] = [middle, undefined];
	}
	const times = between(from, to);
	answer ??= await search(service, times);
	const [row] = rowsOf(answer);
	const shown = naiveTime(row);
	if (row === undefined || shown === undefined) return undefined;
	const offset = Math.round((shown - (from + to) / 2) / QUARTER) * QUARTER;
	return { times, answer, row, instant: shown - offset, zone: offset / MINUTE };
});

/** The pages of the short stretch: they are few, so that their end is seen. */
export const narrowWalk = once(async (service: ProbedService): Promise<Walk | undefined> => {
	const found = await narrow(service);
	return found && (await walk(service, found.answer, found.times));
});

/** Whether a search finds an alert of a Time; undefined if its first page does not show that. */
export async function finds(service: ProbedService, times: Body, { row }: Narrow) {
	const answer = await search(service, times);
	const rows = rowsOf(answer);
	if (rows.some((each) => each['Time'] === row['Time'])) return true;
	return rows.length > 0 && cursorOf(answer) !== undefined ? undefined : false;
}
