import { hash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { asText, isObject } from '../shared/json';
import { chosenView, type OutputChoice } from '../shared/operation/rowView';
import { SEVERITY, STATUS } from './filters';

/** What Simplified keeps of an alert, in the order a table shows it; `alert_key` comes last. */
const SIMPLE = [
	'Time',
	'time_utc',
	'AlertSeverity',
	'ProfileName',
	'LogSource',
	'Message',
	'EventID',
	'EventSeverity',
	'UserName',
	'Source',
	'Type',
];

const WHOLE = [...SIMPLE, 'Category', 'LogSourceType', 'DisplayName'];

/** The fields of a row of an alert that Selected Fields offers. */
export const ALERT_COLUMNS: readonly string[] = [...WHOLE, 'alert_key'];

/** The columns that {@link wholeAlert} sets, and the severity of the event, which it renames. */
const SET_COLUMNS: ReadonlySet<string> = new Set([...ALERT_COLUMNS, 'Status', 'Severity']);

/** An alert with the keys of the bulk fetch, which have no spaces (interface specification, Alert record). */
export function alertRow(record: IDataObject): IDataObject {
	for (const name in record) if (name.includes(' ')) return withoutSpaces(record);
	return record;
}

const withoutSpaces = (record: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name.replaceAll(' ', ''), value]),
	);

/** Severities and statuses by their spellings: services write In-progress, CRITICAL and Critical. */
const SPELLINGS = new Map<string, string>(
	[...SEVERITY, ...STATUS].map(({ value }) => [value.replace('_', ''), value]),
);

function spelled(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string') return value;
	const known = SPELLINGS.get(value) ?? SPELLINGS.get(value.replace(/[ _-]/g, '').toLowerCase());
	if (known !== undefined) SPELLINGS.set(value, known);
	return known ?? value;
}

/** Display names as one text. */
const joinNames = (value: IDataObject[string]): IDataObject[string] =>
	isObject(value) ? Object.values(value).map(asText).filter(Boolean).join(', ') : value;

/**
 * Makes the row of an alert.
 * @param row the alert with keys that have no spaces
 * @param time_utc undefined if the time zone of the service is not known
 * @param record the alert as the service sent it
 */
export type AlertView = (
	row: IDataObject,
	time_utc: string | undefined,
	alert_key: string,
	record: IDataObject,
) => IDataObject;

/**
 * An alert with all its fields: those of the specification first, `alert_key` last. Its severity is
 * spelled as in filters; the severity of the event is EventSeverity; display names are one text. Fields
 * that it lacks are undefined.
 */
export const wholeAlert: AlertView = (row, time_utc, alert_key) => {
	const whole: IDataObject = {
		Time: row.Time,
		time_utc: time_utc ?? row.time_utc,
		AlertSeverity: spelled(row.AlertSeverity),
		ProfileName: row.ProfileName,
		LogSource: row.LogSource,
		Message: row.Message,
		EventID: row.EventID,
		EventSeverity: row.Severity ?? row.EventSeverity,
		UserName: row.UserName,
		Source: row.Source,
		Type: row.Type,
		Category: row.Category,
		LogSourceType: row.LogSourceType,
		DisplayName: joinNames(row.DisplayName),
		Status: spelled(row.Status),
	};
	for (const name in row) if (!SET_COLUMNS.has(name)) whole[name] = row[name];
	whole.alert_key = alert_key;
	return whole;
};

/** An alert as the service sent it, with its columns `time_utc` and `alert_key`. */
const rawAlert: AlertView = (_row, time_utc, alert_key, record) => ({
	...record,
	...(time_utc === undefined ? {} : { time_utc }),
	alert_key,
});

/**
 * The view of a choice of Output.
 * @throws InvalidParameterError if Selected Fields names none
 */
export function alertView(choice: OutputChoice): AlertView {
	const choose = chosenView([...SIMPLE, 'alert_key'], choice);
	if (choose === undefined) return rawAlert;
	return (...alert) => choose(wholeAlert(...alert));
}

/**
 * What identifies an alert: 16 hexadecimal digits, the same whenever it is read again, of the fields
 * that never change once it was raised (interface specification, Alert record). Display names are left
 * out: they change when a log source is renamed. Each field follows its length, so that no two alerts
 * join to the same text. Among n alerts the odds that any two share a value by chance are n² / 2^65.
 */
export function fingerprintOf(record: IDataObject): string {
	const row = alertRow(record);
	const text =
		field(row.Time) +
		field(row.Category) +
		field(row.Message) +
		field(row.UserName) +
		field(row.Severity).toUpperCase() +
		field(row.EventID) +
		field(row.Source) +
		// Levels come in more than one spelling: CRITICAL and Critical.
		field(row.AlertSeverity).toUpperCase() +
		field(row.LogSourceType) +
		field(row.Type) +
		field(row.ProfileName) +
		field(row.LogSource);
	return hash('sha1', text).slice(0, 16);
}

/** The alert_key of the n-th of the alerts that share a fingerprint; the first one is 1. */
export const alertKey = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;

function field(value: unknown): string {
	const text =
		typeof value === 'string' ? value : (value ?? '') === '' ? '' : JSON.stringify(value);
	return `${text.length}:${text}`;
}
