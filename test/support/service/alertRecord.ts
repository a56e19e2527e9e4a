import type { Alert } from './alertStore';

const twoDigits = (value: number) => String(value).padStart(2, '0');

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
export const timeText = (seconds: number, zone: Zone): string => {
	const at = new Date((seconds + minutesEast(zone, seconds) * 60) * 1000);
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

const unspaced = new Map<string, string>();

const unspacedKey = (key: string): string => {
	const known = unspaced.get(key) ?? key.replaceAll(' ', '');
	unspaced.set(key, known);
	return known;
};

/** The record of an alert as the bulk fetch shows it: its keys have no spaces. */
export const bulkRecord = (alert: Alert, zone: Zone) =>
	Object.fromEntries(
		Object.entries(searchRecord(alert, zone)).map(([key, value]) => [unspacedKey(key), value]),
	);

/** The record of an alert as the direct search shows it in its other style: unspaced keys, other values. */
export const unspacedRecord = (alert: Alert, zone: Zone) => ({
	...bulkRecord(alert, zone),
	AlertSeverity: alert.severity.charAt(0).toUpperCase() + alert.severity.slice(1),
});
