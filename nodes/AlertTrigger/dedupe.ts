import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from './fingerprint';
import type { Window } from './windows';

/**
 * The alerts that were emitted, by fingerprint: for each one of the twins the end of the window that
 * it was found in, in seconds since 1970. It happened then or before.
 */
export type Emitted = ReadonlyMap<string, readonly number[]>;

/** An alert to emit. */
export interface NewAlert {
	record: IDataObject;
	fingerprint: string;
	/** Its number among alerts that agree in every lasting field; the first one is 1. */
	number: number;
}

/**
 * What is new in a window that was read to its end: for each fingerprint, as many as there are beyond
 * those that were emitted before. A window that holds fewer than before takes nothing back, so that
 * an alert that left the filter and comes back is not new.
 *
 * Pure: answers the new alerts and what is emitted once they are.
 */
export function newAlerts(
	emitted: Emitted,
	records: readonly IDataObject[],
	window: Window,
): { alerts: NewAlert[]; emitted: Emitted } {
	const counts = new Map<string, number>();
	const alerts: NewAlert[] = [];
	for (const record of records) {
		const fingerprint = fingerprintOf(record);
		const number = (counts.get(fingerprint) ?? 0) + 1;
		counts.set(fingerprint, number);
		if (number > (emitted.get(fingerprint)?.length ?? 0)) {
			alerts.push({ record, fingerprint, number });
		}
	}
	if (alerts.length === 0) return { alerts, emitted };
	const next = new Map(emitted);
	for (const { fingerprint } of alerts) {
		next.set(fingerprint, [...(next.get(fingerprint) ?? []), window.to]);
	}
	return { alerts, emitted: next };
}

/** What is emitted without that which no window from `start` on can hold. */
export function withoutOld(emitted: Emitted, start: number): Emitted {
	const kept = new Map<string, readonly number[]>();
	for (const [fingerprint, ends] of emitted) {
		const young = ends.every((end) => end >= start) ? ends : ends.filter((end) => end >= start);
		if (young.length > 0) kept.set(fingerprint, young);
	}
	return kept;
}

/** How many alerts were emitted, twins counted one by one. */
export function countOf(emitted: Emitted): number {
	let count = 0;
	for (const ends of emitted.values()) count += ends.length;
	return count;
}
