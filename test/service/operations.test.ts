import { expect, it } from '@jest/globals';

import { call, inside, rowsOf } from '../support/service/client';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });

const corp = 'corp.example.com';

it('an alert is found from the moment that it arrives, and keeps its status', async () => {
	service.clock.freeze('2026-05-01T12:00:00Z');
	const minute = { query: '*', start_time: '2026-05-01T11:00:00Z', end_time: ALWAYS.end_time };
	const found = async (status: string) => {
		const answer = await call(service, 'POST', '/alerts', { ...minute, status });
		return inside(answer, 'meta.total_items');
	};
	const eventTime = Date.parse('2026-05-01T11:59:00Z') / 1000;
	const late = { eventTime, arrivedAt: service.clock.now() + 90_000 };
	const [, index = 0] = service.arrive([{ eventTime }, late]);
	service.clock.advance(89_999);
	expect(await found('open')).toBe(1);
	service.clock.advance(1);
	expect(await found('open')).toBe(2);
	service.world.alerts.setStatus(index, 'closed');
	expect([await found('open'), await found('closed')]).toEqual([1, 1]);
});

it('additions have bare ids in another order', async () => {
	const log_sources = ['NEW-1', 'NEW-2', 'NEW-3'].map((log_source) => ({
		log_source,
		domain_name: corp,
	}));
	const answer = await call(service, 'POST', '/log-sources/windows', { log_sources });
	const ids = rowsOf(answer, 'data.added_log_sources').map(Number);
	expect(ids).not.toEqual(ids.toSorted());
	expect(ids.map((id) => service.world.logSources.get(id)?.log_source).toSorted()).toEqual(
		log_sources.map(({ log_source }) => log_source),
	);
});
