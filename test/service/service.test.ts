import { expect, it } from '@jest/globals';

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

const counting = useService({ recording: 'counts' });

it('can count its requests only', async () => {
	await call(counting, 'GET', '/log-type');
	expect(counting.requests).toHaveLength(0);
	expect(counting.requestCount).toBe(1);
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
