import { beforeEach, expect, it } from '@jest/globals';

import { call, inside, rowsOf, type ClientAnswer } from '../support/service/client';
import type { Fault } from '../support/service/faults';
import { documented, likely, type Switches } from '../support/service/switches';
import { useService } from '../support/service/useService';

const noon = Date.parse('2026-05-01T12:00:00Z');
const minute = 60_000;
const alertCount = 20;
const withinHour = {
	query: '(TYPE = Windows)',
	start_time: '2026-05-01T11:00:00Z',
	end_time: '2026-05-01T12:00:00Z',
};

const service = useService({ switches: { ...documented.switches, alertPageSize: 7 } });

type Row = Record<string, unknown>;

const search = async (body: object) => await call(service, 'POST', '/alerts', body);
const alertsIn = (answer: ClientAnswer) => rowsOf(answer, 'data');
const cursorIn = (answer: ClientAnswer) => inside(answer, 'meta.cursor');
const totalIn = (answer: ClientAnswer) => Number(inside(answer, 'meta.total_items'));
const messagesOf = (rows: readonly Row[]) =>
	[...new Set(rows.map((row) => String(row['Message'])))].sort();
const isoAt = (ms: number) => new Date(ms).toISOString().replace('.000', '');

/** The messages of the alerts of the hour before noon: what a search of it has to give. */
const allMessages = () =>
	Array.from({ length: service.world.alerts.count }, (_none, index) =>
		service.world.alerts.at(index),
	)
		.filter(({ eventTime }) => eventTime * 1000 >= noon - 60 * minute && eventTime * 1000 <= noon)
		.map(({ message }) => message)
		.sort();

type Step = {
	page: Row[];
	cursor: unknown;
	before: unknown;
	first: number;
	read: number;
	total: number;
};

/** Reads pages until `isEnd` says so; more than 40 are endless. */
const readUntil = async (isEnd: (step: Step) => boolean, between = () => {}) => {
	let answer = await search(withinHour);
	const rows = alertsIn(answer);
	const first = rows.length;
	const totals = [totalIn(answer)];
	let before: unknown;
	for (let pages = 1; pages < 40; pages += 1) {
		const cursor = cursorIn(answer);
		const page = alertsIn(answer);
		const total = totals.at(-1) ?? 0;
		if (isEnd({ page, cursor, before, first, read: rows.length, total })) break;
		if (answer.status !== 200 || pages === 39) return { rows: [], totals };
		between();
		before = cursor;
		answer = await search({ cursor });
		rows.push(...alertsIn(answer));
		if (answer.status === 200) totals.push(totalIn(answer));
	}
	return { rows, totals };
};

const isOver = ({ page, cursor }: Step) =>
	page.length === 0 || typeof cursor !== 'string' || cursor === '';

/** Whether what was read is everything, or is not taken for it. */
const isHonest = (rows: readonly Row[], claimsAll: boolean) =>
	!claimsAll || messagesOf(rows).length === alertCount;

const outliveCursor = () => service.clock.advance(301_000);

/** Sends a throttled request again a minute after each refusal, `tries` times. */
const withPatience = async (isThrottled: (answer: ClientAnswer) => boolean, tries = 3) => {
	const read = async () => await call(service, 'GET', '/log-type');
	await read();
	for (let asked = 0; asked < tries; asked += 1) {
		const answer = await read();
		if (!isThrottled(answer)) return rowsOf(answer, 'data.types').length > 0;
		service.clock.advance(minute);
	}
	return false;
};
const by429 = ({ status }: ClientAnswer) => status === 429;

const isCodeKnown = ({ body }: ClientAnswer) =>
	inside({ body }, 'error.code') !== undefined || inside({ body }, 'code') !== undefined;
/** Whether a client sees every refusal as one. */
const seesRefusals = async (isRefused: (answer: ClientAnswer) => boolean) => {
	const answers = [
		await call(service, 'GET', '/log-type/parser?log_type_id=77'),
		await search({ ...withinHour, query: 'A' }),
		await call(service, 'GET', '/log-sources?page=1&from=1'),
	];
	return answers.every(isRefused);
};

/** Whether a client that looks for a code sees that the input filter refuses a rule. */
const createRule = async () => {
	const rules = service.world.rules.size;
	const sample_log = 'a <script>b</script>';
	const rule = { log_type_id: 503, rule_name: 'New', method: 'regex', sample_log };
	const answer = await call(service, 'POST', '/log-type/parser', rule);
	return !isCodeKnown(answer) === service.world.rules.size > rules;
};

const rulesIn = (id: number) =>
	[...service.world.rules.values()].filter(
		(rule) => rule.log_type_id === id && rule.origin === 'custom',
	).length;

const findUser = async (query: string) => {
	const answer = await search({ ...withinHour, query });
	return alertsIn(answer).map((row) => row['User Name']);
};
const jdoe = 'CORP\\jdoe';

const timesOf = async (secondsEast: (text: string) => number) =>
	alertsIn(
		await search({
			...withinHour,
			start_time: '2026-01-01T00:00:00Z',
			query: '(USERNAME = timed)',
		}),
	)
		.map((row) => String(row['Time']).replace(' ', 'T'))
		.map((text) => Date.parse(`${text}Z`) / 1000 - secondsEast(text));
const timed = ['2026-01-15T10:00:00Z', '2026-05-01T10:00:00Z'].map(
	(text) => Date.parse(text) / 1000,
);

const dateOf = async () => {
	const { headers } = await call(service, 'GET', '/log-type');
	return Date.parse(headers.get('date') ?? '');
};
/** What arrives a minute after a first poll, as a second poll sees it. */
const pollTwice = async () => {
	const since = await dateOf();
	service.clock.advance(minute);
	service.arrive([{ userName: 'late' }]);
	service.clock.advance(minute);
	const until = await dateOf();
	if (!Number.isFinite(since + until)) return 'no time';
	const times = { start_time: isoAt(since), end_time: isoAt(until) };
	return totalIn(await search({ ...times, query: '(USERNAME = late)' }));
};

const findFirstAgain = async () => {
	const one = await call(service, 'GET', '/log-sources?limit=1');
	const id = String(inside(one, 'data.log_sources.0.log_source_id'));
	const found = await call(service, 'GET', `/log-sources?log_source_id=${id}`);
	return rowsOf(found, 'data.log_sources').length;
};

const keyed = (row: Row, name: string) =>
	Object.entries(row).find(([key]) => key.replaceAll(' ', '') === name)?.[1];
const severities = async (body: object, read: (row: Row) => unknown) =>
	alertsIn(await search({ ...withinHour, ...body })).filter((row) => read(row) === 'critical')
		.length;
const criticalOnPage = 7;

const updateRule = async () => {
	const rule = { rule_id: 702, rule_name: 'B', method: 'regex' };
	await call(service, 'PUT', '/log-type/parser', rule);
	return service.world.rules.get(702)?.sample_log;
};

/** Creates a log type, and sends the request again after a 503. */
const createType = async () => {
	const body = { log_type_display_name: 'Door', type: 'syslog' };
	let answer = await call(service, 'POST', '/log-type', body);
	if (answer.status === 503) answer = await call(service, 'POST', '/log-type', body);
	const exists = [...service.world.logTypes.values()].some(
		(type) => type.log_type_display_name === 'Door',
	);
	return (answer.status === 200) === exists ? 'right' : 'wrong';
};

type Scene = { switches?: Partial<Switches>; fault?: Fault };
type Case = {
	/** What catches the wrong client. */
	name: string;
	reading: Scene;
	/** What the wrong client takes for granted, where that is not the documented reading. */
	plain: Scene;
	/** A client that is right under the plain reading only. */
	wrong: () => Promise<unknown>;
	/** `all messages` is the result of allMessages(). */
	expected: unknown;
};

/** A client that is wrong where the service has these readings, and what it should come to. */
const wrongUnder = (
	switches: Partial<Switches>,
	expected: unknown,
	wrong: Case['wrong'],
	{ why = '', plain = {}, fault }: { why?: string; plain?: Partial<Switches>; fault?: Fault } = {},
): Case => {
	const under = (readings: Partial<Switches>): Scene => ({
		switches: readings,
		...(fault && { fault }),
	});
	const name = JSON.stringify(switches).replaceAll('"', '');
	return {
		name: why === '' ? name : `${name}; ${why}`,
		reading: under(switches),
		plain: under(plain),
		wrong,
		expected,
	};
};

const lost: Fault = {
	kind: 'resetMiddle',
	match: { operation: 'getAlerts', body: 'cursor' },
	times: 1,
};

/** Reads with one answer lost: the client sends the cursor again, or skips what it has of a new search. */
const readPastLoss = async (again: 'cursor' | 'skip') => {
	let answer = await search(withinHour);
	const rows = alertsIn(answer);
	let skip = 0;
	while (typeof cursorIn(answer) === 'string' && alertsIn(answer).length > 0) {
		const cursor = cursorIn(answer);
		try {
			answer = await search({ cursor });
		} catch {
			if (again === 'skip') skip = rows.length;
			answer = await search(again === 'cursor' ? { cursor } : withinHour);
		}
		const page = alertsIn(answer);
		rows.push(...page.slice(skip));
		skip = Math.max(0, skip - page.length);
	}
	return messagesOf(rows);
};

const lock = { rateLimit: 1, rateLimitLockMs: 300_000 };
const doubled = `(USERNAME = "${jdoe.replace('\\', '\\\\')}")`;
const raw = `(USERNAME = "${jdoe}")`;
const refusing = { errorStatus: 200, pageAgainstFrom: 'refused' } as const;

/** Throttled answers that a client which knows HTTP 429 alone takes for others. */
const throttled = (switches: Partial<Switches>, isThrottled = by429): Case =>
	wrongUnder({ rateLimit: 1, ...switches }, true, async () => await withPatience(isThrottled), {
		plain: { rateLimit: 1 },
	});

const cases: Case[] = [
	wrongUnder(
		{ cursorText: 'constant' },
		'all messages',
		async () => {
			const { rows } = await readUntil((step) => isOver(step) || step.cursor === step.before);
			return messagesOf(rows);
		},
		{ why: 'a repeated cursor is no loop' },
	),
	wrongUnder({ cursorReuse: 'movesOn' }, 'all messages', async () => await readPastLoss('cursor'), {
		why: 'a cursor sent again skips a page',
		fault: lost,
	}),
	wrongUnder(
		{ endOfCursor: 'emptyPageWithCursor' },
		'all messages',
		async () => messagesOf((await readUntil(({ cursor }) => cursor === undefined)).rows),
		{ why: 'there is a cursor after the end' },
	),
	wrongUnder(
		{ cursorExpiry: 'fewerRows' },
		true,
		async () => {
			const { rows, totals } = await readUntil(isOver, outliveCursor);
			return isHonest(rows, rows.length >= (totals.at(-1) ?? 0));
		},
		{ why: 'the total shrinks with the rows' },
	),
	wrongUnder(
		{ alertPageFill: 'uneven' },
		'all messages',
		async () => messagesOf((await readUntil(({ page, first: full }) => page.length < full)).rows),
		{ why: 'a short page is not the last' },
	),
	wrongUnder({ equalTimes: 'reordered' }, 'all messages', async () => await readPastLoss('skip'), {
		why: 'a search begun anew has another order',
		fault: lost,
	}),
	wrongUnder(
		{ equalTimes: 'lostAtPageEdge' },
		true,
		async () => isHonest((await readUntil(isOver)).rows, true),
		{ why: 'the end comes before the total' },
	),
	wrongUnder({ starQuery: 'refused' }, alertCount, async () =>
		totalIn(await search({ ...withinHour, query: '*' })),
	),
	wrongUnder({ queryBackslash: 'literal' }, [jdoe], async () => await findUser(doubled)),
	wrongUnder({ queryBackslash: 'escape' }, [jdoe], async () => await findUser(raw), {
		plain: { queryBackslash: 'literal' },
	}),
	wrongUnder({ queryBackslash: 'refused' }, [jdoe], async () => await findUser(doubled)),
	wrongUnder({ queryParentheses: 'required' }, ['O"Hara'], async () =>
		findUser('USERNAME = "O\\"Hara"'),
	),
	wrongUnder({ futureEnd: 'refused' }, alertCount, async () =>
		totalIn(await search({ ...withinHour, end_time: '2100-01-01T00:00:00Z' })),
	),
	wrongUnder({ responseType: 'clientUnspaced' }, criticalOnPage, async () =>
		severities({ response_type: 'client' }, (row) => String(row['Alert Severity']).toLowerCase()),
	),
	wrongUnder(
		{ responseType: 'serverUnspaced' },
		criticalOnPage,
		async () =>
			await severities({}, (row) => (keyed(row, 'AlertSeverity') === 'CRITICAL' ? 'critical' : '')),
		{ why: 'the values are spelt in another way' },
	),
	wrongUnder({ ruleUpdate: 'replaces' }, 'user=j.doe action=login', updateRule),
	wrongUnder(
		{ generalRefusals: 'midway' },
		true,
		async () => {
			const before = rulesIn(502);
			const { status } = await call(service, 'DELETE', '/log-type?log_type_id=502');
			return status === 400 && before === rulesIn(502);
		},
		{ why: 'a log type refused may have lost rules' },
	),
	wrongUnder(
		{ generalRefusals: 'midway' },
		true,
		async () => {
			const path = '/log-sources/windows/event-source-configuration';
			const body = { log_source_ids: [1001, 77], source_files: ['Security'] };
			const { status } = await call(service, 'PUT', path, body);
			return status === 400 && !service.world.logSources.get(1001)?.hidden.source_files;
		},
		{ why: 'event source files may be set in part' },
	),
	{
		name: '503 after the work was done',
		reading: { fault: { kind: 'status', status: 503, times: 1, carriedOut: true } },
		plain: { fault: { kind: 'status', status: 503, times: 1 } },
		wrong: createType,
		expected: 'right',
	},
	throttled(
		{ rateLimitBody: 'tooManyRequests' },
		({ status, text }) => status === 429 && text.includes('07001111'),
	),
	throttled(lock),
	throttled({ retryAfter: 'absent' }, ({ headers }) => headers.has('retry-after')),
	wrongUnder(
		{ ...lock, rateLimitLockRenewed: true },
		true,
		async () => await withPatience(by429, 20),
		{ why: 'knocking prolongs the lock', plain: lock },
	),
	wrongUnder(refusing, true, async () => await seesRefusals(({ status }) => status !== 200), {
		plain: { pageAgainstFrom: 'refused' },
	}),
	...(['errorMessage', 'statusFailure', 'errorDescription', 'errorCode', 'mixed'] as const).map(
		(refusalShape) =>
			wrongUnder({ ...refusing, refusalShape }, true, async () => seesRefusals(isCodeKnown), {
				plain: refusing,
			}),
	),
	wrongUnder({ inputFilter: true, errorStatus: 200 }, true, createRule, {
		plain: { errorStatus: 200 },
	}),
	{
		name: 'a login page under 200',
		reading: { fault: { kind: 'html' } },
		plain: {},
		wrong: async () => {
			const { status } = await call(service, 'DELETE', '/log-type?log_type_id=503');
			return (status === 200) === !service.world.logTypes.has(503);
		},
		expected: true,
	},
	wrongUnder({ recordZone: 'Europe/Berlin' }, timed, async () => await timesOf(() => 0)),
	wrongUnder({ recordZone: 'Europe/Berlin' }, timed, async () => await timesOf(() => 3600), {
		why: 'daylight saving',
		plain: { recordZone: 60 },
	}),
	wrongUnder({ largeIds: true }, 1, findFirstAgain),
	...(['absent', 'ahead', 'behind'] as const).map((dateHeader) =>
		wrongUnder({ dateHeader }, 1, pollTwice),
	),
];

/** Alerts at set times before noon. */
function reset(): void {
	service.reset();
	service.clock.freeze(noon);
	const eventTime = noon / 1000 - 600;
	service.arrive(
		Array.from({ length: alertCount - 2 }, (_none, index) => ({
			eventTime,
			severity: 'critical' as const,
			userName: `user ${index}`,
		})),
	);
	service.arrive([
		{ eventTime: eventTime + 1, userName: jdoe },
		{ eventTime: eventTime + 1, userName: 'O"Hara' },
	]);
	service.arrive(timed.map((at) => ({ eventTime: at, userName: 'timed' })));
}

beforeEach(reset);

const enter = ({ switches = {}, fault }: Scene) => {
	service.set(switches);
	if (fault !== undefined) service.faults.push({ ...fault });
};

const outcomeOf = async (client: () => Promise<unknown>) => {
	try {
		return await client();
	} catch (error) {
		return String(error);
	}
};

const expectedOf = ({ expected }: Pick<Case, 'expected'>): unknown =>
	expected === 'all messages' ? allMessages() : expected;

it.each(cases)('$name: catches a wrong client, which succeeds without it', async (one) => {
	enter(one.plain);
	expect(await outcomeOf(one.wrong)).toEqual(expectedOf(one));
	reset();
	enter(one.reading);
	expect(await outcomeOf(one.wrong)).not.toEqual(expectedOf(one));
});

it('every reading of the likely service catches a wrong client', () => {
	const lenient = ['timeOffsets'];
	const caught = new Set(cases.flatMap(({ reading }) => Object.keys(reading.switches ?? {})));
	const missed = Object.keys(likely.switches).filter((name) => !caught.has(name));
	expect(missed).toEqual(lenient);
});
