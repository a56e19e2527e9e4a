import { describe, expect, it } from '@jest/globals';

import { call, inside, rowsOf } from '../support/service/client';
import { documented } from '../support/service/switches';
import { volumeWorld } from '../support/service/volumeWorld';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });

const everything = { query: '*', ...ALWAYS };
const search = async (body: object) => await call(service, 'POST', '/alerts', body);
const total = async (body: object) => inside(await search(body), 'meta.total_items');

describe('Get alerts', () => {
	it('answers records with spaced keys', async () => {
		service.arrive([{ eventTime: Date.parse('2026-03-04T05:06:07Z') / 1000, userName: 'a b' }]);
		const answer = await search({ ...everything, query: 'USERNAME = "a b"' });
		expect(answer.body).toEqual({
			data: [
				{
					'Display Name': { '10': 'CORP-PC-10' },
					Category: 'Logon',
					Message: expect.stringContaining('no. 60'),
					'User Name': 'a b',
					Severity: 'error',
					Time: '2026-03-04 05:06:07',
					'Event ID': '4625',
					Source: 'Security',
					'Alert Severity': 'CRITICAL',
					'Log Source Type': 'Windows',
					Type: 'Windows',
					'Profile Name': 'Brute force',
					'Log Source': 'CORP-PC-10',
				},
			],
			meta: { total_items: 1, items_in_current_page: 1 },
		});
	});

	it('filters by query, severity, status and profile', async () => {
		expect(await total(everything)).toBe(60);
		expect(await total({ ...everything, query: '(EVENTID = 4625 AND USERNAME = "J.DOE")' })).toBe(
			3,
		);
		expect(await total({ ...everything, query: 'USERNAME = "O\\"Hara"' })).toBe(12);
		expect(await total({ ...everything, severity: 'critical,trouble' })).toBe(45);
		expect(await total({ ...everything, status: 'closed' })).toBe(20);
		expect(await total({ ...everything, profile_ids: [901, 902] })).toBe(30);
		expect(await total({ ...everything, profile_ids: [7] })).toBe(0);
		expect(
			await total({ ...everything, severity: 'critical', status: 'open', query: 'EVENTID=1102' }),
		).toBe(5);
	});

	it('finds alerts from the moment that they arrive', async () => {
		service.clock.freeze('2026-05-01T12:00:00Z');
		const minute = { ...everything, start_time: '2026-05-01T11:00:00Z' };
		const eventTime = Date.parse('2026-05-01T11:59:00Z') / 1000;
		service.arrive([{ eventTime }, { eventTime, arrivedAt: service.clock.now() + 90_000 }]);
		expect(await total(minute)).toBe(1);
		service.clock.advance(89_999);
		expect(await total(minute)).toBe(1);
		service.clock.advance(1);
		expect(await total(minute)).toBe(2);
	});

	it('keeps the status of an alert', async () => {
		const [index = 0] = service.arrive([{ status: 'open' }]);
		expect(await total({ ...everything, status: 'open' })).toBe(21);
		service.world.alerts.setStatus(index, 'closed');
		expect(await total({ ...everything, status: 'open' })).toBe(20);
	});
});

describe('a bulk request', () => {
	const large = useService({
		world: volumeWorld({ alerts: 10_001 }),
		switches: { ...documented.switches, bulkFetchesBeforeReady: 0 },
	});

	it.each([false, true])('is fetched in pages of 5,000 (trusted: %s)', async (trusted) => {
		large.set({ trusted });
		const started = await call(large, 'POST', '/alerts/bulk', everything);
		const id = String(inside(started, 'data.request_id'));
		const pages = [];
		for (const page of [1, 2, 3]) {
			pages.push(await call(large, 'GET', `/alerts/bulk?request_id=${id}&page_no=${page}`));
		}
		expect(pages.map((page) => inside(page, 'meta'))).toEqual([
			{ next_page: 2, total_items: 10_001, items_in_current_page: 5000 },
			{ next_page: 3, total_items: 10_001, items_in_current_page: 5000 },
			{ total_items: 10_001, items_in_current_page: 1 },
		]);
		const messages = pages.flatMap((page) => rowsOf(page, 'data').map((row) => row['Message']));
		expect(new Set(messages).size).toBe(10_001);
		const [bulkRow = {}] = rowsOf({ body: pages[0]?.body }, 'data');
		const [row = {}] = rowsOf(await call(large, 'POST', '/alerts', everything), 'data');
		expect(Object.keys(bulkRow)).toEqual(Object.keys(row).map((key) => key.replaceAll(' ', '')));
	});
});
