import { describe, expect, it } from '@jest/globals';

import { fingerprintOf } from '../../../nodes/Alert/alertKey';
import { alertRow, shapedAlert } from '../../../nodes/Alert/alertRow';
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
		expect(shapedAlert(record, 'original')).toBe(record);
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
