import { hash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { alertRow } from './alertRow';

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
