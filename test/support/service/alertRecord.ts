import type { Alert } from './demoWorld';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A record's Time: yyyy-mm-dd hh:mm:ss in the service's own zone, which it does not name. */
export const timeText = (seconds: number, timeZone: string): string => {
	// The Swedish form is that of ISO 8601.
	const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
	formats.set(timeZone, format);
	return format.format(seconds * 1000);
};

/** The keys of a record that hold texts, and the texts. */
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

/** What a query can compare: the texts of a record by their keys in capitals, without spaces. */
export const queryFields = new Map(
	Object.entries(TEXTS).map(([key, textOf]) => [unspaced(key).toUpperCase(), textOf]),
);

/** The record of an alert as the direct search shows it; `zone` as Intl names it. */
export const searchRecord = (alert: Alert, zone: string) => {
	const texts = Object.entries(TEXTS).map(([key, textOf]) => [key, textOf(alert)]);
	return {
		'Display Name': alert.displayName,
		...(Object.fromEntries(texts) as Record<keyof typeof TEXTS, string>),
		Time: timeText(alert.eventTime, zone),
	};
};

/** The record of an alert as the bulk fetch shows it: its keys have no spaces. */
export const bulkRecord = (alert: Alert, zone: string) =>
	Object.fromEntries(
		Object.entries(searchRecord(alert, zone)).map(([key, value]) => [unspaced(key), value]),
	);
