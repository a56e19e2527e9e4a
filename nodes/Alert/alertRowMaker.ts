import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/paginate';
import { utcSecond } from '../shared/times/moment';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { alertKey, withBulkKeys, fingerprintOf, type AlertView } from './alertView';

/** Converts the times of alerts to UTC. */
export class UtcTimes {
	private readonly zone: ServiceTimeZone | undefined;

	constructor({ timeZone }: Pick<Service, 'timeZone'>) {
		this.zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	}

	/** Converts a Time to `time_utc`: empty if it cannot be read, undefined if the credential names no zone. */
	of(time: unknown): string | undefined {
		const moment = this.zone?.momentOf(time);
		return moment === undefined ? this.zone && '' : utcSecond(moment);
	}
}

/**
 * The number of distinct alerts after which identical ones may be counted anew. At most twice as many
 * fingerprints are remembered, since an export may hold any number of alerts.
 */
const MIN_REMEMBERED = 50_000;

/** Makes the rows of one search and numbers identical alerts, so each alert must be passed once. */
export class AlertRowMaker {
	private readonly times: UtcTimes;
	/** The last number of each fingerprint. */
	private recent = new Map<string, number>();
	private older = new Map<string, number>();

	constructor(
		service: Pick<Service, 'timeZone'>,
		private readonly view: AlertView,
	) {
		this.times = new UtcTimes(service);
	}

	toRows(records: readonly IDataObject[]): IDataObject[] {
		return records.map((record) => {
			const row = withBulkKeys(record);
			return this.view(row, this.times.of(row.Time), this.key(fingerprintOf(row)), record);
		});
	}

	private key(fingerprint: string): string {
		const number = (this.recent.get(fingerprint) ?? this.older.get(fingerprint) ?? 0) + 1;
		this.recent.set(fingerprint, number);
		if (this.recent.size === MIN_REMEMBERED) {
			this.older = this.recent;
			this.recent = new Map();
		}
		return alertKey(fingerprint, number);
	}
}
