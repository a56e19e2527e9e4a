import type { INodeExecutionData } from 'n8n-workflow';

import { shapedAlert } from '../Alert/alertRow';
import { asText } from '../shared/json';
import type { NewAlert } from './dedupe';
import type { Settings } from './fields';
import { keyOf } from './redeliver';

/** An alert to put out, and whether an execution had it before. */
export interface Outgoing extends NewAlert {
	redelivered?: true;
}

/** The items of a poll: one for each alert, in the order of their times, or one with all of them. */
export function itemsOf(
	alerts: readonly Outgoing[],
	{ simplify, output }: Pick<Settings, 'simplify' | 'output'>,
): INodeExecutionData[] {
	const rows = [...alerts].sort(byTime).map(({ record, fingerprint, number, redelivered }) => ({
		...shapedAlert(record, simplify ? 'simple' : 'whole'),
		alert_key: keyOf(fingerprint, number),
		...(redelivered === true ? { redelivered } : {}),
	}));
	return output === 'batch'
		? [{ json: { count: rows.length, alerts: rows } }]
		: rows.map((json) => ({ json }));
}

/** Times of one zone, which alone is all that their text can tell. */
const byTime = (one: NewAlert, other: NewAlert): number => {
	const before = asText(one.record.Time);
	const after = asText(other.record.Time);
	return before < after ? -1 : before > after ? 1 : 0;
};
