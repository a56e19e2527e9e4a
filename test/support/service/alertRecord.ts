import type { IDataObject } from 'n8n-workflow';

import type { Alert } from './demoWorld';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a record's Time: yyyy-mm-dd hh:mm:ss in the service's zone, which the record does not name. */
export const timeText = (seconds: number, timeZone: string): string => {
	// The Swedish locale writes times as ISO 8601 does.
	const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
	formats.set(timeZone, format);
	return format.format(seconds * 1000);
};

/** The keys of a record with text values, and functions that read the texts. */
const TEXTS = {
	Category: (alert: Alert) => alert.category,
	Message: (alert: Alert) => alert.message,
	'User Name': (alert: Alert) => alert.userName,
	Severity: (alert: Alert) => alert.eventSeverity,
	'Event ID': (alert: Alert) => alert.eventId,
	Source: (alert: Alert) => alert.source,
	'Alert Severity': (alert: Alert) => alert.severity.toUpperCase(),
	'Log Source Type': (alert: Alert) => alert.logSourceType,
	Type: (alert: Alert) => alert.type,
	'Profile Name': (alert: Alert) => alert.profileName,
	'Log Source': (alert: Alert) => alert.logSource,
};

const unspaced = (key: string): string => key.replaceAll(' ', '');

/** The texts that a query can compare, by the keys of the record in capitals without spaces. */
export const queryFields = new Map(
	Object.entries(TEXTS).map(([key, textOf]) => [unspaced(key).toUpperCase(), textOf]),
);

/** Makes a function that makes the record of an alert, with each key as `spell` returns it; `zone` is a name of Intl. */
const recordMaker = (spell: (key: string) => string) => {
	const texts = Object.entries(TEXTS).map(([key, textOf]) => [spell(key), textOf] as const);
	const displayName = spell('Display Name');
	return (alert: Alert, zone: string): IDataObject => {
		const record: IDataObject = { [displayName]: alert.displayName };
		for (const [key, textOf] of texts) record[key] = textOf(alert);
		record['Time'] = timeText(alert.eventTime, zone);
		return record;
	};
};

export const searchRecord = recordMaker((key) => key);

export const bulkRecord = recordMaker(unspaced);
