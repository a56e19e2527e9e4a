import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../alerts/alertIdentity';
import type { NumberedAlert } from '../alerts/alertRowMaker';
import { OVERLAP_SECONDS, type TimeRange } from './nextWindow';

/** The emitted alerts by fingerprint: how many are identical, and the end of their window, in seconds since 1970. */
export type EmittedAlerts = Map<string, { count: number; windowEnd: number }>;

/** The maximum number of characters of JSON in the records of a poll. */
const MAX_CHARACTERS = 50_000_000;

/** Finds the new alerts of a poll, and remembers them as emitted. */
export class NewAlertFinder {
	private characters = 0;

	/** @param room the number of alerts that the poll may still emit */
	constructor(
		private readonly emitted: EmittedAlerts,
		private room: number,
	) {}

	/** Returns whether the poll may emit no more alerts. */
	get isFull(): boolean {
		return this.room === 0 || this.characters >= MAX_CHARACTERS;
	}

	/**
	 * Makes a function that takes the new alerts from the pages of one window, until the poll may emit no more. If
	 * the window holds more identical alerts than were emitted, the surplus is new. Numbers count as in {@link
	 * numberedRowsMakerOf}, so that keys agree.
	 */
	makeTaker({ to }: TimeRange): (records: readonly IDataObject[]) => NumberedAlert[] {
		const counts = new Map<string, number>();
		return (records) => {
			const alerts: NumberedAlert[] = [];
			for (const record of records) {
				const fingerprint = fingerprintOf(record);
				const number = (counts.get(fingerprint) ?? 0) + 1;
				counts.set(fingerprint, number);
				if (number <= (this.emitted.get(fingerprint)?.count ?? 0)) continue;
				if (this.isFull) break;
				this.room -= 1;
				this.characters += JSON.stringify(record).length;
				this.emitted.set(fingerprint, { count: number, windowEnd: to });
				alerts.push({ record, fingerprint, number });
			}
			return alerts;
		};
	}
}

/** The maximum number of remembered alerts, beside those of an unfinished window: some 8 MB, which n8n stores each time. */
export const MAX_REMEMBERED = 250_000;

/**
 * Forgets alerts of windows before `start`, or more if there are too many, but none of windows that end after
 * `newFrom`, which are read again. @returns when the remembered ones begin
 */
export function pruneEmitted(emitted: EmittedAlerts, start: number, newFrom: number): number {
	for (const [fingerprint, { windowEnd }] of emitted) {
		if (windowEnd < start - OVERLAP_SECONDS) emitted.delete(fingerprint);
	}
	if (emitted.size <= MAX_REMEMBERED || start >= newFrom) return start;
	const ends = Array.from(emitted.values(), ({ windowEnd }) => windowEnd).sort((a, b) => b - a);
	const later = (ends[MAX_REMEMBERED] ?? 0) + 1 + OVERLAP_SECONDS;
	return pruneEmitted(emitted, Math.min(later, newFrom), newFrom);
}

/** Writes the map as one text, since n8n stores this far more cheaply than objects. */
export const encodeEmitted = (emitted: EmittedAlerts): string =>
	Array.from(
		emitted,
		([fingerprint, { count, windowEnd }]) => `${fingerprint} ${count} ${windowEnd};`,
	).join('');

/** Returns whether a stored value is a text of {@link encodeEmitted}. */
export const isEmittedText = (value: unknown): value is string =>
	typeof value === 'string' && /^(?:[0-9a-f]{16} \d+ \d+;)*$/.test(value);

export const decodeEmitted = (text: string): EmittedAlerts =>
	new Map(
		text
			.split(';')
			.slice(0, -1)
			.map((entry) => {
				const [fingerprint = '', count, windowEnd] = entry.split(' ');
				return [fingerprint, { count: Number(count), windowEnd: Number(windowEnd) }];
			}),
	);
