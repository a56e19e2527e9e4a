import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { asText } from '../shared/json';
import type { Service } from '../shared/pagination/service';
import { alertKey, fingerprintOf, alertRow } from './alertRow';
import { ANY_TIME, UtcTimes, type Span } from './serviceTime';

/** What the rows of a search depend on. */
interface RowSettings {
	span: Span;
	/** Whether the first alert read is the first one of the search. */
	isFromStart: boolean;
}

/** Characters of a time at most: times are remembered. */
const LONGEST_TIME = 100;

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
		if (time === '' || time.length > LONGEST_TIME) return '';
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

/** Alerts that are remembered at most, so that the memory of an export does not grow with it. */
const MOST_REMEMBERED = 100_000;

/** Numbers the alerts that share a fingerprint, and with it their Time, as one search reads them. */
export class AlertNumbers {
	/** For each Time, how many alerts had each fingerprint. */
	private readonly counts = new Map<string, Map<string, number>>();
	private size = 0;
	/** The earliest and the latest Time that is no longer remembered. */
	private forgotten: { first: string; last: string } | undefined;

	constructor(private readonly most = MOST_REMEMBERED) {}

	/**
	 * The number of the next alert among those that share its fingerprint; the first one is 1.
	 * Undefined if alerts of its Time may have been read that are no longer remembered.
	 */
	next(time: string, fingerprint: string): number | undefined {
		let alike = this.counts.get(time);
		if (alike === undefined) {
			if (this.isForgotten(time)) return undefined;
			alike = new Map();
			this.counts.set(time, alike);
		}
		const number = (alike.get(fingerprint) ?? 0) + 1;
		alike.set(fingerprint, number);
		if (number === 1) this.size += 1;
		if (this.size > this.most) this.forgetHalf();
		return number;
	}

	private isForgotten(time: string): boolean {
		const { forgotten } = this;
		return forgotten !== undefined && time >= forgotten.first && time <= forgotten.last;
	}

	/** Forgets the Times that were read first. */
	private forgetHalf(): void {
		for (const [time, { size }] of this.counts) {
			if (this.size <= this.most / 2) return;
			this.counts.delete(time);
			this.size -= size;
			const { first, last } = this.forgotten ?? { first: time, last: time };
			this.forgotten = { first: time < first ? time : first, last: time > last ? time : last };
		}
	}
}
