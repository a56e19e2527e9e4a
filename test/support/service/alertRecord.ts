import type { Alert } from './alertStore';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A record's Time: yyyy-mm-dd hh:mm:ss in the service's own zone, which it does not name. */
export const timeText = (seconds: number, zoneMinutes: number): string => {
	const at = new Date((seconds + zoneMinutes * 60) * 1000);
	const date = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
	const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
	return `${date.map(twoDigits).join('-')} ${time.map(twoDigits).join(':')}`;
};

/** The record of an alert as the direct search shows it. */
export const searchRecord = (alert: Alert, zoneMinutes: number) => ({
	'Display Name': alert.displayName,
	Category: alert.category,
	Message: alert.message,
	'User Name': alert.userName,
	Severity: alert.eventSeverity,
	Time: timeText(alert.eventTime, zoneMinutes),
	'Event ID': alert.eventId,
	Source: alert.source,
	'Alert Severity': alert.severity.toUpperCase(),
	'Log Source Type': alert.logSourceType,
	Type: alert.type,
	'Profile Name': alert.profileName,
	'Log Source': alert.logSource,
});

/** The record of an alert as the bulk fetch shows it. */
export const bulkRecord = (alert: Alert, zoneMinutes: number) => ({
	DisplayName: alert.displayName,
	Category: alert.category,
	Message: alert.message,
	UserName: alert.userName,
	Severity: alert.eventSeverity,
	Time: timeText(alert.eventTime, zoneMinutes),
	EventID: alert.eventId,
	Source: alert.source,
	AlertSeverity: alert.severity.toUpperCase(),
	LogSourceType: alert.logSourceType,
	Type: alert.type,
	ProfileName: alert.profileName,
	LogSource: alert.logSource,
});
