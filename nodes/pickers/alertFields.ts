import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { labelOfName } from '../shared/operation/listFields';
import { utcSecond } from '../shared/times/moment';

/** The fields that queries are known to name, and what each is called in a row. */
const KNOWN: ReadonlyArray<readonly [query: string, output: string]> = [
	['EVENTID', 'EventID'],
	['SEVERITY', 'EventSeverity'],
	['SOURCE', 'Source'],
	['TYPE', 'Type'],
	['USERNAME', 'UserName'],
];

/** A day before now, in ms. */
const RECENT = 24 * 3_600_000;

/** Get alerts: POST /api/v2/alerts; one page of recent ones, for the fields that they have. */
export function recentAlerts(now: number): ApiRequest {
	return {
		method: 'POST',
		path: '/alerts',
		body: { query: '*', start_time: utcSecond(now - RECENT), end_time: utcSecond(now) },
		idempotent: true,
	};
}

/**
 * The fields that a query can name: the known ones, and those that alerts have. A query names a field
 * in upper case without spaces; its time is that of the search.
 */
export function fieldItems(alerts: readonly IDataObject[]): INodeListSearchItems[] {
	const outputs = new Map(KNOWN);
	for (const alert of alerts) {
		for (const [key, value] of Object.entries(alert)) {
			const output = key.replaceAll(' ', '');
			const query = output.toUpperCase();
			const isText = typeof value === 'string' || typeof value === 'number';
			if (isText && query !== 'TIME' && /^[A-Z_]\w*$/.test(query) && !outputs.has(query)) {
				outputs.set(query, output);
			}
		}
	}
	return [...outputs].map(([value, output]) => ({
		name: labelOfName(output),
		value,
		description: `${value} in queries`,
	}));
}
