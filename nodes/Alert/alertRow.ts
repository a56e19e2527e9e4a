import { hash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { asText, isObject } from '../shared/json';
import { chosenView, type OutputChoice, type RowView } from '../shared/operation/rowView';
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

/** All fields, in their order: to copy them costs less than an object that grows. */
const IN_ORDER = Object.fromEntries([...WHOLE, 'Status'].map((name) => [name, undefined]));

/** An alert with the keys of the bulk fetch, which have no spaces (interface specification, Alert record). */
export function alertRow(record: IDataObject): IDataObject {
	if (!Object.keys(record).some((key) => key.includes(' '))) return record;
	const row: IDataObject = {};
	for (const key in record) row[key.replaceAll(' ', '')] = record[key];
	return row;
}

/** Severities and statuses by their letters: services write In-progress, CRITICAL and Critical. */
const SPELLINGS = new Map<string, string>(
	[...SEVERITY, ...STATUS].map(({ value }) => [value.replace('_', ''), value]),
);

const spelled = (value: IDataObject[string]): IDataObject[string] =>
	typeof value === 'string'
		? (SPELLINGS.get(value.replace(/[ _-]/g, '').toLowerCase()) ?? value)
		: value;

const named = (value: IDataObject[string]): IDataObject[string] =>
	isObject(value) ? Object.values(value).map(asText).filter(Boolean).join(', ') : value;

/**
 * An alert with all its fields: those of the specification first, `alert_key` last. Its severity is
 * spelled as in filters; the severity of the event is EventSeverity; display names are one text. Fields
 * that it lacks are undefined.
 */
export function wholeAlert(record: IDataObject): IDataObject {
	const { Severity, alert_key, ...row } = alertRow(record);
	return {
		...IN_ORDER,
		...row,
		AlertSeverity: spelled(row.AlertSeverity),
		EventSeverity: Severity ?? row.EventSeverity,
		DisplayName: named(row.DisplayName),
		Status: spelled(row.Status),
		alert_key,
	};
}

/**
 * What the row of an alert shows by a choice of Output: Raw is what the service sent.
 * @throws InvalidParameterError if Selected Fields names none
 */
export const alertView = (choice: OutputChoice): RowView =>
	chosenView([...SIMPLE, 'alert_key'], choice, wholeAlert) ?? ((record) => record);

/**
 * The fields of an alert that never change once it was raised (interface specification, Alert
 * record). The map of display names is left out: it changes when a log source is renamed.
 */
const IMMUTABLE_FIELDS = [
	'Time',
	'Category',
	'Message',
	'UserName',
	'Severity',
	'EventID',
	'Source',
	'AlertSeverity',
	'LogSourceType',
	'Type',
	'ProfileName',
	'LogSource',
];

/**
 * What identifies an alert: 16 hexadecimal digits, the same whenever it is read again. Alerts
 * that agree in every immutable field share one. Each field follows its length, so that no two alerts
 * join to the same text. Among n alerts the odds that any two share a value by chance are n² / 2^65.
 */
export function fingerprintOf(record: IDataObject): string {
	const row = alertRow(record);
	const texts = IMMUTABLE_FIELDS.map((name) => {
		const text = textOf(row[name]);
		// Levels come in more than one spelling: CRITICAL and Critical.
		return `${text.length}:${name.endsWith('Severity') ? text.toUpperCase() : text}`;
	});
	return hash('sha1', texts.join('')).slice(0, 16);
}

/** The alert_key of the n-th of the alerts that share a fingerprint; the first one is 1. */
export const alertKey = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;

const textOf = (value: unknown): string =>
	typeof value === 'string'
		? value
		: value === undefined || value === null
			? ''
			: JSON.stringify(value);
