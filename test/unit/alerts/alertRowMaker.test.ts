import { describe, expect, it } from '@jest/globals';

import { fingerprintOf } from '../../../nodes/alerts/alertIdentity';
import { numberedRowsMakerOf } from '../../../nodes/alerts/alertRowMaker';
import { alertViewOf } from '../../../nodes/alerts/alertView';
import { asText } from '../../../nodes/shared/texts';
import { searchRecord } from '../../support/service/alertRecord';
import { demoAlert } from '../../support/service/demoWorld';

const rowsOf = (messages: readonly string[], timeZone?: string) =>
	numberedRowsMakerOf(alertViewOf({ allFields: true }), { timeZone })(
		messages.map((Message) => ({ Message, EventID: '1700000000000000001', Time: Message })),
	);

describe('the key of an alert', () => {
	it('is not added to what the service sent, which the next page is compared with', () => {
		const record = { Message: 'a' };
		expect(numberedRowsMakerOf(alertViewOf({ allFields: true }), {})([record])).not.toEqual([
			record,
		]);
		expect(record).toEqual({ Message: 'a' });
	});

	it('goes on after 50,000 others, and begins again after 100,000', () => {
		const others = Array.from({ length: 50_000 }, (_none, index) => String(index));
		const lastNumbers = (between: readonly string[]) =>
			rowsOf(['a', ...between, 'a', 'a'])
				.slice(-2)
				.map(({ alert_key }) => asText(alert_key).split('-')[1]);
		expect(lastNumbers(others)).toEqual(['2', '3']);
		expect(lastNumbers([...others, ...others.map((text) => `${text}!`)])).toEqual(['1', '2']);
	});
});

it('time_utc is there with a time zone, and empty for what is no time', () => {
	expect('time_utc' in (rowsOf(['2026-01-31 08:00:12'])[0] ?? {})).toBe(false);
	const times = rowsOf(['2026-01-31 08:00:12', 'soon', ''], 'Europe/Berlin');
	expect(times.map(({ time_utc }) => time_utc)).toEqual(['2026-01-31T07:00:12Z', '', '']);
});

describe('the fingerprint of an alert', () => {
	const record = searchRecord(demoAlert(3, 1_770_000_000), 'UTC');

	it('is the same in each order of the keys', () => {
		const entries = Object.entries(record);
		const orders = entries.map((_entry, at) =>
			Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]),
		);
		expect([...new Set(orders.map(fingerprintOf))]).toEqual([fingerprintOf(record)]);
	});

	it('is the same with other keys and spellings, names of log sources and further fields', () => {
		const same = {
			...Object.fromEntries(
				Object.entries(record).map(([key, value]) => [key.replaceAll(' ', ''), value]),
			),
			AlertSeverity: asText(record['Alert Severity']).toLowerCase(),
			Severity: asText(record.Severity).toUpperCase(),
			DisplayName: { 7: 'new name' },
			Status: 'closed',
		};
		expect(fingerprintOf(same)).toBe(fingerprintOf(record));
	});

	it('differs by each other field, and by where one ends and the next begins', () => {
		const names = Object.keys(record).filter((name) => name !== 'Display Name');
		const prints = names.map((name) => fingerprintOf({ ...record, [name]: 'changed' }));
		const shifted = [
			['ab', 'c'],
			['a', 'bc'],
		].map(([Category = '', Message = '']) => fingerprintOf({ ...record, Category, Message }));
		expect(new Set([...prints, ...shifted, fingerprintOf(record)]).size).toBe(names.length + 3);
	});

	it('takes null for an empty text, and differs for values that are no text', () => {
		expect(new Set([{}, { Message: null }, { Message: '' }].map(fingerprintOf)).size).toBe(1);
		const values = [{ a: 1 }, { a: 2 }, ['a'], 5, true];
		expect(new Set(values.map((Message) => fingerprintOf({ Message }))).size).toBe(5);
	});
});
