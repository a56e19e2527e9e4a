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

/** How an alert record is shown: with the keys the service sent, or with one set of keys. */
export type AlertShape = 'original' | 'simple' | 'whole';

/**
 * An alert with one set of keys, those of the bulk fetch: direct search writes them with spaces
 * (interface specification, Alert record). Keys that the specification does not know are kept.
 * A record without spaces is answered as it is.
 */
export function alertRow(record: IDataObject): IDataObject {
	for (const key in record) {
		if (key.includes(' ')) return respaced(record);
	}
	return record;
}

function respaced(record: IDataObject): IDataObject {
	const row: IDataObject = {};
	for (const key in record) row[unspaced(key)] = record[key];
	return row;
}

const UNSPACED = new Map<string, string>();

/** Every record has the same few keys: each is rewritten once. */
function unspaced(key: string): string {
	let name = UNSPACED.get(key);
	if (name === undefined) {
		name = key.replaceAll(' ', '');
		if (UNSPACED.size < 100) UNSPACED.set(key, name);
	}
	return name;
}

export function shapedAlert(record: IDataObject, shape: AlertShape): IDataObject {
	if (shape === 'original') return record;
	const row = alertRow(record);
	return shape === 'simple' ? pick(SIMPLE, row) : row;
}
