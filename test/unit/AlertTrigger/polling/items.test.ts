import { expect, test } from '@jest/globals';

import type { NewAlert } from '../../../../nodes/AlertTrigger/dedupe/emitted';
import { itemsOf } from '../../../../nodes/AlertTrigger/polling/items';

const alert = (Time: string, number: number, redelivered?: true): NewAlert => ({
	record: { Time, Message: `no. ${number}`, Odd: 1 },
	fingerprint: 'f',
	number,
	...(redelivered && { redelivered }),
});
const alerts = [alert('2026-01-02', 1), alert('2026-01-01', 2, true), alert('2026-01-02', 3)];

test('alerts go out in the order of their times, each with its key', () => {
	const items = itemsOf(alerts, { simplify: false, output: 'items' });
	expect(items.map(({ json }) => [json.alert_key, json.redelivered])).toEqual([
		['f-2', true],
		['f-1', undefined],
		['f-3', undefined],
	]);
	expect(items[1]?.json).not.toHaveProperty('redelivered');
	expect(items[1]?.json).toMatchObject({ Odd: 1 });
});

test('alerts go out as one item where that is asked, and simplified', () => {
	const items = itemsOf(alerts, { simplify: true, output: 'batch' });
	expect(items).toEqual([
		{
			json: {
				count: 3,
				alerts: ['f-2', 'f-1', 'f-3'].map((alert_key) => expect.objectContaining({ alert_key })),
			},
		},
	]);
	expect(JSON.stringify(items)).not.toContain('Odd');
});
