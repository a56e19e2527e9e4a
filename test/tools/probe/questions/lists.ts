import {
	AGENTS,
	ALERT_PROFILES,
	COMPUTERS,
	DOMAINS,
	LOG_SOURCE_GROUPS,
	LOG_SOURCES,
	LOG_TYPES,
} from '../../../../nodes/lists/lists';
import type { List } from '../../../../nodes/shared/pagination/list';
import type { ProbedService } from '../client';
import { ask, asRow, asRows, isRefused, isUnauthorized, once, rowsAt, type Row } from '../question';
import { hello } from './hello';

const LIMIT = 1000;

const firstPage = once(
	async (service: ProbedService) => await service.get('/log-sources', { limit: LIMIT }),
);

const logSources = async (service: ProbedService): Promise<Row[]> =>
	rowsAt(await firstPage(service), 'log_sources');

/** Whether a list has its rows at the documented place, with the fields that the package needs. */
const list = ({ nouns, request, rows, id, name }: List) =>
	ask(
		`List of ${nouns} (GET ${request.path})`,
		'as documented',
		async (service: ProbedService) => {
			const limit = nouns === 'computers' ? { limit: 10 } : undefined;
			const isKnown = request.path === '/log-sources';
			const answer = await (isKnown ? firstPage(service) : service.get(request.path, limit));
			if (isUnauthorized(answer)) return 'refused to this token';
			if (isRefused(answer)) return 'refused';
			const found = rows(answer.body);
			if (!Array.isArray(found)) return 'no list where it is documented';
			const missing = [id, name].filter((field) => asRows(found).some((row) => !(field in row)));
			return missing.length === 0 ? 'as documented' : `without ${missing.join(' and ')}`;
		},
		`Get Many and the pickers of ${nouns} do not work; check the scope ${request.scope}.`,
	);

async function pageAndFrom(service: ProbedService): Promise<string | undefined> {
	const ids = (rows: readonly Row[]) => rows.map((row) => String(row['log_source_id'])).join();
	const idsAt = async (query: Record<string, number>) =>
		ids(rowsAt(await service.get('/log-sources', { limit: 1, ...query }), 'log_sources'));
	const first = ids(rowsAt(await hello(service), 'log_sources'));
	const second = await idsAt({ page: 2 });
	if (first === '' || second === '') return undefined;
	if (first === second) return 'page is ignored';
	const both = await idsAt({ page: 2, from: 1 });
	if (both === '') return 'refused';
	return both === second ? 'page counts' : both === first ? 'from counts' : 'neither counts';
}

/** The rows of a page at most; undefined if a page holds all. */
const largestPage = once(async (service: ProbedService): Promise<number | undefined> => {
	const { length } = await logSources(service);
	if (length === 0 || length >= LIMIT) return length;
	const next = await service.get('/log-sources', { limit: length, page: 2 });
	return rowsAt(next, 'log_sources').length > 0 ? length : undefined;
});

async function total(service: ProbedService): Promise<string | undefined> {
	const { body } = await firstPage(service);
	const { length } = await logSources(service);
	if (length === 0) return undefined;
	const said = asRow(asRow(body['data'])['meta'])['total'];
	if (said === undefined) return 'absent';
	const isWhole = (await largestPage(service)) === undefined;
	if (said === length) return isWhole ? 'all rows' : 'rows of the page';
	if (typeof said !== 'number' || said < length) return 'too small';
	return isWhole ? 'too large' : 'more than the page';
}

async function nameFilter(service: ProbedService): Promise<string | undefined> {
	const names = (await logSources(service)).map((row) => String(row['log_source']));
	const part = names.find(({ length }) => length > 3)?.slice(0, -1);
	if (part === undefined) return undefined;
	const found = rowsAt(await service.get('/log-sources', { log_source: part }), 'log_sources');
	const isPart = found.some((row) => String(row['log_source']).length > part.length);
	return isPart ? 'a part of the name' : 'the whole name';
}

async function modes(service: ProbedService): Promise<string | undefined> {
	const found = (await logSources(service)).map((row) => String(row['log_collection_mode']));
	if (found.length === 0) return undefined;
	return found.every((text) => text === text.toUpperCase()) ? 'upper case' : 'mixed case';
}

async function idLength(service: ProbedService): Promise<string | undefined> {
	const ids = (await logSources(service)).map((row) => row['log_source_id']);
	if (ids.length === 0) return undefined;
	if (!ids.every((id) => /^\d{1,19}$/.test(String(id)))) return 'no whole numbers';
	return ids.some((id) => typeof id === 'string') ? 'more than 15 digits' : 'short';
}

export const listQuestions = [
	...[LOG_SOURCES, LOG_SOURCE_GROUPS, AGENTS, DOMAINS, COMPUTERS, LOG_TYPES, ALERT_PROFILES].map(
		list,
	),
	ask(
		'Both page and from',
		'page counts / from counts / refused',
		pageAndFrom,
		'Lists of several pages may repeat rows or leave rows out.',
	),
	ask('Largest page of a list', 'rows / all rows', async (service: ProbedService) => {
		const rows = await largestPage(service);
		return rows === undefined ? 'all rows' : rows === 0 ? undefined : `rows: ${rows}`;
	}),
	ask(
		'Total of a list',
		'all rows / rows of the page / more than the page / too large / absent',
		total,
		'A list may end before its last row.',
	),
	ask('Filter by name', 'the whole name / a part of the name', nameFilter),
	ask('Spelling of log_collection_mode', 'upper case / mixed case', modes),
	ask('IDs', 'short / more than 15 digits', idLength, 'Operations that take an ID do not work.'),
];
