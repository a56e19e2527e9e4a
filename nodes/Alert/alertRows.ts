import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/paginate';
import { utcSecond } from '../shared/times/moment';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { alertKey, alertRow, fingerprintOf } from './alertRow';

/** The `time_utc` of alerts, if the credential names the time zone of the service. */
export class UtcTimes {
	private readonly zone: ServiceTimeZone | undefined;

	constructor({ timeZone }: Pick<Service, 'timeZone'>) {
		this.zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	}

	/** The column of an alert: empty if its Time is no moment. */
	column(time: unknown): { time_utc?: string } {
		if (this.zone === undefined) return {};
		const moment = this.zone.momentOf(time);
		return { time_utc: moment === undefined ? '' : utcSecond(moment) };
	}
}

/** Alerts whose fingerprints are remembered at least, at most twice as many: an export has any number. */
const REMEMBERED = 50_000;

/**
 * Makes the rows of one search: each alert as it was sent, with its `time_utc` and its `alert_key`.
 * Identical alerts are numbered as they are read; each alert must be given once.
 */
export class AlertRows {
	private readonly times: UtcTimes;
	/** The last number of each fingerprint; the older ones are forgotten together. */
	private recent = new Map<string, number>();
	private older = new Map<string, number>();

	constructor(service: Pick<Service, 'timeZone'>) {
		this.times = new UtcTimes(service);
	}

	rows(records: readonly IDataObject[]): IDataObject[] {
		return records.map((record) => {
			const row = alertRow(record);
			const alert_key = this.key(fingerprintOf(row));
			// One literal of the three took most of the time of an export.
			return Object.assign({ ...record }, this.times.column(row.Time), { alert_key });
		});
	}

	private key(fingerprint: string): string {
		const number = (this.recent.get(fingerprint) ?? this.older.get(fingerprint) ?? 0) + 1;
		this.recent.set(fingerprint, number);
		if (this.recent.size === REMEMBERED) {
			this.older = this.recent;
			this.recent = new Map();
		}
		return alertKey(fingerprint, number);
	}
}
