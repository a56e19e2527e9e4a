import type { INodeExecutionData } from 'n8n-workflow';

import { alertKey, alertRow, alertView, wholeAlert } from '../Alert/alertRow';
import type { UtcTimes } from '../Alert/alertRows';
import { asText } from '../shared/json';
import type { NewAlert } from './emitted';
import type { Settings } from './fields';

/** The items of alerts: one for each, in their order, or one with all of them; none without. */
export function itemsOf(
	alerts: readonly NewAlert[],
	{ simplify, output }: Pick<Settings, 'simplify' | 'output'>,
	times: UtcTimes,
): INodeExecutionData[] {
	const view = simplify ? alertView({}) : wholeAlert;
	const rows = alerts.map(({ record, fingerprint, number }) =>
		view(alertRow(record), times.of(alertRow(record).Time), alertKey(fingerprint, number), record),
	);
	return output === 'batch' && rows.length > 0
		? [{ json: { count: rows.length, alerts: rows } }]
		: rows.map((json) => ({ json }));
}

/** By the text of Time, which has no zone: alerts of one zone come in the order of their times. */
export const byTime = ({ record: one }: NewAlert, { record: other }: NewAlert): number =>
	asText(one.Time).localeCompare(asText(other.Time));
