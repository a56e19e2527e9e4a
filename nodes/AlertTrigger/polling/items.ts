import type { INodeExecutionData } from 'n8n-workflow';

import { shapedAlert } from '../../Alert/alertRow';
import { alertKey } from '../../Alert/alertKey';
import { byTime, type NewAlert } from '../dedupe/emitted';
import type { Settings } from '../fields';

/** The items of a poll: one for each alert, in the order of their times, or one with all of them. */
export function itemsOf(
	alerts: readonly NewAlert[],
	{ simplify, output }: Pick<Settings, 'simplify' | 'output'>,
): INodeExecutionData[] {
	const rows = [...alerts].sort(byTime).map(({ record, fingerprint, number, redelivered }) => ({
		...shapedAlert(record, simplify ? 'simple' : 'whole'),
		alert_key: alertKey(fingerprint, number),
		...(redelivered === true ? { redelivered } : {}),
	}));
	return output === 'batch'
		? [{ json: { count: rows.length, alerts: rows } }]
		: rows.map((json) => ({ json }));
}
