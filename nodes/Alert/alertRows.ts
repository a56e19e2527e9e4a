import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/paginate';
import { utcSecond } from '../shared/times/moment';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { alertKey, alertRow, fingerprintOf, type AlertView } from './alertRow';

/** The `time_utc` of alerts, if the credential names the time zone of the service. */
export class UtcTimes {
	private readonly zone: ServiceTimeZone | undefined;

	constructor({ timeZone }: Pick<Service, 'timeZone'>) {
		this.zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	}

	/** The `time_utc` of an alert: empty if its Time is no moment, undefined without a zone. */
	of(time: unknown): string | undefined {
		const moment = this.zone?.momentOf(time);
		return moment === undefined ? this.zone && '' : utcSecond(moment);
	}
}

/** Alerts whose fingerprints are remembered at least, at most twice as many: an export has any number. */
const REMEMBERED = 50_000;

/** Makes the rows of one search. Identical alerts are numbered as they are read, so each must be given once. */
export class AlertRows {
	private readonly times: UtcTimes;
	/** The last number of each fingerprint; the older ones are forgotten together. */
	private recent = new Map<string, number>();
	private older = new Map<string, number>();

	constructor(
		service: Pick<Service, 'timeZone'>,
		private readonly view: AlertView,
	) {
		this.times = new UtcTimes(service);
	}

	rows(records: readonly IDataObject[]): IDataObject[] {
		return records.map((record) => {
			const row = alertRow(record);
			return this.view(row, this.times.of(row.Time), this.key(fingerprintOf(row)), record);
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
