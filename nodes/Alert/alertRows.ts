import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { asText } from '../shared/json';
import type { Service } from '../shared/pagination/service';
import { alertKey, alertRow, fingerprintOf } from './alertRow';
import { ANY_TIME, UtcTimes, type Span } from './serviceTime';

/** Fingerprints that are remembered at most, so that the memory of an export does not grow with it. */
const MOST_REMEMBERED = 100_000;

/**
 * Makes the rows of one search: each alert as it was sent, with its `alert_key`, and with its `time_utc`
 * if the time zone of the service is known. Identical alerts are numbered as they are read.
 */
export class AlertRows {
	private readonly times: UtcTimes;
	private readonly numbers = new Map<string, number>();

	constructor(
		service: Pick<Service, 'note' | 'timeZone'>,
		private readonly span: Span,
	) {
		this.times = new UtcTimes(service);
	}

	/** The rows of the next alerts; each alert must be given once. */
	rows(records: readonly IDataObject[]): IDataObject[] {
		return records.map((record) => ({
			...record,
			...this.times.column(alertRow(record).Time, this.span),
			alert_key: this.key(fingerprintOf(record)),
		}));
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

/** The bounds that a search was sent with. */
export const spanOf = ({ start_time, end_time }: NonNullable<ApiRequest['body']> = {}): Span =>
	start_time === undefined
		? ANY_TIME
		: { start: Date.parse(asText(start_time)), end: Date.parse(asText(end_time)) };
