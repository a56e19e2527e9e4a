import type { INodeExecutionData } from 'n8n-workflow';

import { alertRow, shapedAlert } from '../../Alert/alertRow';
import { alertKey } from '../../Alert/alertKey';
import { spanOf } from '../../Alert/alertRows';
import type { UtcTimes } from '../../Alert/serviceTime';
import { byTime, type NewAlert } from '../dedupe/emitted';
import type { Settings } from '../fields';
import { timesOf } from '../windows/windows';

/** The items of a poll: one for each alert, in the order of their times, or one with all of them; none without. */
export function itemsOf(
	alerts: readonly NewAlert[],
	{ simplify, output }: Pick<Settings, 'simplify' | 'output'>,
	times: UtcTimes,
): INodeExecutionData[] {
	const rows = [...alerts]
		.sort(byTime)
		.map(({ record, fingerprint, number, window, redelivered }) => ({
			...shapedAlert(record, simplify ? 'simple' : 'whole'),
			...times.column(alertRow(record).Time, spanOf(timesOf(window))),
			alert_key: alertKey(fingerprint, number),
			...(redelivered === true ? { redelivered } : {}),
		}));
	return output === 'batch' && rows.length > 0
		? [{ json: { count: rows.length, alerts: rows } }]
		: rows.map((json) => ({ json }));
}
