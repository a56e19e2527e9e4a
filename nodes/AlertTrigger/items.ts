import type { INodeExecutionData } from 'n8n-workflow';

import { alertKey, alertRow, alertView } from '../Alert/alertRow';
import type { UtcTimes } from '../Alert/alertRows';
import { asText } from '../shared/json';
import type { NewAlert } from './emitted';
import type { Settings } from './fields';

/**
 * Makes the items of alerts: one for each, the oldest first, or one with all of them; none without alerts.
 * @throws InvalidParameterError if Output is Selected Fields and names none
 */
export function itemMaker({ emit, options }: Pick<Settings, 'emit' | 'options'>) {
	const view = alertView(options);
	return (alerts: readonly NewAlert[], times: UtcTimes): INodeExecutionData[] => {
		const rows = alerts.map(({ record, fingerprint, number }) =>
			view(
				alertRow(record),
				times.of(alertRow(record).Time),
				alertKey(fingerprint, number),
				record,
			),
		);
		return emit === 'batch' && rows.length > 0
			? [{ json: { count: rows.length, alerts: rows } }]
			: rows.map((json) => ({ json }));
	};
}

/** By the text of Time, which has no zone: alerts of one zone come in the order of their times. */
export const byTime = ({ record: one }: NewAlert, { record: other }: NewAlert): number =>
	asText(one.Time).localeCompare(asText(other.Time));
