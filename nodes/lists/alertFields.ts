/** A field of an alert. */
interface AlertField {
	/** Its key in the bulk fetch. The direct search writes it with spaces. */
	key: string;
	/** Its column, which is its key, except for the severity of the event. */
	column: string;
	/** True if it never changes, so that it helps to identify the alert. */
	isIdentity: boolean;
	/** True if a row without All Fields shows it. */
	isSimplified: boolean;
}

/** The fields of an alert (interface specification, Alert record) in the order of their columns. */
export const ALERT_FIELDS = [
	{ key: 'Time', column: 'Time', isIdentity: true, isSimplified: true },
	// The node makes it from Time.
	{ key: 'time_utc', column: 'time_utc', isIdentity: false, isSimplified: true },
	{ key: 'AlertSeverity', column: 'AlertSeverity', isIdentity: true, isSimplified: true },
	{ key: 'ProfileName', column: 'ProfileName', isIdentity: true, isSimplified: true },
	{ key: 'LogSource', column: 'LogSource', isIdentity: true, isSimplified: true },
	{ key: 'Message', column: 'Message', isIdentity: true, isSimplified: true },
	{ key: 'EventID', column: 'EventID', isIdentity: true, isSimplified: true },
	{ key: 'Severity', column: 'EventSeverity', isIdentity: true, isSimplified: true },
	{ key: 'UserName', column: 'UserName', isIdentity: true, isSimplified: true },
	{ key: 'Source', column: 'Source', isIdentity: true, isSimplified: true },
	{ key: 'Type', column: 'Type', isIdentity: true, isSimplified: true },
	{ key: 'Category', column: 'Category', isIdentity: true, isSimplified: false },
	{ key: 'LogSourceType', column: 'LogSourceType', isIdentity: true, isSimplified: false },
	// It changes when a log source is renamed.
	{ key: 'DisplayName', column: 'DisplayName', isIdentity: false, isSimplified: false },
] as const satisfies AlertField[];

export type AlertColumn = (typeof ALERT_FIELDS)[number]['column'];

export const ALERT_COLUMNS = [...ALERT_FIELDS.map(({ column }) => column), 'alert_key'];

export const SIMPLIFIED_COLUMNS = [
	...ALERT_FIELDS.filter(({ isSimplified }) => isSimplified).map(({ column }) => column),
	'alert_key',
];
