import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../Alert/alertRow';
import { asText } from '../../shared/json';
import { LONGEST_WITH_ALERTS, type Window } from '../windows/windows';

/**
 * The alerts that were emitted, by fingerprint: for each of the identical ones the end of the window
 * that it was found in, in seconds since 1970. It happened then, or at most a window's length before.
 */
export type Emitted = Map<string, number[]>;

/** A fingerprint of 16 hexadecimal digits and a number that belongs to it: 0 to 2^32 - 1. */
export type Entry = readonly [fingerprint: string, number: number];

/** An alert to emit. */
export interface NewAlert {
	record: IDataObject;
	fingerprint: string;
	/** The window that it was found in. */
	window: Window;
	/** Its number among alerts that agree in every immutable field; the first one is 1. */
	number: number;
	/** Present if an execution had it before. */
	redelivered?: true;
}

/** Records by fingerprint. */
export function alike(records: readonly IDataObject[]): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>();
	for (const record of records) push(groups, fingerprintOf(record), record);
	return groups;
}

/**
 * What is new in a window of which all alerts were read: for each fingerprint, as many as there are
 * beyond those that were emitted before and can lie in this window. A window that holds fewer than
 * before takes nothing back, so that an alert that left the filter and comes back is not new.
 */
export function newAlerts(
	emitted: Emitted,
	records: readonly IDataObject[],
	window: Window,
): NewAlert[] {
	const { from, to } = window;
	const isNear = (end: number) => end >= from - 1 && end <= to + LONGEST_WITH_ALERTS + 1;
	return [...alike(records)].flatMap(([fingerprint, some]) => {
		const ends = emitted.get(fingerprint) ?? [];
		return some
			.slice(ends.filter(isNear).length)
			.map((record, index) => ({ record, fingerprint, number: ends.length + index + 1, window }));
	});
}

/** Drops what no window from `start` on can hold. */
export function prune(emitted: Emitted, start: number): void {
	for (const [fingerprint, ends] of emitted) {
		if (ends.every((end) => end >= start)) continue;
		const kept = ends.filter((end) => end >= start);
		if (kept.length === 0) emitted.delete(fingerprint);
		else emitted.set(fingerprint, kept);
	}
}

/** Each emitted alert: its fingerprint, and the end of the window that it was found in. */
export function* entriesOf(emitted: Emitted): Generator<Entry> {
	for (const [fingerprint, ends] of emitted) for (const end of ends) yield [fingerprint, end];
}

export const endsOf = (emitted: Emitted): number[] =>
	Array.from(entriesOf(emitted), ([, end]) => end);

/** How many of these ends of windows lie within a stretch. */
export const countIn = (ends: readonly number[], { from, to }: Window): number =>
	ends.filter((end) => end > from && end <= to).length;

export function push<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
	const list = lists.get(name);
	if (list === undefined) lists.set(name, [value]);
	else list.push(value);
}

/** By the text of Time, which has no zone: alerts of one zone come in the order of their times. */
export const byTime = (one: NewAlert, other: NewAlert): number => {
	const before = asText(one.record.Time);
	const after = asText(other.record.Time);
	return before < after ? -1 : before > after ? 1 : 0;
};
