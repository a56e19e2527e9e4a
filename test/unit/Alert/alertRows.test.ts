import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { AlertRows, spanOf } from '../../../nodes/Alert/alertRows';
import { getMany } from '../../../nodes/Alert/operations/getMany';
import { asText } from '../../../nodes/shared/json';
import { scriptedService } from '../../support/unit/scriptedService';

const rowsOf = (records: readonly IDataObject[], timeZone?: string) =>
	new AlertRows({ note: () => undefined, timeZone }, { span: spanOf({}), isFromStart: true }).rows(
		records,
	);

it('the rows of alerts have no key and no time where there is no Time', () => {
	const records = [{ Message: 'a' }, { Message: 'a', Time: null }, { Message: 'a', Time: '' }];
	expect(rowsOf(records, 'UTC').map(({ alert_key, time_utc }) => [alert_key, time_utc])).toEqual([
		['', ''],
		['', ''],
		['', ''],
	]);
	expect(rowsOf([])).toEqual([]);
});

it('the rows of alerts have no key where Time is no time but a long text', () => {
	const records = [100, 101].map((length) => ({ Time: 't'.repeat(length) }));
	expect(rowsOf(records).map(({ alert_key }) => alert_key !== '')).toEqual([true, false]);
});

it('the rows of alerts keep a number of 19 digits, and tell two of them apart', () => {
	const records = ['1700000000000000001', '1700000000000000002'].map((EventID) => ({
		Time: '2026-01-31 08:00:12',
		EventID,
	}));
	const rows = rowsOf(records);
	expect(rows).toMatchObject(records);
	expect(new Set(rows.map(({ alert_key }) => alert_key)).size).toBe(2);
});

const THEN = { now: Date.parse('2026-03-01T12:00:00Z'), zone: 'UTC' };

/** What a search for several values of a field finds, where each value finds what is given. */
async function found(answers: Record<string, IDataObject[]>): Promise<IDataObject[]> {
	const params = {
		timeRange: 'last24Hours' as const,
		start_time: undefined,
		end_time: undefined,
		filters: { conditions: { condition: [{ field: 'USERNAME', value: Object.keys(answers) }] } },
		options: {},
	};
	const { service } = scriptedService(({ body }) => ({
		data: answers[/"(.*)"/.exec(asText(body?.query))?.[1] ?? ''] ?? [],
		meta: {},
	}));
	const rows: IDataObject[] = [];
	const request = getMany.request(params, THEN);
	for await (const page of getMany.pages(params)(service, request, Infinity)) rows.push(...page);
	return rows;
}

const same = { Time: '2026-01-31 08:00:12', Message: 'both' };

it('several searches return an alert once that two of them find, and every identical alert of one search', async () => {
	const rows = await found({
		Win: [same, same, { ...same, Message: 'one' }],
		Windows: [same, same],
	});
	expect(rows.map(({ Message }) => Message)).toEqual(['both', 'both', 'one']);
	expect(new Set(rows.map(({ alert_key }) => alert_key)).size).toBe(3);
	expect((await found({ Win: [same], Windows: [same, same] })).length).toBe(2);
});

it('values that differ in case are searched for each, and what both find comes once', async () => {
	const own = { ...same, Message: 'own' };
	expect((await found({ Admin: [same], admin: [same, own] })).length).toBe(2);
	expect((await found({ Admin: [same], admin: [own] })).length).toBe(2);
});

it('two alerts of two values are two, also if they agree in all that is sent', async () => {
	expect((await found({ alice: [same], bob: [same] })).length).toBe(2);
});
