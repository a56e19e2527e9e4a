/** A field of an alert. */
interface AlertField {
	/** Its key in the bulk fetch. The direct search writes it with spaces. */
	key: string;
	/** Its column, which is its key, except for the severity of the event. */
	column: string;
	/** True if it never changes, so that it helps to identify the alert. */
	isIdentity: boolean;
	/** True if a row without All Fields shows it. */
	isUseful: boolean;
}

/** The fields of an alert (interface specification, Alert record) in the order of their columns. */
export const ALERT_FIELDS = [
	{ key: 'Time', column: 'Time', isIdentity: true, isUseful: true },
	// The node makes it from Time.
	{ key: 'time_utc', column: 'time_utc', isIdentity: false, isUseful: true },
	{ key: 'AlertSeverity', column: 'AlertSeverity', isIdentity: true, isUseful: true },
	{ key: 'ProfileName', column: 'ProfileName', isIdentity: true, isUseful: true },
	{ key: 'LogSource', column: 'LogSource', isIdentity: true, isUseful: true },
	{ key: 'Message', column: 'Message', isIdentity: true, isUseful: true },
	{ key: 'EventID', column: 'EventID', isIdentity: true, isUseful: true },
	{ key: 'Severity', column: 'EventSeverity', isIdentity: true, isUseful: true },
	{ key: 'UserName', column: 'UserName', isIdentity: true, isUseful: true },
	{ key: 'Source', column: 'Source', isIdentity: true, isUseful: true },
	{ key: 'Type', column: 'Type', isIdentity: true, isUseful: true },
	{ key: 'Category', column: 'Category', isIdentity: true, isUseful: false },
	{ key: 'LogSourceType', column: 'LogSourceType', isIdentity: true, isUseful: false },
	// It changes when a log source is renamed.
	{ key: 'DisplayName', column: 'DisplayName', isIdentity: false, isUseful: false },
] as const satisfies AlertField[];

export type AlertColumn = (typeof ALERT_FIELDS)[number]['column'];

export const ALERT_COLUMNS = [...ALERT_FIELDS.map(({ column }) => column), 'alert_key'];

export const USEFUL_COLUMNS = [
	...ALERT_FIELDS.filter(({ isUseful }) => isUseful).map(({ column }) => column),
	'alert_key',
];
