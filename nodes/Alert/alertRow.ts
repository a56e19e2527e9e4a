import { hash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { asText, isObject } from '../shared/json';
import { chosenFields, pick, type OutputChoice, type RowView } from '../shared/pagination/columns';
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

const SIMPLE_COLUMNS = [...SIMPLE, 'alert_key'];

/** The keys of the specification, those of the bulk fetch. */
const KEYS = new Map([...WHOLE, 'Severity'].map((key) => [key.toLowerCase(), key]));

/**
 * An alert with one set of keys, those of the bulk fetch, whatever spacing and case the service writes
 * them in (interface specification, Alert record). Keys that the specification does not know keep
 * their case. If two keys are the same without spaces, the second stays as it was sent. A record that
 * has these keys is returned as it is.
 */
export function alertRow(record: IDataObject): IDataObject {
	for (const key in record) {
		if (plainKey(key) !== key) return withPlainKeys(record);
	}
	return record;
}

function withPlainKeys(record: IDataObject): IDataObject {
	const row: IDataObject = {};
	for (const key in record) {
		const plain = plainKey(key);
		const isTaken = plain in row || (plain !== key && plain in record);
		row[isTaken ? key : plain] = record[key];
	}
	return row;
}

/** Every alert has the same few keys and words: each is rewritten once. */
function once(rewritten: (text: string) => string): (text: string) => string {
	const known = new Map<string, string>();
	return (text) => {
		let found = known.get(text);
		if (found === undefined) {
			found = rewritten(text);
			if (known.size < 100) known.set(text, found);
		}
		return found;
	};
}

const lettersOf = (text: string): string => text.replace(/[ _-]/g, '').toLowerCase();

const plainKey = once((key) => KEYS.get(lettersOf(key)) ?? key.replaceAll(' ', ''));

/** Severities and statuses by their letters: services write In-progress, CRITICAL and Critical. */
const SPELLINGS = new Map(
	[...SEVERITY, ...STATUS].map(({ value }) => [value.replace('_', ''), value as string]),
);

const spelledWord = once((word) => SPELLINGS.get(lettersOf(word)) ?? word);

const spelled = (value: IDataObject[string]): IDataObject[string] =>
	typeof value === 'string' ? spelledWord(value) : value;

const named = (value: IDataObject[string]): IDataObject[string] =>
	isObject(value) ? Object.values(value).map(asText).filter(Boolean).join(', ') : value;

/**
 * An alert with all its fields: those of the specification first, `alert_key` last. Its severity is
 * spelled as in filters; the severity of the event is EventSeverity; display names are one text. Fields
 * that it lacks are undefined.
 */
export function wholeAlert(record: IDataObject): IDataObject {
	const row = alertRow(record);
	// Written out, since an object that grows costs more than all else that is done to an alert.
	const whole: IDataObject = {
		Time: row.Time,
		time_utc: row.time_utc,
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
		DisplayName: named(row.DisplayName),
		Status: spelled(row.Status),
	};
	for (const name in row)
		if (!Object.hasOwn(whole, name) && !MOVED.has(name)) whole[name] = row[name];
	whole.alert_key = row.alert_key;
	return whole;
}

/** Fields that have another name or place. */
const MOVED: ReadonlySet<string> = new Set(['Severity', 'alert_key']);

/**
 * What the row of an alert shows by a choice of Output: Raw is what the service sent.
 * @throws InvalidParameterError if Selected Fields names none
 */
export function alertView(choice: OutputChoice): RowView {
	const names = chosenFields(choice, SIMPLE_COLUMNS);
	return (record) => (names === undefined ? record : pick(names, wholeAlert(record)));
}

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

/** Levels come in more than one spelling: CRITICAL and Critical. */
const LEVELS: ReadonlySet<string> = new Set(['AlertSeverity', 'Severity']);

/**
 * What tells an alert from others: 16 hexadecimal digits, the same whenever it is read again, in each
 * style of keys and spelling of levels. Alerts that agree in every immutable field share one.
 */
export function fingerprintOf(record: IDataObject): string {
	const row = alertRow(record);
	return hashOf(
		IMMUTABLE_FIELDS.map((name) => {
			const text = textOf(row[name]);
			return LEVELS.has(name) ? text.toUpperCase() : text;
		}),
	);
}

/**
 * 64 bits of texts as 16 hexadecimal digits. Each text follows its length, so that no two lists join to
 * the same. Among n alerts the odds that any two share a value by chance are n² / 2^65. Not for secrets.
 */
export const hashOf = (texts: readonly string[]): string =>
	hash('sha1', texts.map((text) => `${text.length}:${text}`).join('')).slice(0, 16);

/** The alert_key of the n-th of the alerts that share a fingerprint; the first one is 1. */
export const alertKey = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;

const textOf = (value: unknown): string => {
	if (typeof value === 'string') return value;
	return value === undefined || value === null ? '' : JSON.stringify(value);
};
