import type { IDataObject } from 'n8n-workflow';

import { pick } from '../shared/pagination/columns';

/** What Simplify keeps of an alert, in the order a table shows it. */
const SIMPLE = [
	'Time',
	'AlertSeverity',
	'ProfileName',
	'LogSource',
	'Message',
	'EventID',
	'UserName',
	'Source',
	'Severity',
	'Type',
];

/** How an alert record is shown: with the keys that the service sent, or with one set of keys. */
export type AlertShape = 'original' | 'simple' | 'whole';

/** The keys of the specification, those of the bulk fetch. */
const KEYS = new Map(
	[...SIMPLE, 'Category', 'DisplayName', 'LogSourceType'].map((key) => [key.toLowerCase(), key]),
);

/**
 * An alert with one set of keys, those of the bulk fetch, whatever spacing and case the service writes
 * them in (interface specification, Alert record). Keys that the specification does not know keep
 * their case, and where two keys are the same without spaces, the second stays as it was sent. A
 * record that has these keys is returned as it is.
 */
export function alertRow(record: IDataObject): IDataObject {
	for (const key in record) {
		if (plainKey(key) !== key) return withPlainKeys(record);
	}
	return record;
}

function withPlainKeys(record: IDataObject): IDataObject {
	const row: IDataObject = {};
	for (const key in record) {
		const plain = plainKey(key);
		const isTaken = plain in row || (plain !== key && plain in record);
		row[isTaken ? key : plain] = record[key];
	}
	return row;
}

const PLAIN_KEYS = new Map<string, string>();

/** Every record has the same few keys: each is rewritten once. */
function plainKey(key: string): string {
	let plain = PLAIN_KEYS.get(key);
	if (plain === undefined) {
		plain = KEYS.get(key.replace(/[ _-]/g, '').toLowerCase()) ?? key.replaceAll(' ', '');
		if (PLAIN_KEYS.size < 100) PLAIN_KEYS.set(key, plain);
	}
	return plain;
}

export function shapedAlert(record: IDataObject, shape: AlertShape): IDataObject {
	if (shape === 'original') return record;
	const row = alertRow(record);
	return shape === 'simple' ? pick(SIMPLE, row) : row;
}
