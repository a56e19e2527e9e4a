import type { IDataObject } from 'n8n-workflow';

import { inSlices } from '../shared/pagination/inSlices';
import type { ServiceAccess } from '../shared/pagination/pages';
import { isoTimeOfMs } from '../shared/times/moment';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { alertKey, withBulkKeys, fingerprintOf } from './alertIdentity';
import { type AlertView } from './alertView';

/**
 * Returns a function that makes the row of an alert from its fingerprint and its number among identical
 * alerts. `time_utc` is empty if Time cannot be read, and undefined if the credential names no zone.
 */
export function rowMakerOf(view: AlertView, { timeZone }: Pick<ServiceAccess, 'timeZone'>) {
	const zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	return (record: IDataObject, fingerprint: string, number: number): IDataObject => {
		const row = withBulkKeys(record);
		const ms = zone?.toMs(row.Time);
		const time_utc = ms === undefined ? zone && '' : isoTimeOfMs(ms);
		return view(row, time_utc, alertKey(fingerprint, number), record);
	};
}

/**
 * The number of distinct alerts after which identical ones may be counted anew. At most twice as many
 * fingerprints are remembered, since an export may hold any number of alerts.
 */
const GENERATION_SIZE = 50_000;

/** Makes the rows of one search and numbers identical alerts, so each alert must be passed once. */
export class AlertRowMaker {
	private readonly toRow: ReturnType<typeof rowMakerOf>;
	/** The last number of each fingerprint. */
	private recent = new Map<string, number>();
	private older = new Map<string, number>();

	constructor(service: Pick<ServiceAccess, 'timeZone'>, view: AlertView) {
		this.toRow = rowMakerOf(view, service);
	}

	async toRows(records: readonly IDataObject[]): Promise<IDataObject[]> {
		const rows: IDataObject[] = [];
		for await (const slice of inSlices(records)) {
			for (const record of slice) {
				const fingerprint = fingerprintOf(record);
				rows.push(this.toRow(record, fingerprint, this.nextNumber(fingerprint)));
			}
		}
		return rows;
	}

	private nextNumber(fingerprint: string): number {
		const number = (this.recent.get(fingerprint) ?? this.older.get(fingerprint) ?? 0) + 1;
		this.recent.set(fingerprint, number);
		if (this.recent.size === GENERATION_SIZE) {
			this.older = this.recent;
			this.recent = new Map();
		}
		return number;
	}
}
