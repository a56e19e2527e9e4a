import { describe, expect, it } from '@jest/globals';

import { alertRow, alertView, wholeAlert } from '../../../nodes/Alert/alertRow';
import { bulkRecord, searchRecord } from '../../support/service/alertRecord';
import { demoAlert } from '../../support/service/demoWorld';

const alert = demoAlert(3, 1_770_000_000);

it('the keys of an alert have no spaces, whichever the service writes; Raw keeps them', () => {
	const record = searchRecord(alert, 'UTC');
	expect(alertRow({ ...record, 'Remote Host': 'a' })).toEqual({
		...bulkRecord(alert, 'UTC'),
		RemoteHost: 'a',
	});
	expect(alertView({ output: 'raw' })(record)).toBe(record);
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
