import {
	countIn,
	dataOf,
	finding,
	isRefused,
	rowsIn,
	type Findings,
	type ProbedService,
} from './service';

/** The lists: path, member of `data` (the data itself without one), ID and name of a row. */
const LISTS = [
	['log sources', '/log-sources', 'log_sources', 'log_source_id', 'log_source'],
	[
		'log source groups',
		'/log-sources/log-source-groups',
		'groups',
		'log_source_group_id',
		'log_source_group',
	],
	['agents', '/log-sources/agents', 'agents', 'agent_id', 'agent_name'],
	['domains', '/log-sources/domains', 'domains', 'domain_id', 'domain_name'],
	['computers', '/log-sources/computers', '', 'guid', 'name'],
	['log types', '/log-type', 'types', 'log_type_id', 'log_type_display_name'],
	['alert profiles', '/alerts/profile', '', 'profile_id', 'profile_name'],
] as const;

/** Token, clock and refusals. */
export async function* connection(service: ProbedService): Findings {
	const hello = await service.ask('GET', '/log-sources', { query: { limit: 1 } });
	const isAccepted = rowsIn(dataOf(hello)['log_sources']) !== undefined;
	yield finding('Access token', 'accepted', isAccepted ? 'accepted' : `HTTP ${hello.status}`);

	const minutes = Math.round((hello.date - Date.now()) / 60_000);
	const clock = Number.isNaN(minutes) ? 'no Date header' : `${minutes} minutes off`;
	yield finding(
		'Clock against this computer',
		'less than an hour off',
		clock,
		!(Math.abs(minutes) >= 60),
	);

	const refusals = [
		await service.ask('GET', '/log-sources', { token: 'n8n-probe' }),
		await service.ask('POST', '/alerts', { body: { cursor: 'n8n-probe' } }),
		await service.ask('GET', '/alerts/bulk', { query: { request_id: 'n8n-probe', page_no: 1 } }),
		await service.ask('GET', '/log-type/parser'),
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

/** Places and fields of the lists, their paging, and the filter by name. */
export async function* lists(service: ProbedService): Findings {
	for (const [nouns, path, member, id, name] of LISTS) {
		const query = path.endsWith('/computers') ? { limit: 10 } : {};
		const answer = await service.ask('GET', path, { query });
		const rows = rowsIn(member === '' ? answer.body['data'] : dataOf(answer)[member]);
		const missing = [id, name].filter((field) => rows?.some((row) => !(field in row)));
		const without = missing.length === 0 ? 'as documented' : `rows without ${missing.join(', ')}`;
		yield finding(
			`List of ${nouns}`,
			'as documented',
			rows === undefined ? `HTTP ${answer.status}, no list` : without,
		);
	}
	yield* paging(service);
}

async function* paging(service: ProbedService): Findings {
	const page = async (query: Record<string, string | number>) => {
		const answer = await service.ask('GET', '/log-sources', { query });
		const { total } = (dataOf(answer)['meta'] ?? {}) as { total?: unknown };
		return { answer, total, rows: rowsIn(dataOf(answer)['log_sources']) ?? [] };
	};
	const ids = ({ rows }: { rows: Row[] }) => rows.map((row) => String(row['log_source_id'])).join();
	type Row = Record<string, unknown>;

	const whole = await page({ limit: 1000, page: 1 });
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
	const second = length > 1 ? ids(await page({ limit: 1, page: 2 })) : undefined;
	const isNext = second === String(whole.rows[1]?.['log_source_id']);
	yield finding(
		'Page 2 of a list',
		'the next rows',
		second && (isNext ? 'the next rows' : 'other rows'),
	);
	const beyond = await page({ limit: 1000, page: 900 });
	const isEmpty = !isRefused(beyond.answer) && beyond.rows.length === 0;
	yield finding('A page after the last one', 'no rows', isEmpty ? 'no rows' : 'rows or a refusal');

	const name = String(whole.rows[0]?.['log_source']);
	const found = (await page({ log_source: name, limit: 1000 })).rows;
	const isFound = found.some((row) => row['log_source'] === name);
	const isNarrowed = found.length < length || length === 1;
	yield finding(
		'Filter by name',
		'narrows the list',
		isFound ? (isNarrowed ? 'narrows the list' : 'is ignored') : 'does not find the name',
	);
	const isId = whole.rows.every((row) => /^\d{1,19}$/.test(String(row['log_source_id'])));
	yield finding('IDs', 'up to 19 digits', isId ? 'up to 19 digits' : 'of another kind');
}
