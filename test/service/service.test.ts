import { describe, expect, it } from '@jest/globals';

import { call, inside } from '../support/service/client';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const remote = async (path: string, body?: object) => {
	const answer = await fetch(`${service.url}/__control${path}`, {
		...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: await answer.json() };
};

describe('the record', () => {
	it('has each request and its answer', async () => {
		service.clock.freeze('2026-05-01T12:00:00Z');
		await call(service, 'POST', '/log-type?a=1&a=2&b=%20', undefined, { text: '{"x": 1}' });
		expect(service.requests).toEqual([
			{
				number: 1,
				method: 'POST',
				path: '/api/v2/log-type',
				operation: 'createLogType',
				query: { a: ['1', '2'], b: ' ' },
				text: '{"x": 1}',
				body: { x: 1 },
				headers: expect.objectContaining({ authorization: `Bearer ${service.token}` }),
				at: Date.parse('2026-05-01T12:00:00Z'),
				status: 400,
				carriedOut: false,
				why: expect.stringContaining('additional properties'),
				fault: undefined,
			},
		]);
	});

	const counting = useService({ recording: 'counts' });

	it('can be counts only', async () => {
		await call(counting, 'GET', '/log-type');
		expect(counting.requests).toHaveLength(0);
		expect(counting.requestCount).toBe(1);
	});

	it('has requests to no operation', async () => {
		await call(service, 'PATCH', '/log-sources');
		expect(service.requests).toMatchObject([{ operation: undefined, status: 404 }]);
	});
});

it('adds latency', async () => {
	service.latencyMs = 50;
	const answer = call(service, 'GET', '/log-type');
	while (service.requests.length === 0) await new Promise((next) => setTimeout(next, 1));
	expect(service.requests[0]?.status).toBe(0);
	expect((await answer).status).toBe(200);
	expect(service.requests[0]?.status).toBe(200);
});

it('lets alerts arrive at a rate until the rate is stopped', async () => {
	const stop = service.arrivals(1000);
	while (service.world.alerts.count < 80) await new Promise((next) => setTimeout(next, 5));
	stop();
	const { count } = service.world.alerts;
	await new Promise((next) => setTimeout(next, 60));
	expect(service.world.alerts.count).toBe(count);
});

it('is in its first state after a reset', async () => {
	const before = (await call(service, 'GET', '/log-sources')).text;
	await call(service, 'DELETE', '/log-sources/windows', { log_sources: [{ log_source_id: 1001 }] });
	service.set({ errorStatus: 500 });
	service.faults.push({ kind: 'html' });
	service.latencyMs = 1;
	service.reset();
	expect(service.requests).toEqual([]);
	expect(service.switches.errorStatus).toBe('fitting');
	const after = (await call(service, 'GET', '/log-sources')).text;
	const undated = (text: string) => text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '');
	expect(undated(after)).toBe(undated(before));
});

it('from another process switches, faults, arrivals and time are set, and requests read', async () => {
	const done = await remote('', {
		switches: { errorStatus: 500 },
		faults: [{ kind: 'html', times: 1 }],
		itemRefusals: [{ operation: 'addLogSources', item: 'A', issue: 'no' }],
		arrive: [{ userName: 'remote' }],
		advance: 3_600_000,
	});
	expect(done.body).toEqual({ done: true, arrived: [60] });
	expect((await call(service, 'GET', '/log-type')).text).toContain('Sign in');
	expect((await call(service, 'GET', '/log-type?x=1')).status).toBe(500);
	expect(service.clock.now() - Date.now()).toBeGreaterThan(3_500_000);
	expect((await remote('/requests?after=1')).body).toMatchObject([{ number: 2, status: 500 }]);
	expect((await remote('/counts')).body).toMatchObject({ requests: 2 });
	expect((await remote('/alerts?from=60')).body).toMatchObject([{ index: 60, userName: 'remote' }]);
	const added = await call(service, 'POST', '/log-sources/windows', {
		log_sources: [{ log_source: 'A', domain_name: 'corp.example.com' }],
	});
	expect(inside(added, 'data.failed_log_sources.0.issue')).toBe('no');
});

it('from another process unknown switches and paths are refused', async () => {
	expect((await remote('', { switches: { colour: 'red' } })).status).toBe(400);
	const nothing = await fetch(`${service.url}/__control/nothing`);
	expect(nothing.status).toBe(404);
});
