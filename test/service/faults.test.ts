import { describe, expect, it } from '@jest/globals';

import { call, inside, rowsOf, type ClientAnswer } from '../support/service/client';
import { everyFault, type Fault, type FaultKind } from '../support/service/faults';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });

const path = '/log-sources';
const read = async () => await call(service, 'GET', `${path}?limit=4&page=2`);
const write = async () =>
	await call(service, 'POST', `${path}/windows`, {
		log_sources: [{ log_source: 'NEW', domain_name: 'corp.example.com' }],
	});

/** How a request ends: with an answer, or with none. */
const outcome = async (request: () => Promise<ClientAnswer>) => {
	try {
		const { status, text } = await request();
		return { status, text };
	} catch (error) {
		return { status: 0, text: String(error) };
	}
};

/** Faults that meet a request before its work. */
const UNDONE: readonly FaultKind[] = [
	...(['resetBefore', 'hang', 'html', 'emptyBody'] as const),
	...(['status', 'redirect', 'refusal', 'echo'] as const),
];

/** Sends a write to its end; one that hangs ends with its connection. */
const tryToWrite = async () => {
	const sent = outcome(write);
	while (service.requests[0]?.fault === undefined) await new Promise((next) => setTimeout(next, 2));
	if (service.requests[0].fault === 'hang') await service.refuseConnections();
	await sent;
	await service.acceptConnections();
};

it.each(everyFault())('$name meets a write, which is carried out or not', async ({ fault }) => {
	service.faults.push(fault);
	await tryToWrite();
	const expected = fault.carriedOut ?? !UNDONE.includes(fault.kind);
	expect(service.world.logSourcesNamed('NEW')).toHaveLength(expected ? 1 : 0);
	expect(service.requests).toMatchObject([{ fault: fault.kind, carriedOut: expected }]);
});

const failed = { status: 0, text: 'TypeError: fetch failed' };
const matching = (pattern: RegExp) => expect.stringMatching(pattern);
const rows = (answer: ClientAnswer) => rowsOf(answer, 'data.log_sources');

describe('a read', () => {
	it.each<[Fault, object | ((clean: string) => object)]>([
		[{ kind: 'resetBefore' }, failed],
		[{ kind: 'resetMiddle' }, { status: 0, text: 'TypeError: terminated' }],
		[{ kind: 'afterEffect' }, failed],
		[{ kind: 'cutJson' }, (clean) => ({ status: 200, text: clean.slice(0, clean.length / 2) })],
		[{ kind: 'html' }, { status: 200, text: matching(/^<!DOCTYPE html>/) }],
		[{ kind: 'emptyBody' }, { status: 200, text: '' }],
		[{ kind: 'drip', pieces: 3, everyMs: 5 }, (text) => ({ status: 200, text })],
		[{ kind: 'resetAfter' }, (text) => ({ status: 200, text })],
		[
			{ kind: 'status', status: 502, body: 'html' },
			{ status: 502, text: matching(/<h1>Status 502<\/h1>/) },
		],
		[
			{ kind: 'refusal', code: '07001113', status: 200, detail: 'gone' },
			{ status: 200, text: '{"code":"07001113","title":"Unauthorized","detail":"gone"}' },
		],
		[{ kind: 'echo' }, { status: 400, text: matching(/^{"error".*Authorization: Bearer \w{40}/) }],
		[{ kind: 'hugeNumbers' }, { status: 200, text: matching(/"log_source_id":9{30},/) }],
	])('ends with %j as %j, and is clean afterwards', async (fault, expected) => {
		const clean = await read();
		service.faults.push(fault);
		expect(await outcome(read)).toEqual(
			typeof expected === 'function' ? expected(clean.text) : expected,
		);
		service.clearFaults();
		expect((await read()).text).toBe(clean.text);
	});

	it.each<[Fault, (answer: ClientAnswer) => unknown, unknown]>([
		[{ kind: 'contentType' }, ({ headers }) => headers.get('content-type'), 'text/plain'],
		[
			{ kind: 'status', status: 503, retryAfter: 'date' },
			({ headers }) => headers.get('retry-after'),
			'Fri, 01 May 2026 12:00:01 GMT',
		],
		[
			{ kind: 'metaMissing' },
			(answer) => [Object.keys(inside(answer, 'data') ?? {}), rows(answer).length],
			[['log_sources'], 4],
		],
		[
			{ kind: 'metaWrong' },
			(answer) => inside(answer, 'data.meta'),
			{ total: 'many', limit: null, from: -5, page: 'first', total_log_sources: 'none' },
		],
		[{ kind: 'rowsWrong' }, rows, ['a text', null, 17, ['a list'], true]],
		[{ kind: 'dataWrong', data: 7 }, (answer) => inside(answer, 'data'), 7],
		[{ kind: 'unknownFields' }, (answer) => 'new_in_2031' in (rows(answer)[3] ?? {}), true],
		[{ kind: 'shortPage' }, (answer) => rows(answer).length, 3],
	])('is changed by %j', async (fault, seen, expected) => {
		service.clock.freeze('2026-05-01T12:00:00Z');
		service.faults.push(fault);
		expect(seen(await read())).toEqual(expected);
	});

	it('repeats its first page', async () => {
		service.faults.push({ kind: 'repeatPage' });
		const first = await call(service, 'GET', `${path}?limit=4&page=1`);
		const second = await read();
		expect(rows(second)).toEqual(rows(first));
		expect(inside(second, 'data.meta.page')).toBe(2);
	});

	it('repeats its cursor', async () => {
		service.set({ alertPageSize: 7 });
		service.faults.push({ kind: 'repeatCursor' });
		const first = await call(service, 'POST', '/alerts', { query: '*', ...ALWAYS });
		const cursor = inside(first, 'meta.cursor');
		const second = await call(service, 'POST', '/alerts', { cursor });
		expect(inside(second, 'meta.cursor')).toBe(cursor);
		expect(inside(second, 'data')).not.toEqual(inside(first, 'data'));
	});
});

it('a redirect leads to the same answer, or to another origin where everything is kept', async () => {
	const clean = await read();
	service.faults.push(
		{ kind: 'redirect', to: 'same', times: 1 },
		{ kind: 'redirect', to: 'other', times: 1 },
	);
	const [same, other] = [await read(), await read()].map(({ status, headers }) => {
		expect(status).toBe(302);
		return new URL(headers.get('location') ?? '', service.url);
	});
	const headers = { authorization: `Bearer ${service.token}` };
	expect(await (await fetch(same ?? '', { headers })).text()).toBe(clean.text);
	await fetch(other ?? '', { headers });
	expect(other?.origin).not.toBe(service.url);
	expect(service.foreignRequests).toMatchObject([
		{ method: 'GET', url: '/api/v2/log-sources?limit=4&page=2', headers },
	]);
});

it.each<[string, Partial<Fault>, number[]]>([
	['nothing else', {}, [500, 500, 500, 500]],
	['times', { times: 2 }, [500, 500, 200, 200]],
	['nth', { match: { nth: 3 } }, [200, 200, 500, 200]],
	['another method', { match: { method: 'POST' } }, [200, 200, 200, 200]],
	['operation', { match: { operation: 'getLogSources', nth: 2 } }, [200, 500, 200, 200]],
	['another operation', { match: { operation: 'getAlerts' } }, [200, 200, 200, 200]],
	['a part of the body', { match: { body: '"NEW"' } }, [200, 200, 200, 200, 500]],
])('a match by %s', async (_name, part, expected) => {
	service.faults.push({ kind: 'status', status: 500, ...part } as Fault);
	const requests = [read, read, read, read, write].slice(0, expected.length);
	const statuses = [];
	for (const request of requests) statuses.push((await request()).status);
	expect(statuses).toEqual(expected);
});

it('refuses connections, and accepts them again', async () => {
	await service.refuseConnections();
	expect(await outcome(read)).toEqual(failed);
	await service.acceptConnections();
	expect((await read()).status).toBe(200);
});
