import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { poll, runNode, type NodeRun } from '../support/harness/harness';
import { someReadings } from '../support/service/switches';
import { volumeWorld } from '../support/service/volumeWorld';
import type { NewAlert } from '../support/service/service';
import { useService } from '../support/service/useService';

const service = useService({ world: volumeWorld({}) });

const account = () => ({ baseUrl: service.url, accessToken: service.token });

const run = async (parameters: INodeParameters, credentials: IDataObject = {}): Promise<NodeRun> =>
	await runNode({
		node: 'alert',
		parameters: { returnAll: true, timeRange: 'between', ...parameters },
		credentials: { ...account(), ...credentials },
	});

const rows = ({ error, outputs: [items = []] }: NodeRun): IDataObject[] => {
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

/** Message and key of each row, in one order. */
const keysOf = (found: readonly IDataObject[]): string[] =>
	found.map(({ Message, alert_key }) => `${asText(Message)} ${asText(alert_key)}`).sort();

const arrive = (alerts: ReadonlyArray<NewAlert & { at: string }>): void => {
	service.arrive(
		alerts.map(({ at, ...alert }) => ({ ...alert, eventTime: Date.parse(at) / 1000 })),
	);
};

const NOON = '2026-03-01T12:00:00Z';
const wide = { timeRange: 'between', start_time: '2026-03-01T10:00:00Z', end_time: NOON };

describe.each(someReadings())('at a service with $name', ({ switches }) => {
	beforeEach(() => {
		service.set({ ...switches, dateHeader: 'true', bulkFetchesBeforeReady: 0 });
		service.clock.set(NOON);
		arrive([
			{ at: '2026-03-01T11:54:00Z', message: 'one' },
			{ at: '2026-03-01T11:55:00Z', message: 'alike' },
			{ at: '2026-03-01T11:55:00Z', message: 'alike' },
			{ at: '2026-03-01T11:55:00Z', message: 'alike' },
			{ at: '2026-03-01T11:56:00Z', message: 'alike' },
			{ at: '2026-03-01T11:57:00Z', message: 'last', severity: 'trouble' },
		]);
	});

	it('an alert has the same key and the same names of keys in every operation', async () => {
		const polled = await poll({ parameters: { simplify: false }, credentials: account() });
		const emitted = (polled.data ?? []).flat().map(({ json }) => json);
		const keys = keysOf(emitted);
		expect(keys.length).toBe(6);
		expect(new Set(keys).size).toBe(6);
		expect(keys.every((text) => /^\w+ [0-9a-f]{16}-[123]$/.test(text))).toBe(true);

		const searches: INodeParameters[] = [
			{ operation: 'getAll', ...wide },
			{ operation: 'getAll', start_time: '2026-03-01T11:53:00Z', end_time: '2026-03-01T11:58:00Z' },
			{ operation: 'getAll', ...wide, returnAll: false, limit: 50 },
			{ operation: 'getAll', ...wide, options: { output: 'raw' } },
			{ operation: 'getAll', ...wide, options: { response_type: 'client' } },
			{ operation: 'getAll', ...wide, options: { response_type: 'server' } },
			{ operation: 'exportAlerts', ...wide, format: 'items' },
		];
		for (const search of searches) {
			const found = rows(await run(search));
			expect(keysOf(found)).toEqual(keys);
			if (search.operation !== 'exportAlerts') continue;
			const names = Object.keys(emitted[0] ?? {}).sort();
			expect(found.map((row) => Object.keys(row).sort())).toEqual(found.map(() => names));
		}
		const [bulk] = rows(await run({ operation: 'startBulkRequest', ...wide }));
		const page = { operation: 'getBulkPage', request_id: asText(bulk?.request_id) };
		expect(keysOf(rows(await run(page)))).toEqual(keys);

		const [whole, ...others] = rows(await run({ ...page, options: { asOneItem: true } }));
		expect(others).toEqual([]);
		expect(whole).toMatchObject({ total_items: 6, items_in_current_page: 6 });
		expect(keysOf(whole?.alerts as IDataObject[])).toEqual(keys);
	});

	it('the newest come first with a Limit', async () => {
		const two = await run({ operation: 'getAll', ...wide, returnAll: false, limit: 2 });
		expect(rows(two).map(({ Message, Time }) => [Message, asText(Time).slice(15)])).toEqual([
			['last', '7:00'],
			['alike', '6:00'],
		]);
		const all = await run({ operation: 'getAll', ...wide, returnAll: false, limit: 50 });
		expect(rows(all).map(({ Message }) => Message)).toEqual([
			...['last', 'alike', 'alike', 'alike', 'alike', 'one'],
		]);
	});
});

describe('time_utc', () => {
	const zone = { timeZone: 'Europe/Berlin' };

	beforeEach(() => {
		service.set({ recordZone: 'Europe/Berlin', bulkFetchesBeforeReady: 0 });
		service.clock.set('2026-10-25T04:00:00Z');
		arrive(
			[
				'2026-10-24T23:30:00Z',
				'2026-10-25T00:30:00Z',
				'2026-10-25T01:30:00Z',
				'2026-10-25T02:30:00Z',
			].map((at) => ({ at, message: at })),
		);
	});

	const search = async (start_time: string, end_time: string, output = 'getAll') =>
		rows(await run({ operation: output, format: 'items', start_time, end_time }, zone)).map(
			({ Message, time_utc, alert_key }) => [Message, time_utc, alert_key === ''],
		);

	it.each(['getAll', 'exportAlerts'])(
		'is right around the repeated hour where %s tells which pass it is',
		async (operation) => {
			const whole = await search('2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z', operation);
			expect(whole.sort()).toEqual([
				['2026-10-24T23:30:00Z', '2026-10-24T23:30:00Z', false],
				['2026-10-25T00:30:00Z', '', false],
				['2026-10-25T01:30:00Z', '', false],
				['2026-10-25T02:30:00Z', '2026-10-25T02:30:00Z', false],
			]);
			expect(await search('2026-10-25T00:00:00Z', '2026-10-25T00:59:59Z', operation)).toEqual([
				['2026-10-25T00:30:00Z', '2026-10-25T00:30:00Z', false],
			]);
			// An alert that looks alike may be in the first pass: its number is not known.
			expect(await search('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z', operation)).toEqual([
				['2026-10-25T01:30:00Z', '2026-10-25T01:30:00Z', true],
			]);
		},
	);

	it('comes with the alerts of the trigger', async () => {
		service.set({ dateHeader: 'true' });
		const parameters = { options: { firstFetch: 110 } };
		const { data } = await poll({ parameters, credentials: { ...account(), ...zone } });
		expect((data ?? []).flat().map(({ json }) => json.time_utc)).toEqual(['2026-10-25T02:30:00Z']);
	});

	it('is empty, with a hint, where the zone is a wrong one', async () => {
		const times = { start_time: '2026-10-25T02:00:00Z', end_time: '2026-10-25T03:00:00Z' };
		const result = await run({ operation: 'getAll', ...times }, { timeZone: 'America/New_York' });
		expect(rows(result)).toMatchObject([{ time_utc: '' }]);
		expect(result.hints).toContainEqual(
			expect.objectContaining({
				message: expect.stringContaining('Check Time Zone of the Service'),
			}),
		);
	});
});
