import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { withBulkKeys } from '../../../nodes/alerts/alertIdentity';
import { alertViewOf, showArranged, type AlertView } from '../../../nodes/alerts/alertView';
import { ALERT_COLUMNS } from '../../../nodes/contract/alertFields';
import { bulkRecord, searchRecord } from '../../support/service/alertRecord';
import { demoAlert } from '../../support/service/demoWorld';

const alert = demoAlert(3, 1_770_000_000);

it('the keys of an alert have no spaces, whichever the service writes; All Fields keeps them', () => {
	const record = searchRecord(alert, 'UTC');
	expect(withBulkKeys({ ...record, 'Remote Host': 'a' })).toEqual({
		...bulkRecord(alert, 'UTC'),
		RemoteHost: 'a',
	});
	expect(alertViewOf({ allFields: true })(record, undefined, 'k-1')).toEqual({
		...record,
		alert_key: 'k-1',
	});
});

describe('the row of an alert', () => {
	const record = {
		'Display Name': { '1': 'Web', '2': '', '3': 'Data' },
		Severity: 'warning',
		Message: 'a',
		'Alert Severity': 'CRITICAL',
		Status: 'In-progress',
		Time: '2026-01-31 08:00:12',
		'Remote Host': 'h',
		alert_key: 'of the service',
	};
	const rowOf = (view: AlertView, alert: IDataObject = record) =>
		view(alert, '2026-01-31T08:00:12Z', 'k-1');

	it('has its columns in one order, with one severity and display names as a text', () => {
		expect(JSON.stringify(rowOf(showArranged))).toBe(
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

	it('has the documented columns in the order of a table', () => {
		const columns = ALERT_COLUMNS.slice(0, -1);
		expect(Object.keys(showArranged({}, '', 'k-1'))).toEqual([...columns, 'Status', 'alert_key']);
	});

	it.each([
		['TROUBLE', 'trouble'],
		['Very high', 'Very high'],
		[4, 4],
	])('spells the severity %j as filters do', (sent, shown) => {
		expect(rowOf(showArranged, { AlertSeverity: sent }).AlertSeverity).toBe(shown);
	});

	it('has the most useful fields by default', () => {
		expect(Object.keys(rowOf(alertViewOf({})))).toEqual([
			...['Time', 'time_utc', 'AlertSeverity', 'Message', 'EventSeverity', 'alert_key'],
		]);
	});
});
