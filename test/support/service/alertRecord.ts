import type { Alert } from './alertStore';

/** A zone: minutes east of UTC, or a name that Intl knows. */
export type Zone = number | string;

const offsets = new Map<string, number>();

const quarterHour = 900;

/** A zone's minutes east of UTC; looked up once for each quarter of an hour. */
const minutesEast = (zone: Zone, seconds: number): number => {
	if (typeof zone === 'number') return zone;
	const quarter = Math.floor(seconds / quarterHour) * quarterHour;
	const key = `${zone} ${quarter}`;
	const known = offsets.get(key);
	if (known !== undefined) return known;
	// The Swedish form is that of ISO 8601.
	const local = new Date(quarter * 1000).toLocaleString('sv-SE', { timeZone: zone });
	const minutes = (Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - quarter) / 60;
	offsets.set(key, minutes);
	return minutes;
};

/** A record's Time: yyyy-mm-dd hh:mm:ss in the service's own zone, which it does not name. */
export const timeText = (seconds: number, zone: Zone): string =>
	new Date((seconds + minutesEast(zone, seconds) * 60) * 1000)
		.toISOString()
		.slice(0, 19)
		.replace('T', ' ');

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

/** The record of an alert as the bulk fetch shows it: its keys have no spaces. */
export const bulkRecord = (alert: Alert, zone: Zone) =>
	Object.fromEntries(
		Object.entries(searchRecord(alert, zone)).map(([key, value]) => [
			key.replaceAll(' ', ''),
			value,
		]),
	);
