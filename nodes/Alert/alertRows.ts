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

/** Fingerprints that are remembered at most, so that the memory of an export does not grow with it. */
const MOST_REMEMBERED = 100_000;

/**
 * Makes the rows of one search: each alert as it was sent, with its `time_utc` and its `alert_key`.
 * Identical alerts are numbered as they are read; each alert must be given once.
 */
export class AlertRows {
	private readonly times: UtcTimes;
	private readonly numbers = new Map<string, number>();

	constructor(service: Pick<Service, 'timeZone'>) {
		this.times = new UtcTimes(service);
	}

	rows(records: readonly IDataObject[]): IDataObject[] {
		return records.map((record) => {
			const row = alertRow(record);
			return {
				...record,
				...this.times.column(row.Time),
				alert_key: this.key(fingerprintOf(row)),
			};
		});
	}

	private key(fingerprint: string): string {
		const { numbers } = this;
		const number = (numbers.get(fingerprint) ?? 0) + 1;
		// The alert that was read last is forgotten last.
		numbers.delete(fingerprint);
		numbers.set(fingerprint, number);
		const [oldest = ''] = numbers.keys();
		if (numbers.size > MOST_REMEMBERED) numbers.delete(oldest);
		return alertKey(fingerprint, number);
	}
}
