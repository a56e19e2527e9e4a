import { beforeEach, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/texts';
import { accountOf } from '../support/account';
import { rowsOf } from '../support/cases/results';
import { openTrigger, runOperation } from '../support/harness/harness';
import { demoAlert } from '../support/service/demoWorld';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';

const service = useService({ world: volumeWorld({}) });

const NOON = '2026-03-01T12:00:00Z';
const wide = { start_time: '2026-03-01T10:00:00Z', end_time: NOON };

const account = () => ({ ...accountOf(service), timeZone: 'Europe/Berlin' });

const rows = async (operation: string, parameters: INodeParameters = {}) => {
	const search = { returnAll: true, timeRange: 'between', ...wide, ...parameters };
	const credentials = account();
	const run = await runOperation(service, `alert.${operation}`, search, { credentials });
	expect(run.error).toBeUndefined();
	return rowsOf(run);
};

const keysOf = (found: readonly IDataObject[]): string[] =>
	found.map(({ Message, alert_key }) => `${asText(Message)} ${asText(alert_key)}`).sort();

beforeEach(() => {
	// Identical alerts lie on several pages of a search.
	service.set({ recordZone: 'Europe/Berlin', bulkFetchesBeforeReady: 0, alertPageSize: 2 });
	service.clock.freeze(NOON);
	// A poll ignores a service clock that is more than a day from its own.
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOON));
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
	const parameters = { options: { allFields: true } };
	const trigger = await openTrigger({ node: 'alertTrigger', parameters, credentials: account() });
	const polled = await trigger.poll();
	const emitted = (polled.data ?? []).flat().map(({ json }) => json);
	const keys = keysOf(emitted);
	expect(keys.map((text) => text.replace(/ [0-9a-f]{16}/, '')).sort()).toEqual([
		...['alike-1', 'alike-1', 'alike-2', 'alike-3', 'last-1', 'one-1'],
	]);
	expect(emitted.map(({ time_utc }) => time_utc).sort()[5]).toBe('2026-03-01T11:57:00Z');
	const [bulk] = await rows('startBulkRequest');
	const searches: Array<[operation: string, parameters: INodeParameters]> = [
		['getAll', {}],
		['getAll', { returnAll: false, limit: 50 }],
		['getAll', { options: { allFields: true, response_type: 'client' } }],
		['getBulkPage', { request_id: asText(bulk?.request_id) }],
	];
	for (const search of searches) {
		const found = await rows(...search);
		expect(keysOf(found)).toEqual(keys);
		const last = found.find(({ Message }) => Message === 'last');
		expect(last).toMatchObject({ time_utc: '2026-03-01T11:57:00Z' });
	}
});
