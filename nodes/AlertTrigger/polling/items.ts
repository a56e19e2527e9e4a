import type { INodeExecutionData } from 'n8n-workflow';

import { alertRow, alertView, wholeAlert } from '../../Alert/alertRow';
import { alertKey } from '../../Alert/alertKey';
import { spanOf } from '../../Alert/alertRows';
import type { UtcTimes } from '../../Alert/serviceTime';
import type { NewAlert } from '../dedupe/emitted';
import type { Settings } from '../fields';
import { timesOf } from '../windows/windows';

/** The items of alerts: one for each, in their order, or one with all of them; none without. */
export function itemsOf(
	alerts: readonly NewAlert[],
	{ simplify, output }: Pick<Settings, 'simplify' | 'output'>,
	times: UtcTimes,
): INodeExecutionData[] {
	const view = simplify ? alertView({}) : wholeAlert;
	const rows = alerts.map(({ record, fingerprint, number, window, redelivered }) => ({
		...view({
			...record,
			...times.column(alertRow(record).Time, spanOf(timesOf(window))),
			alert_key: alertKey(fingerprint, number),
		}),
		...(redelivered === true ? { redelivered } : {}),
	}));
	return output === 'batch' && rows.length > 0
		? [{ json: { count: rows.length, alerts: rows } }]
		: rows.map((json) => ({ json }));
}
