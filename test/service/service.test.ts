import { describe, expect, it } from '@jest/globals';

import { call, inside, rowsOf } from '../support/service/client';
import { allScopes, operations } from '../support/service/contract';
import type { Fault } from '../support/service/faults';
import { NotAQuery, parseQuery } from '../support/service/queryGrammar';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });

const corp = 'corp.example.com';
const search = { query: '*', ...ALWAYS };
const add = async (...names: string[]) => {
	const log_sources = names.map((log_source) => ({ log_source, domain_name: corp }));
	return await call(service, 'POST', '/log-sources/windows', { log_sources });
};

it.each(operations)('$id is served, and only to its scope', async ({ method, path, scope }) => {
	const below = path.replace('/api/v2', '');
	const others = service.tokenWith(allScopes.filter((other) => other !== scope));
	const refused = await call(service, method, below, undefined, { token: others });
	expect(refused.body).toMatchObject({ code: '07001113' });
	const token = service.tokenWith([scope]);
	const admitted = await call(service, method, below, undefined, { token });
	expect(admitted.status).not.toBe(404);
	expect(admitted.text).not.toContain('07001113');
});

it('a query is read by the grammar of the specification, and anything else refused', () => {
	const query = '(A = "x AND C = 1" AND (B = "a \\"b\\" \\\\ c")) ';
	expect(parseQuery(query)).toEqual([
		{ field: 'A', value: 'x AND C = 1' },
		{ field: 'B', value: 'a "b" \\ c' },
	]);
	const others = ['', 'A', 'A =', 'A = 1 B = 2', 'A = 1 OR B = 2', '(A = 1', 'A = "open'];
	for (const other of [...others, 'A = two words', 'A != 1', 'A = "\\n"', '"A" = 1', '()']) {
		expect(() => parseQuery(other)).toThrow(NotAQuery);
	}
});

describe('state', () => {
	it('an alert is found from the moment that it arrives', async () => {
		service.clock.freeze('2026-05-01T12:00:00Z');
		const eventTime = Date.parse('2026-05-01T11:59:00Z') / 1000;
		service.arrive([{ eventTime, arrivedAt: service.clock.now() + 90_000 }]);
		const found = async () =>
			inside(await call(service, 'POST', '/alerts', search), 'meta.total_items');
		const before = Number(await found());
		service.clock.advance(90_000);
		expect(await found()).toBe(before + 1);
	});

	it('a log source is deleted by a name that it alone has, or by name and domain', async () => {
		const other = { log_source: 'NEW', domain_name: 'lab.example.com' };
		await add('NEW', 'ALONE');
		await call(service, 'POST', '/log-sources/windows', { log_sources: [other] });
		const remove = async (...log_sources: object[]) =>
			inside(
				await call(service, 'DELETE', '/log-sources/windows', { log_sources }),
				'data.failed_log_sources',
			);
		expect(await remove({ log_source: 'ALONE' }, { log_source: 'NEW' })).toEqual([
			{ log_source: 'NEW', issue: 'Several log sources have this name' },
		]);
		expect(await remove(other, { log_source: 'NEW' })).toEqual([]);
	});

	it('ids of 19 digits are exact, and come back as they came', async () => {
		service.set({ largeIds: true });
		const exact = 1_700_000_000_000_000_001n + 2n * 1002n;
		for (const id of [String(Number(exact)), '1002', '9223372036854775807']) {
			const text = `{"log_sources":[{"log_source_id":${id},"display_name":"1"}]}`;
			const answer = await call(service, 'PUT', '/log-sources', undefined, { text });
			expect(answer.text).toContain(`"failed_log_sources":[{"log_source_id":${id},`);
		}
		const { text } = await call(service, 'GET', `/log-sources?log_source_id=${exact}`);
		expect(text).toContain(`"log_source_id":${exact},`);
	});

	it('is as at the start after a reset', async () => {
		await add('NEW');
		service.set({ errorStatus: 500 });
		service.faults.push({ kind: 'html' });
		service.reset();
		expect(service.world.logSourcesNamed('NEW')).toEqual([]);
		expect(service.requests).toEqual([]);
		expect((await call(service, 'GET', '/log-sources?x=1')).status).toBe(400);
	});

	it('is reached from another process', async () => {
		const control = async (path: string, body?: object) => {
			const sent = body && { method: 'POST', body: JSON.stringify(body) };
			return await (await fetch(`${service.url}/__control${path}`, sent)).json();
		};
		const done = await control('', {
			switches: { errorStatus: 500 },
			itemRefusals: [{ operation: 'addLogSources', item: 'A', issue: 'no' }],
			arrive: [{ userName: 'remote' }],
			advance: 3_600_000,
		});
		expect(done).toEqual({ done: true, arrived: [60] });
		expect(inside(await add('A'), 'data.failed_log_sources.0.issue')).toBe('no');
		expect(await control('/counts')).toEqual({ requests: 1 });
		expect(await control('/requests?after=0')).toMatchObject([{ method: 'POST', status: 200 }]);
		expect(await control('', { switches: { colour: 'red' } })).toEqual({
			why: 'Error: No such switch: colour',
		});
	});
});

/** Whether a write is carried out under each fault. */
const FAULTS: Array<[fault: Fault, isCarriedOut: boolean]> = [
	...(['resetBefore', 'html', 'echo'] as const).map((kind): [Fault, boolean] => [{ kind }, false]),
	[{ kind: 'status', status: 503 }, false],
	[{ kind: 'status', status: 503, carriedOut: true }, true],
	[{ kind: 'redirect', to: 'other' }, false],
	[{ kind: 'refusal', code: '07001111', status: 200 }, false],
	...(['afterEffect', 'resetMiddle', 'cutJson', 'countsDisagree', 'namelessFailures'] as const).map(
		(kind): [Fault, boolean] => [{ kind }, true],
	),
];

describe('faults', () => {
	it.each(FAULTS)('a write that meets %j is carried out: %s', async (fault, isCarriedOut) => {
		service.faults.push(fault);
		await add('NEW').catch(() => undefined);
		expect(service.world.logSourcesNamed('NEW')).toHaveLength(isCarriedOut ? 1 : 0);
		expect(service.requests).toMatchObject([{ fault: fault.kind, carriedOut: isCarriedOut }]);
	});

	it.each<[Partial<Fault>, number[]]>([
		[{}, [500, 500, 500, 500]],
		[{ times: 2 }, [500, 500, 200, 200]],
		[{ match: { nth: 3 } }, [200, 200, 500, 200]],
		[{ match: { operation: 'getLogSources', nth: 2 } }, [200, 500, 200, 200]],
		[{ match: { turns: { pass: 1, meet: 1 } } }, [200, 500, 200, 500]],
		[{ match: { method: 'GET', body: 'x' } }, [200, 200, 200, 200]],
	])('%j meets some requests', async (part, expected) => {
		service.faults.push({ kind: 'status', status: 500, ...part } as Fault);
		const statuses = [];
		for (let nth = 0; nth < 4; nth += 1) {
			statuses.push((await call(service, 'GET', '/log-sources')).status);
		}
		expect(statuses).toEqual(expected);
	});
});

it('a scroll moves on with each request, and ends with an empty page', async () => {
	const scroll = {
		cursorText: 'constant',
		cursorReuse: 'movesOn',
		endOfCursor: 'emptyPage',
	} as const;
	service.set({ ...scroll, alertPageSize: 40 });
	let answer = await call(service, 'POST', '/alerts', search);
	const lengths = [rowsOf(answer, 'data').length];
	const cursors = new Set<unknown>();
	while (lengths.at(-1) !== 0) {
		const cursor = inside(answer, 'meta.cursor');
		cursors.add(cursor);
		answer = await call(service, 'POST', '/alerts', { cursor });
		lengths.push(rowsOf(answer, 'data').length);
	}
	expect([lengths, cursors.size]).toEqual([[40, 20, 0], 1]);
});
