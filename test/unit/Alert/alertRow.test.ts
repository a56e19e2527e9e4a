import { describe, expect, it } from '@jest/globals';

import { fingerprintOf, alertRow, alertView, wholeAlert } from '../../../nodes/Alert/alertRow';
import { bulkRecord, searchRecord, unspacedRecord } from '../../support/service/alertRecord';
import { demoAlert } from '../../support/service/demoWorld';

const alert = demoAlert(3, 1_770_000_000);
const keys = Object.keys(bulkRecord(alert, 0));

const withKeys = (style: (spacedKey: string) => string) =>
	Object.fromEntries(
		Object.entries(searchRecord(alert, 0)).map(([key, value]) => [style(key), value]),
	);

describe('the keys of an alert', () => {
	it.each([
		['spaced', withKeys((key) => key)],
		['unspaced', bulkRecord(alert, 0)],
		['in upper case', withKeys((key) => key.replaceAll(' ', '').toUpperCase())],
		['joined by underscores', withKeys((key) => key.replaceAll(' ', '_').toLowerCase())],
	])('are one style where the service writes them %s', (_style, record) => {
		expect(Object.keys(alertRow(record))).toEqual(keys);
		expect(alertRow(record)).toEqual(bulkRecord(alert, 0));
		expect(fingerprintOf(record)).toBe(fingerprintOf(searchRecord(alert, 0)));
	});

	it('are those of the service where they are asked for', () => {
		const record = searchRecord(alert, 0);
		expect(alertView({ output: 'raw' })(record)).toBe(record);
	});

	it('stay as they are where the specification does not know them, without spaces', () => {
		expect(alertRow({ 'Remote Host': 'a', logon_type: 3 })).toEqual({
			RemoteHost: 'a',
			logon_type: 3,
		});
	});

	it.each([
		[{ 'Event ID': '1', EventID: '2' }],
		[{ EventID: '2', 'Event ID': '1' }],
		[{ 'Remote Host': '1', RemoteHost: '2' }],
	])('keep every value of %j, where two are the same without spaces', (record) => {
		expect(alertRow(record)).toEqual(record);
	});
});

it('the fingerprint is the same for both spellings of a level', () => {
	expect(fingerprintOf(unspacedRecord(alert, 0))).toBe(fingerprintOf(bulkRecord(alert, 0)));
	expect(fingerprintOf({ Severity: 'Error' })).toBe(fingerprintOf({ Severity: 'ERROR' }));
	expect(fingerprintOf({ Message: 'Error' })).not.toBe(fingerprintOf({ Message: 'ERROR' }));
});

describe('the row of an alert', () => {
	const record = {
		'Display Name': { '1': 'Web', '2': 'Data' },
		Severity: 'warning',
		Message: 'a',
		'Alert Severity': 'CRITICAL',
		Status: 'In-progress',
		Time: '2026-01-31 08:00:12',
		'Remote Host': 'h',
		time_utc: '2026-01-31T08:00:12Z',
		alert_key: 'k-1',
	};

	it('has its columns in one order, with one severity and display names as a text', () => {
		expect(JSON.stringify(wholeAlert(record))).toBe(
			JSON.stringify({
				Time: '2026-01-31 08:00:12',
				time_utc: '2026-01-31T08:00:12Z',
				AlertSeverity: 'critical',
				Message: 'a',
				EventSeverity: 'warning',
				DisplayName: 'Web, Data',
				Status: 'in_progress',
				RemoteHost: 'h',
				alert_key: 'k-1',
			}),
		);
	});

	it.each([
		['Attention', 'attention'],
		['TROUBLE', 'trouble'],
		['Very high', 'Very high'],
		[4, 4],
	])('spells the severity %j as filters do', (sent, shown) => {
		expect(wholeAlert({ AlertSeverity: sent }).AlertSeverity).toBe(shown);
	});

	it('is simplified, or has the selected fields in their order', () => {
		expect(Object.keys(alertView({})(record))).toEqual([
			...['Time', 'time_utc', 'AlertSeverity', 'Message', 'EventSeverity', 'alert_key'],
		]);
		const selectedFields = ['Message', 'EventSeverity', 'None'];
		expect(alertView({ output: 'selectedFields', selectedFields })(record)).toEqual({
			Message: 'a',
			EventSeverity: 'warning',
		});
	});
});
