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
	return hash64(
		IMMUTABLE_FIELDS.map((name) => lengthPrefixed(row[name], LEVELS.has(name))).join(''),
	);
}

/** The alert_key of the n-th of the alerts that share a fingerprint; the first one is 1. */
export const alertKey = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;

/** A text with its length before it, so that no two lists of texts join to the same. */
const lengthPrefixed = (value: unknown, isLevel: boolean): string => {
	const plain = value === undefined || value === null ? '' : textOf(value);
	const text = isLevel ? plain.toUpperCase() : plain;
	return `${text.length}:${text}`;
};

const textOf = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

const { imul } = Math;

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;

/**
 * 64 bits of a text as hexadecimal digits: two lanes of MurmurHash3 (x86, 128 bits) over its UTF-16
 * code units, two of them a block. Among n alerts the odds that any two share a value by chance are
 * n² / 2^65: 1 in 3.7 billion for 100,000. Not for secrets.
 */
export function hash64(text: string): string {
	let first = 0x9e3779b9;
	let second = 0x85ebca6b;
	for (let index = 0; index < text.length; index += 2) {
		const next = index + 1 < text.length ? text.charCodeAt(index + 1) : 0;
		const block = text.charCodeAt(index) | (next << 16);
		first ^= imul(rotl32(imul(block, C1), 15), C2);
		first = (imul((rotl32(first, 19) + second) | 0, 5) + 0x561ccd1b) | 0;
		second ^= imul(rotl32(imul(block, C2), 16), C3);
		second = (imul((rotl32(second, 17) + first) | 0, 5) + 0x0bcaa747) | 0;
	}
	first ^= text.length;
	second ^= text.length;
	first = (first + second) | 0;
	second = (second + first) | 0;
	first = fmix32(first);
	second = fmix32(second);
	first = (first + second) | 0;
	second = (second + first) | 0;
	return digits(first) + digits(second);
}

const rotl32 = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** Spreads each bit of a lane over all of it. */
const fmix32 = (value: number): number => {
	const half = imul(value ^ (value >>> 16), 0x85ebca6b);
	const whole = imul(half ^ (half >>> 13), 0xc2b2ae35);
	return whole ^ (whole >>> 16);
};

const digits = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');
