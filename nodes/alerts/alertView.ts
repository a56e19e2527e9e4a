import type { IDataObject } from 'n8n-workflow';

import { ALERT_COLUMNS, USEFUL_COLUMNS, type AlertColumn } from '../contract/alertFields';
import { isObject, pick } from '../shared/json';
import { asText } from '../shared/texts';
import { withBulkKeys } from './alertIdentity';
import { SEVERITIES, STATUSES } from './filters';

/** The fields that {@link showArranged} sets or renames. */
const ARRANGED_FIELDS: ReadonlySet<string> = new Set([...ALERT_COLUMNS, 'Status', 'Severity']);

/** The filter value of each severity and status, by its letters in lower case. */
const SPELLINGS = new Map<string, string>(
	[...SEVERITIES, ...STATUSES].map(({ value }) => [value.replace('_', ''), value]),
);

/** Spells a severity or status, such as In-progress or CRITICAL, as filters do. */
const normalizeSpelling = (value: IDataObject[string]): IDataObject[string] =>
	SPELLINGS.get(asText(value).replace(/[ _-]/g, '').toLowerCase()) ?? value;

function joinNames(value: IDataObject[string]): IDataObject[string] {
	if (!isObject(value)) return value;
	const names: string[] = [];
	// Object.values takes twice the time.
	for (const id in value) names.push(asText(value[id]));
	return names.filter(Boolean).join(', ');
}

/** Makes the row of an alert record. @param time_utc undefined if the credential names no time zone */
export type AlertView = (
	record: IDataObject,
	time_utc: string | undefined,
	alert_key: string,
) => IDataObject;

/**
 * Shows all fields: those of the specification first, `alert_key` last, missing ones as undefined. AlertSeverity and
 * Status are spelled as filters spell them, Severity becomes EventSeverity, and the display names become one text.
 */
export const showArranged: AlertView = (record, time_utc, alert_key) => {
	const row = withBulkKeys(record);
	// A literal is much faster than a loop over the table.
	const whole: IDataObject = {
		Time: row.Time,
		time_utc,
		AlertSeverity: normalizeSpelling(row.AlertSeverity),
		ProfileName: row.ProfileName,
		LogSource: row.LogSource,
		Message: row.Message,
		EventID: row.EventID,
		EventSeverity: row.Severity,
		UserName: row.UserName,
		Source: row.Source,
		Type: row.Type,
		Category: row.Category,
		LogSourceType: row.LogSourceType,
		DisplayName: joinNames(row.DisplayName),
		Status: normalizeSpelling(row.Status),
	} satisfies Record<AlertColumn | 'Status', unknown>;
	for (const name in row) if (!ARRANGED_FIELDS.has(name)) whole[name] = row[name];
	whole.alert_key = alert_key;
	return whole;
};

/** Shows the fields as the service sent them, then `time_utc` and `alert_key`. */
const showRaw: AlertView = (record, time_utc, alert_key) => ({
	...record,
	...(time_utc === undefined ? {} : { time_utc }),
	alert_key,
});

const showUseful: AlertView = (...alert) => pick(USEFUL_COLUMNS, showArranged(...alert));

/** Returns the view that the option All Fields selects. */
export const alertViewOf = ({ allFields = false }: { allFields?: boolean }): AlertView =>
	allFields ? showRaw : showUseful;
