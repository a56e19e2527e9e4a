import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { AlertRows, spanOf } from '../../../nodes/Alert/alertRows';
import { getMany } from '../../../nodes/Alert/operations/getMany';
import { scriptedService } from '../../support/unit/scriptedService';

const rowsOf = (records: readonly IDataObject[], timeZone?: string) =>
	new AlertRows(
		{ note: () => undefined, timeZone },
		{ shape: 'whole', span: spanOf({}), isFromStart: true },
	).rows(records);

it('the rows of alerts have no key and no time where there is no Time', () => {
	const records = [{ Message: 'a' }, { Message: 'a', Time: null }, { Message: 'a', Time: '' }];
	expect(rowsOf(records, 'UTC').map(({ alert_key, time_utc }) => [alert_key, time_utc])).toEqual([
		['', ''],
		['', ''],
		['', ''],
	]);
	expect(rowsOf([])).toEqual([]);
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

it('several searches return an alert once that two of them find, and every identical alert of one search', async () => {
	const times = { timeRange: 'between', start_time: undefined, end_time: undefined } as const;
	const condition = [{ field: 'TYPE', value: ['Win', 'Windows'] }];
	const params = {
		...times,
		queryAs: 'conditions',
		query: undefined,
		conditions: { condition },
		simplify: false,
		filters: {},
		options: {},
		output: 'items' as const,
		fileOptions: undefined,
		advancedOptions: {},
	} as const;
	const both = { Time: '2026-01-31 08:00:12', Message: 'both' };
	const data = [both, both, { ...both, Message: 'one' }];
	const { service } = scriptedService(({ body }) => ({
		data: body?.query === '(TYPE = "Win")' ? data : [both, both],
		meta: {},
	}));
	const found: IDataObject[] = [];
	const set = { ...params, conditions: { condition: condition.map((row) => ({ ...row })) } };
	for await (const rows of getMany.pages(set)(service, getMany.request(set), Infinity)) {
		found.push(...rows);
	}
	expect(found.map(({ Message }) => Message)).toEqual(['both', 'both', 'one']);
	expect(new Set(found.map(({ alert_key }) => alert_key)).size).toBe(3);
});
