import { describe, expect, it } from '@jest/globals';

import { call, inside, rowsOf, type ClientAnswer } from '../support/service/client';
import { everyFault, type Fault, type FaultKind } from '../support/service/faults';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });

const path = '/log-sources';
const machines = '/log-sources/windows';
const read = async () => await call(service, 'GET', `${path}?limit=4&page=2`);
const write = async () =>
	await call(service, 'POST', machines, {
		log_sources: [{ log_source: 'NEW', domain_name: 'corp.example.com' }],
	});
const isAdded = () => service.world.logSourcesNamed('NEW').length === 1;

/** How a read of a list ends: with an answer, or with none. */
const outcome = async (request: () => Promise<{ status: number; text: string }>) => {
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
	const seen = service.requests.length;
	const sent = outcome(write);
	const met = () => service.requests.at(seen)?.fault;
	while (met() === undefined) await new Promise((next) => setTimeout(next, 2));
	if (met() === 'hang') await service.refuseConnections();
	await sent;
	await service.acceptConnections();
};

it.each(everyFault())('$name meets a write, which is carried out or not', async ({ fault }) => {
	service.faults.push(fault);
	await tryToWrite();
	const expected = fault.carriedOut ?? !UNDONE.includes(fault.kind);
	expect(isAdded()).toBe(expected);
	expect(service.requests.at(-1)).toMatchObject({ fault: fault.kind, carriedOut: expected });
});

const failed = { status: 0, text: 'TypeError: fetch failed' };
const html = (start: RegExp) => expect.stringMatching(start);

/** How a read ends with a fault; a function makes it of the text without the fault. */
const endings: Array<[Fault, object | ((clean: string) => object)]> = [
	[{ kind: 'resetBefore' }, failed],
	[{ kind: 'resetMiddle' }, { status: 0, text: 'TypeError: terminated' }],
	[{ kind: 'afterEffect' }, failed],
	[{ kind: 'cutJson' }, (clean) => ({ status: 200, text: clean.slice(0, clean.length / 2) })],
	[{ kind: 'html' }, { status: 200, text: html(/^<!DOCTYPE html>/) }],
	[{ kind: 'emptyBody' }, { status: 200, text: '' }],
	[{ kind: 'drip', pieces: 3, everyMs: 5 }, (text) => ({ status: 200, text })],
	[{ kind: 'resetAfter' }, (text) => ({ status: 200, text })],
	[
		{ kind: 'status', status: 502, body: 'html' },
		{ status: 502, text: html(/<h1>Status 502<\/h1>/) },
	],
	[
		{ kind: 'refusal', code: '07001113', status: 200, detail: 'gone' },
		{ status: 200, text: '{"code":"07001113","title":"Unauthorized","detail":"gone"}' },
	],
];

describe('a read', () => {
	it.each(endings)('ends with %j as %j, and is clean afterwards', async (fault, expected) => {
		const clean = await read();
		service.faults.push(fault);
		expect(await outcome(read)).toEqual(
			typeof expected === 'function' ? expected(clean.text) : expected,
		);
		service.clearFaults();
		expect((await read()).text).toBe(clean.text);
	});

	it.each([
		['seconds', '1'],
		['date', 'Fri, 01 May 2026 12:00:01 GMT'],
		['nonsense', 'soon, perhaps'],
	] as const)('is told when to come back as %s', async (retryAfter, expected) => {
		service.clock.freeze('2026-05-01T12:00:00Z');
		service.faults.push({ kind: 'status', status: 503, retryAfter });
		const answer = await read();
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expected]);
	});

	const rows = (answer: ClientAnswer) => rowsOf(answer, 'data.log_sources');

	it.each<[Fault, (answer: ClientAnswer) => unknown, unknown]>([
		[{ kind: 'contentType' }, ({ headers }) => headers.get('content-type'), 'text/plain'],
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
		[
			{ kind: 'rowsWrong' },
			(answer) => inside(answer, 'data.log_sources'),
			['a text', null, 17, ['a list'], true],
		],
		[{ kind: 'dataWrong', data: 7 }, (answer) => inside(answer, 'data'), 7],
		[
			{ kind: 'unknownFields' },
			(answer) => [inside(answer, 'new_in_2031'), 'new_in_2031' in (rows(answer)[3] ?? {})],
			[{ nested: ['value'] }, true],
		],
		[
			{ kind: 'hugeNumbers' },
			({ text }) => text,
			expect.stringContaining(`"log_source_id":${'9'.repeat(30)},`),
		],
		[{ kind: 'shortPage' }, (answer) => rows(answer).length, 3],
	])('is changed by %j', async (fault, seen, expected) => {
		service.faults.push(fault);
		expect(seen(await read())).toEqual(expected);
	});

	it('repeats its first page', async () => {
		const first = await call(service, 'GET', `${path}?limit=4&page=1`);
		service.faults.push({ kind: 'repeatPage' });
		await call(service, 'GET', `${path}?limit=4&page=1`);
		const second = await read();
		expect(inside(second, 'data.log_sources')).toEqual(inside(first, 'data.log_sources'));
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

	it('is refused with an echo of the token and the body', async () => {
		service.faults.push({ kind: 'echo' });
		const answer = await write();
		expect(answer.status).toBe(400);
		expect(inside(answer, 'error.detail')).toContain(`Bearer ${service.token}`);
		expect(inside(answer, 'error.detail')).toContain('"NEW"');
	});
});

it('a redirect to the same origin leads to the same answer', async () => {
	const clean = await read();
	service.faults.push({ kind: 'redirect', to: 'same', times: 1 });
	const answer = await read();
	expect(answer.status).toBe(302);
	const location = `${service.url}${answer.headers.get('location') ?? ''}`;
	const followed = await fetch(location, {
		headers: { authorization: `Bearer ${service.token}` },
	});
	expect(await followed.text()).toBe(clean.text);
});

it('a redirect to another origin leads where everything is kept', async () => {
	service.faults.push({ kind: 'redirect', to: 'other', status: 307 });
	const location = (await read()).headers.get('location') ?? '';
	expect(new URL(location).origin).not.toBe(new URL(service.url).origin);
	await fetch(location, { headers: { authorization: 'Bearer leaked' } });
	expect(service.foreignRequests).toEqual([
		expect.objectContaining({
			method: 'GET',
			url: '/api/v2/log-sources?limit=4&page=2',
			headers: expect.objectContaining({ authorization: 'Bearer leaked' }),
		}),
	]);
});

const statuses = async (count: number) => {
	const seen = [];
	for (let index = 0; index < count; index += 1) seen.push((await read()).status);
	return seen;
};

it.each<[string, Partial<Fault>, number[]]>([
	['nothing else', {}, [500, 500, 500, 500]],
	['times', { times: 2 }, [500, 500, 200, 200]],
	['nth', { match: { nth: 3 } }, [200, 200, 500, 200]],
	['method', { match: { method: 'GET' } }, [500, 500, 500, 500]],
	['another method', { match: { method: 'POST' } }, [200, 200, 200, 200]],
	['operation', { match: { operation: 'getLogSources', nth: 2 } }, [200, 500, 200, 200]],
	['another operation', { match: { operation: 'getAlerts' } }, [200, 200, 200, 200]],
])('a match by %s', async (_name, part, expected) => {
	service.faults.push({ kind: 'status', status: 500, ...part } as Fault);
	expect(await statuses(4)).toEqual(expected);
});

it('a match by a part of the body', async () => {
	service.faults.push({ kind: 'status', status: 500, match: { body: '"NEW"' } });
	expect((await write()).status).toBe(500);
	expect((await read()).status).toBe(200);
});

it('refuses connections, and accepts them again', async () => {
	await service.refuseConnections();
	expect(await outcome(read)).toEqual({ status: 0, text: 'TypeError: fetch failed' });
	await service.acceptConnections();
	expect((await read()).status).toBe(200);
});
