import { hash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { ALERT_FIELDS } from '../contract/alertFields';

/** Gives an alert the keys of the bulk fetch, without spaces (interface specification, Alert record). */
export function withBulkKeys(record: IDataObject): IDataObject {
	for (const name in record) {
		if (!name.includes(' ')) continue;
		const entries = Object.entries(record);
		return Object.fromEntries(entries.map(([key, value]) => [key.replaceAll(' ', ''), value]));
	}
	return record;
}

/** The fields that identify an alert. Services spell levels in more than one way: CRITICAL and Critical. */
const IDENTITY = ALERT_FIELDS.filter(({ isIdentity }) => isIdentity).map(({ key }) => ({
	key,
	isLevel: key.endsWith('Severity'),
}));

/**
 * Identifies an alert by 16 hexadecimal digits: a hash of the fields that never change (interface specification,
 * Alert record). Each field follows its length, so that different alerts never join to the same text. Among n
 * alerts the odds that two share a value by chance are n² / 2^65.
 */
export function fingerprintOf(record: IDataObject): string {
	const row = withBulkKeys(record);
	let text = '';
	for (const { key, isLevel } of IDENTITY) {
		const part = withLength(row[key]);
		text += isLevel ? part.toUpperCase() : part;
	}
	return hash('sha1', text).slice(0, 16);
}

/** Makes the alert_key of an alert from its number among identical alerts, counted from 1. */
export const alertKey = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;

function withLength(value: unknown): string {
	const text =
		typeof value === 'string' ? value : (value ?? '') === '' ? '' : JSON.stringify(value);
	return `${text.length}:${text}`;
}
