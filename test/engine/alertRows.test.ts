import { beforeEach, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { poll, runNode, type NodeRun } from '../support/harness/harness';
import { demoAlert } from '../support/service/demoWorld';
import { volumeWorld } from '../support/service/volumeWorld';
import { useService } from '../support/service/useService';

const service = useService({ world: volumeWorld({}) });

const NOON = '2026-03-01T12:00:00Z';
const wide = { start_time: '2026-03-01T10:00:00Z', end_time: NOON };

const account = () => ({
	baseUrl: service.url,
	accessToken: service.token,
	timeZone: 'Europe/Berlin',
});

const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]): Promise<NodeRun> =>
	await runNode({
		node: 'alert',
		parameters: { returnAll: true, timeRange: 'between', ...wide, ...parameters },
		items: items.map((json) => ({ json })),
		credentials: account(),
	});

const rows = ({ error, outputs: [items = []] }: NodeRun): IDataObject[] => {
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

/** Message and key of each row, in one order. */
const keysOf = (found: readonly IDataObject[]): string[] =>
	found.map(({ Message, alert_key }) => `${asText(Message)} ${asText(alert_key)}`).sort();

beforeEach(() => {
	service.set({ recordZone: 'Europe/Berlin', bulkFetchesBeforeReady: 0 });
	service.clock.set(NOON);
	const alerts = [
		{ at: '2026-03-01T11:54:00Z', message: 'one' },
		...Array.from({ length: 3 }, () => ({ at: '2026-03-01T11:55:00Z', message: 'alike' })),
		{ at: '2026-03-01T11:56:00Z', message: 'alike' },
		{ at: '2026-03-01T11:57:00Z', message: 'last' },
	];
	service.arrive(
		alerts.map(({ at, message }) => ({ ...demoAlert(0, Date.parse(at) / 1000), message })),
	);
});

it('an alert has the same key and time_utc in every operation and in the trigger', async () => {
	const polled = await poll({ parameters: { simplify: false }, credentials: account() });
	const emitted = (polled.data ?? []).flat().map(({ json }) => json);
	const keys = keysOf(emitted);
	expect(keys.map((text) => text.replace(/ [0-9a-f]{16}/, ''))).toEqual([
		...['alike-1', 'alike-1', 'alike-2', 'alike-3', 'last-1', 'one-1'],
	]);
	expect(emitted.map(({ time_utc }) => time_utc).sort()[5]).toBe('2026-03-01T11:57:00Z');
	const [bulk] = rows(await run({ operation: 'startBulkRequest' }));
	const searches: INodeParameters[] = [
		{ operation: 'getAll' },
		{ operation: 'getAll', returnAll: false, limit: 50 },
		{ operation: 'getAll', options: { output: 'raw', response_type: 'client' } },
		{ operation: 'exportAlerts', format: 'items' },
		{ operation: 'getBulkPage', request_id: asText(bulk?.request_id) },
	];
	for (const search of searches) {
		const found = rows(await run(search));
		expect(keysOf(found)).toEqual(keys);
		const last = found.find(({ Message }) => Message === 'last');
		expect(last).toMatchObject({ time_utc: '2026-03-01T11:57:00Z' });
	}
});

it('Get Bulk Page reads the page of each item, as each Output has it', async () => {
	const [bulk] = rows(await run({ operation: 'startBulkRequest' }));
	const request_id = asText(bulk?.request_id);
	service.clearRequests();
	const options = {
		asOneItem: '={{ $json.one }}',
		output: '={{ $json.output }}',
		selectedFields: ['Message'],
		page_no: 1,
	};
	const found = await run({ operation: 'getBulkPage', request_id: '={{ $json.id }}', options }, [
		{ id: request_id, one: false, output: 'simplified' },
		{ id: request_id, one: true, output: 'selectedFields' },
	]);
	expect(rows(found).length).toBe(7);
	expect(rows(found)[0]).toMatchObject({ Time: expect.any(String), alert_key: expect.any(String) });
	expect(rows(found)[6]).toEqual({
		alerts: ['one', 'alike', 'alike', 'alike', 'alike', 'last'].map((Message) => ({ Message })),
		...{ next_page: null, total_items: 6, items_in_current_page: 6 },
	});
	expect(service.requests.map(({ query }) => query)).toEqual(
		[1, 2].map(() => ({ request_id, page_no: '1' })),
	);
});

it('Get Many gives each item the newest of its times, first and up to its Limit', async () => {
	const found = await run(
		{
			operation: 'getAll',
			returnAll: false,
			limit: '={{ $json.limit }}',
			end_time: '={{ $json.end }}',
			options: { output: '={{ $json.output }}' },
		},
		[
			{ limit: 2, end: NOON, output: 'simplified' },
			{ limit: 50, end: '2026-03-01T11:55:30Z', output: 'raw' },
		],
	);
	expect(rows(found).map(({ Message }) => Message)).toEqual(
		[
			['last', 'alike'],
			['alike', 'alike', 'alike', 'one'],
		].flat(),
	);
	expect(rows(found).map((row) => 'Alert Severity' in row)).toEqual(
		[
			[false, false],
			[true, true, true, true],
		].flat(),
	);
});
