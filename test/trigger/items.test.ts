import { expect, test } from '@jest/globals';

import { UtcTimes } from '../../nodes/Alert/serviceTime';
import type { NewAlert } from '../../nodes/AlertTrigger/dedupe/emitted';
import { itemsOf } from '../../nodes/AlertTrigger/polling/poll';

const alert = (Time: string, number: number, redelivered?: true): NewAlert => ({
	record: { Time, Message: `no. ${number}`, Odd: 1 },
	fingerprint: 'f',
	number,
	window: { from: 0, to: 1 },
	...(redelivered && { redelivered }),
});
const times = new UtcTimes({ note: () => undefined });
const alerts = [alert('2026-01-02', 1), alert('2026-01-01', 2, true), alert('2026-01-02', 3)];

test('alerts go out in their order, each with its key', () => {
	const items = itemsOf(alerts, { simplify: false, output: 'items' }, times);
	expect(items.map(({ json }) => [json.alert_key, json.redelivered])).toEqual([
		['f-1', undefined],
		['f-2', true],
		['f-3', undefined],
	]);
	expect(items[0]?.json).not.toHaveProperty('redelivered');
	expect(items[0]?.json).toMatchObject({ Odd: 1 });
});

test('alerts go out as one item where that is asked, and simplified', () => {
	const items = itemsOf(alerts, { simplify: true, output: 'batch' }, times);
	expect(items).toEqual([
		{
			json: {
				count: 3,
				alerts: ['f-1', 'f-2', 'f-3'].map((alert_key) => expect.objectContaining({ alert_key })),
			},
		},
	]);
	expect(JSON.stringify(items)).not.toContain('Odd');
});

test('alerts tell their time in UTC, by the window that each was found in', () => {
	const second = (time: string) => Date.parse(time) / 1000;
	const notes: string[] = [];
	const inBerlin = new UtcTimes({
		timeZone: 'Europe/Berlin',
		note: (message) => void notes.push(message),
	});
	const found = ['2026-10-25T00:20:00Z', '2026-10-25T01:20:00Z', '2026-10-25T05:20:00Z'].map(
		(from, index) => ({
			...alert('2026-10-25 02:30:00', index + 1),
			window: { from: second(from), to: second(from) + 1200 },
		}),
	);
	const items = itemsOf([...found, ...found], { simplify: true, output: 'items' }, inBerlin);
	const [first, repeated, outside] = items.map(({ json }) => json.time_utc);
	expect([first, repeated, outside]).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '']);
	const day = { ...alert('2026-10-26 02:30:00', 4), window: { from: 0, to: 1200 } };
	itemsOf([day, day], { simplify: true, output: 'items' }, inBerlin);
	expect(notes).toEqual([expect.stringContaining('Check Time Zone of the Service')]);
});
