import type { IDataObject } from 'n8n-workflow';

import type { ServiceAccess } from '../shared/pagination/pages';
import { isoTimeOfMs } from '../shared/times/moment';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { alertKey, fingerprintOf } from './alertIdentity';
import { type AlertView } from './alertView';

/** An alert with its fingerprint, and its number among identical alerts, from 1. */
export interface NumberedAlert {
	record: IDataObject;
	fingerprint: string;
	number: number;
}

/** Makes rows of alerts. `time_utc` is empty if Time cannot be read, and undefined if the credential names no zone. */
export function rowMakerOf(view: AlertView, { timeZone }: Pick<ServiceAccess, 'timeZone'>) {
	const zone = timeZone === undefined ? undefined : new ServiceTimeZone(timeZone);
	return ({ record, fingerprint, number }: NumberedAlert): IDataObject => {
		const ms = zone?.toMs(record.Time);
		const time_utc = ms === undefined ? zone && '' : isoTimeOfMs(ms);
		return view(record, time_utc, alertKey(fingerprint, number));
	};
}

/** Identical alerts may be counted anew once this many distinct ones lie between them; twice as many are remembered. */
const GENERATION_SIZE = 50_000;

/** Makes the rows of one search and numbers identical alerts, so each alert must be passed once. */
export function numberedRowsMakerOf(view: AlertView, service: Pick<ServiceAccess, 'timeZone'>) {
	const toRow = rowMakerOf(view, service);
	/** The last number of each fingerprint. */
	let recent = new Map<string, number>();
	let older: ReadonlyMap<string, number> = new Map();
	const numberOf = (fingerprint: string): number => {
		const number = (recent.get(fingerprint) ?? older.get(fingerprint) ?? 0) + 1;
		recent.set(fingerprint, number);
		if (recent.size === GENERATION_SIZE) {
			older = recent;
			recent = new Map();
		}
		return number;
	};
	return (records: readonly IDataObject[]): IDataObject[] =>
		records.map((record) => {
			const fingerprint = fingerprintOf(record);
			return toRow({ record, fingerprint, number: numberOf(fingerprint) });
		});
}
