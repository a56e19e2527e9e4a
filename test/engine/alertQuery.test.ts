import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { poll, runNode } from '../support/harness/harness';
import { someReadings } from '../support/service/switches';
import { volumeWorld } from '../support/service/volumeWorld';
import { useService } from '../support/service/useService';

const service = useService({ world: volumeWorld({}) });

beforeEach(() => {
	service.clock.set('2026-03-01T12:00:00Z');
	const eventTime = Date.parse('2026-03-01T11:57:00Z') / 1000;
	service.arrive(
		['4624', '4625', '4625', '4740'].map((eventId, index) => ({
			eventTime: eventTime + index,
			eventId,
			source: index < 2 ? 'Security' : 'System',
			message: `${eventId} ${index}`,
		})),
	);
	service.clearRequests();
});

const wide = {
	timeRange: 'between',
	start_time: '2026-03-01T10:00:00Z',
	end_time: '2026-03-01T12:00:00Z',
};

const conditions = (...rows: Array<[string, ...string[]]>): INodeParameters => ({
	filters: { conditions: { condition: rows.map(([field, ...value]) => ({ field, value })) } },
});

const run = async (parameters: INodeParameters, item: IDataObject = {}) =>
	await runNode({
		node: 'alert',
		parameters: { operation: 'getAll', returnAll: true, ...wide, ...parameters },
		items: [{ json: item }],
		credentials: { baseUrl: service.url, accessToken: service.token },
	});

const sentQueries = () =>
	service.requests
		.map(({ body }) => asText((body as { query?: string }).query))
		.filter((query) => query !== '' && query !== '*');

describe.each(someReadings())(
	'several values of a field, at a service with $name',
	({ switches }) => {
		beforeEach(() => {
			service.set(switches);
		});

		it('find the alerts that have one of them, each once', async () => {
			const { error, outputs, hints } = await run({
				...conditions(['EVENTID', '4625', '4740', '4625'], ['SOURCE', 'Security', 'System']),
				...{ returnAll: false, limit: 50 },
			});
			expect(error).toBeUndefined();
			expect(outputs[0]?.map(({ json }) => json.Message)).toEqual(['4740 3', '4625 2', '4625 1']);
			const queries = ['4625', '4740'].flatMap((id) =>
				['Security', 'System'].map((source) => `(EVENTID = "${id}" AND SOURCE = "${source}")`),
			);
			expect([...new Set(sentQueries())]).toEqual(queries);
			expect(hints.filter(({ type }) => type === 'info').map(({ message }) => message)).toEqual(
				expect.arrayContaining(queries.map((query) => `Query sent: ${query}`)),
			);
		});

		it('are counted together', async () => {
			const { outputs } = await run({
				operation: 'count',
				...conditions(['EVENTID', '4624', '4625', 'none']),
			});
			expect(outputs[0]?.map(({ json }) => json)).toEqual([{ count: 3 }]);
		});
	},
);

describe('several values of a field', () => {
	const several = conditions(['EVENTID', '4625', '4740']);

	it.each<[string, INodeParameters]>([
		['an export', { operation: 'exportAlerts' }],
		['a bulk request', { operation: 'startBulkRequest' }],
	])('are refused for %s: nothing is sent', async (_what, parameters) => {
		const { error } = await run({ ...parameters, ...several });
		expect(error).toMatchObject({
			message: expect.stringContaining('more than one value for a field'),
		});
		expect(service.requests).toEqual([]);
	});

	it('are refused by the trigger', async () => {
		const credentials = { baseUrl: service.url, accessToken: service.token };
		const { error } = await poll({ parameters: several, credentials });
		expect(error).toMatchObject({ message: 'Conditions has more than one value for a field' });
	});

	it('are refused where they ask for more than 20 searches', async () => {
		const ids = Array.from({ length: 7 }, (_none, index) => String(index));
		const { error } = await run(conditions(['EVENTID', ...ids], ['SOURCE', 'a', 'b', 'c']));
		expect(error).toMatchObject({ message: expect.stringContaining('would take 21 searches') });
	});

	it.each([
		[{ field: 'EVENTID', value: ['={{ $json.none }}'] }],
		[{ field: 'EVENTID', value: ['4625', '={{ $json.empty }}'] }],
		[{ field: 'EVENTID', value: '={{ $json.none }}' }],
		[{ field: 'EVENTID', value: [] }],
		[{ field: '={{ $json.none }}', value: ['4625'] }],
	])('are refused where one is empty: %j', async (condition) => {
		const { error } = await run(
			{ filters: { conditions: { condition: [condition] } } },
			{ empty: '' },
		);
		expect(error).toMatchObject({ message: expect.stringContaining('is empty') });
		expect(service.requests).toEqual([]);
	});
});

describe('the query', () => {
	it('is shown in a hint of the run, of five items at most', async () => {
		const { hints } = await runNode({
			node: 'alert',
			parameters: {
				operation: 'getAll',
				...wide,
				filters: { query: '=(EVENTID = "{{ $json.id }}")' },
			},
			items: Array.from({ length: 7 }, (_none, index) => ({ json: { id: `<${index % 6}>` } })),
			credentials: { baseUrl: service.url, accessToken: service.token },
		});
		expect(hints.map(({ message }) => message)).toEqual(
			[0, 1, 2, 3, 4].map((index) => `Query sent: (EVENTID = "&lt;${index}&gt;")`),
		);
	});

	it('takes its field from the picker', async () => {
		const field = { __rl: true, mode: 'list', value: 'EVENTID', cachedResultName: 'x' };
		const condition = [{ field, value: ['4740'] }];
		const { outputs } = await run({ filters: { conditions: { condition } } });
		expect(outputs[0]?.map(({ json }) => json.Message)).toEqual(['4740 3']);
	});
});
