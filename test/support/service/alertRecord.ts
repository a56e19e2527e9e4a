import type { Alert } from './alertStore';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A zone: minutes east of UTC, or a name that Intl knows. */
export type Zone = number | string;

const formats = new Map<string, Intl.DateTimeFormat>();

const namedFormat = (zone: string): Intl.DateTimeFormat => {
	const known = formats.get(zone);
	if (known !== undefined) return known;
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	formats.set(zone, format);
	return format;
};

/** A record's Time: yyyy-mm-dd hh:mm:ss in the service's own zone, which it does not name. */
export const timeText = (seconds: number, zone: Zone): string => {
	if (typeof zone === 'string') return namedFormat(zone).format(seconds * 1000);
	const at = new Date((seconds + zone * 60) * 1000);
	const date = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
	const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
	return `${date.map(twoDigits).join('-')} ${time.map(twoDigits).join(':')}`;
};

/** The record of an alert as the direct search shows it. */
export const searchRecord = (alert: Alert, zone: Zone) => ({
	'Display Name': alert.displayName,
	Category: alert.category,
	Message: alert.message,
	'User Name': alert.userName,
	Severity: alert.eventSeverity,
	Time: timeText(alert.eventTime, zone),
	'Event ID': alert.eventId,
	Source: alert.source,
	'Alert Severity': alert.severity.toUpperCase(),
	'Log Source Type': alert.logSourceType,
	Type: alert.type,
	'Profile Name': alert.profileName,
	'Log Source': alert.logSource,
});

/** The record of an alert as the bulk fetch shows it. */
export const bulkRecord = (alert: Alert, zone: Zone) => ({
	DisplayName: alert.displayName,
	Category: alert.category,
	Message: alert.message,
	UserName: alert.userName,
	Severity: alert.eventSeverity,
	Time: timeText(alert.eventTime, zone),
	EventID: alert.eventId,
	Source: alert.source,
	AlertSeverity: alert.severity.toUpperCase(),
	LogSourceType: alert.logSourceType,
	Type: alert.type,
	ProfileName: alert.profileName,
	LogSource: alert.logSource,
});

/** The record of an alert as the direct search shows it in its other style: unspaced keys, other values. */
export const unspacedRecord = (alert: Alert, zone: Zone) => ({
	...bulkRecord(alert, zone),
	AlertSeverity: alert.severity.charAt(0).toUpperCase() + alert.severity.slice(1),
});
