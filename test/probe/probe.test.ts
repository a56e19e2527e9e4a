import { afterEach, describe, expect, it } from '@jest/globals';

import { startService, type Service } from '../support/service/service';
import { documented, type Switches } from '../support/service/switches';
import { MAX_REQUESTS, probeClient } from '../tools/probe/client';
import { probe, reportOf } from '../tools/probe/probe';

let service: Service | undefined;
afterEach(async () => {
	await service?.stop();
	service = undefined;
});

/** The readings that the probe names for a service. */
async function readingsOf(switches: Partial<Switches>): Promise<Record<string, unknown>> {
	service = await startService({
		switches: { ...documented.switches, bulkFetchesBeforeReady: 0, ...switches },
	});
	const client = probeClient(service.url, service.token, false);
	const findings = await probe(client);
	expect(client.requests).toBeLessThanOrEqual(MAX_REQUESTS);
	return Object.fromEntries(findings.map(({ question, reading }) => [question, reading]));
}

describe('the probe', () => {
	it.each<[string, string, Partial<Switches>]>([
		['query "*"', 'accepted', {}],
		['query "*"', 'refused', { starQuery: 'refused', searchRequires: 'nothing' }],
		['search without a query', 'refused', {}],
		['search without a query', 'accepted', { searchRequires: 'nothing' }],
		['cursor of the next page', 'another', { alertPageSize: 7 }],
		['cursor of the next page', 'the same', { alertPageSize: 7, cursorText: 'constant' }],
		['other fields beside a cursor', 'refused', { alertPageSize: 7, cursorCompanions: 'refused' }],
		['alerts on a full page', '7', { alertPageSize: 7 }],
		['order of alerts', 'newest first', { alertOrder: 'newestFirst' }],
		['order of alerts', 'oldest first', { alertOrder: 'oldestFirst' }],
		['total_items', 'absent', { alertTotals: 'absent' }],
		['page and from together', 'page', { pageAgainstFrom: 'page' }],
		['page and from together', 'from', { pageAgainstFrom: 'from' }],
		['page and from together', 'refused', { pageAgainstFrom: 'refused' }],
		['Date header', 'absent', { dateHeader: 'absent' }],
		['number of the first bulk page', '0', { bulkFirstPage: 0, bulkFetchesBeforeReady: 0 }],
		['number of the first bulk page', '1', { bulkFetchesBeforeReady: 0 }],
		['zone of Time', '120 minutes from UTC', { recordZone: 120 }],
		['zone of Time', '0 minutes from UTC', { recordZone: 0 }],
		['start_time', 'exclusive', { startBound: 'exclusive' }],
		['start_time', 'inclusive', { startBound: 'inclusive' }],
		['end_time', 'exclusive', { endBound: 'exclusive' }],
		['refused token', 'HTTP 401, {code, detail, title}', {}],
		['missing parameter', 'HTTP 200, {error: {code, detail, title}}', { errorStatus: 200 }],
	])('names for %s the reading "%s"', async (question, reading, switches) => {
		expect((await readingsOf(switches))[question]).toBe(reading);
	});

	it('never sends a write, and reports nothing of host, token or contents', async () => {
		service = await startService();
		const client = probeClient(service.url, service.token, false);
		const report = reportOf(await probe(client), client.requests);
		const sent = service.requests.map(({ method, path }) => `${method} ${path}`);
		const reads = /^(?:GET .*|POST \/api\/v2\/alerts(?:\/bulk)?)$/;
		expect(sent.filter((request) => !reads.test(request))).toEqual([]);
		expect(report).not.toContain(service.token);
		expect(report).not.toMatch(/127\.0\.0\.1|localhost|example\.com|Windows/);
	});
});
