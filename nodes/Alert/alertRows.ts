import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { asText } from '../shared/json';
import { alertKey, fingerprintOf } from './alertKey';
import { AlertNumbers } from './alertNumbers';
import { alertRow } from './alertRow';
import { ANY_TIME, UtcTimes, type Span } from './serviceTime';

/** What the rows of a search depend on. */
interface RowSettings {
	span: Span;
	/** Whether the first alert read is the first one of the search. */
	isFromStart: boolean;
}

/**
 * Makes the rows of one search: each alert as it was sent, with its `alert_key`, and with its `time_utc` if the
 * time zone of the service is known. Both are empty if they cannot be known.
 */
export class AlertRows {
	private readonly times: UtcTimes;
	private readonly numbers = new AlertNumbers();

	constructor(
		private readonly service: Pick<Service, 'note' | 'timeZone'>,
		private readonly settings: RowSettings,
	) {
		this.times = new UtcTimes(service);
	}

	/** The rows of the next alerts; each alert must be given once. */
	rows(records: readonly IDataObject[]): IDataObject[] {
		const { span } = this.settings;
		return records.map((record) => {
			const { Time } = alertRow(record);
			return {
				...record,
				...this.times.column(Time, span),
				alert_key: this.key(record, asText(Time)),
			};
		});
	}

	private key(record: IDataObject, time: string): string {
		const { span, isFromStart } = this.settings;
		if (time === '') return '';
		if (!isFromStart) {
			this.service.note(
				'The alerts have no alert_key, because the alerts before them were not read: alerts that look alike are numbered from the start of a search',
			);
			return '';
		}
		// Alerts that look alike may be in the first pass of the hour that a clock repeats.
		if (this.times.isRepeated(time, span)) return '';
		const fingerprint = fingerprintOf(record);
		const number = this.numbers.next(time, fingerprint);
		if (number === undefined) {
			this.service.note(
				'Some alerts have no alert_key: the service does not serve the alerts in the order of their times, and they are too many to tell which look alike',
			);
			return '';
		}
		return alertKey(fingerprint, number);
	}
}

/** The bounds that a search was sent with. */
export function spanOf(body: NonNullable<ApiRequest['body']> = {}): Span {
	const start = Date.parse(asText(body.start_time));
	const end = Date.parse(asText(body.end_time));
	return {
		start: Number.isNaN(start) ? ANY_TIME.start : start,
		end: Number.isNaN(end) ? ANY_TIME.end : end,
	};
}
