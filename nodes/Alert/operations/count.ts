import type { IDataObject } from 'n8n-workflow';

import { alertPages, COUNT_CAP } from '../../alerts/alertPages';
import { FILTERS, SEVERITIES, STATUSES, type FilterBody } from '../../alerts/filters';
import { noteSearch } from '../../alerts/searchRequest';
import { ALERT_PROFILES } from '../../lists/lists';
import { toItemId, toId, type Id } from '../../shared/json';
import { defineList } from '../../shared/operation/operation';
import { checkCount, readWholeList } from '../../shared/pagination/list';
import type { ServiceAccess } from '../../shared/pagination/pages';
import { searchFromParams, TIMES } from '../times';

/** Get alerts: POST /api/v2/alerts, for its count alone */
export const count = defineList({
	value: 'count',
	name: 'Count',
	action: 'Count alerts',
	description: 'Count alerts, all together or in groups',
	scope: 'alerts.READ',
	noLimit: true,
	fields: [
		...TIMES,
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			options: [
				{ name: 'None', value: 'none', description: 'One count of all alerts' },
				{ name: 'Profile', value: 'profile', description: 'One count for each profile' },
				{ name: 'Severity', value: 'severity', description: 'One count for each severity' },
				{ name: 'Status', value: 'status', description: 'One count for each status' },
			],
			default: 'none',
			description: 'How to group the alerts; each group is one item and takes one request',
		},
		...FILTERS,
	],
	rows: async function* (service, { groupBy, ...params }, runStart) {
		const { severity, status, profile_ids } = params.filters;
		const request = searchFromParams(params, runStart);
		noteSearch(service, request);
		const groups = {
			none: () => [{ cells: {}, filter: {} }],
			severity: () => groupsOf('severity', SEVERITIES, severity),
			status: () => groupsOf('status', STATUSES, status),
			profile: async () => await readProfileGroups(service, profile_ids),
		};
		for (const { cells, filter } of await groups[groupBy]()) {
			const search = { ...request, body: { ...request.body, ...filter } };
			let readCount = 0;
			let counted: number | null = 0;
			let missing: string[] = [];
			for await (const { records, total, next } of alertPages(service, search)) {
				readCount += records.length;
				counted = total ?? (next === undefined ? readCount : null);
				// A search that ends short of its count has lost alerts.
				if (next === undefined && readCount < (total ?? 0) && total !== COUNT_CAP) {
					missing = checkCount(service, total, readCount, 'alerts');
				}
				// The next page shows whether the service only counts the first page.
				if (total !== readCount) break;
			}
			if (counted === COUNT_CAP) service.addNote(CAPPED);
			if (counted === null) service.addNote(COUNT_IS_EMPTY);
			else if (readCount > counted) service.addNote(TOO_LOW);
			yield { rows: [{ ...cells, count: counted }], missing };
		}
	},
});

const CAPPED = `The count is ${COUNT_CAP} or more, since the service may stop counting there. Count a shorter time`;

const COUNT_IS_EMPTY = 'The service gives no count, so the count is empty';

const TOO_LOW =
	'The count is too low: the service returned more alerts than it counted. To count them, use Export';

/** A group of alerts: the cells of its item, and the filter that selects it. */
interface AlertGroup {
	cells: IDataObject;
	filter: FilterBody;
}

/** Makes the groups of the values that a filter names, or of all values. */
const groupsOf = (
	name: 'severity' | 'status',
	choices: ReadonlyArray<{ value: string }>,
	filtered: readonly string[] = [],
): AlertGroup[] =>
	(filtered.length > 0 ? filtered : choices.map(({ value }) => value)).map((value) => ({
		cells: { [name]: value },
		filter: { [name]: value },
	}));

/** Makes the groups of the profiles that the filter names, or of all profiles that the service lists. */
async function readProfileGroups(
	service: ServiceAccess,
	filtered: readonly Id[] = [],
): Promise<AlertGroup[]> {
	const names = new Map<Id | undefined, IDataObject[string]>();
	for (const { profile_id, profile_name } of await readWholeList(service, ALERT_PROFILES)) {
		names.set(toId(profile_id), profile_name);
	}
	const ids = filtered.length > 0 ? filtered : [...names.keys()].filter((id) => id !== undefined);
	return ids.map((id) => ({
		cells: { profile_name: names.get(id) ?? '', profile_id: toItemId(id) },
		filter: { profile_ids: [id] },
	}));
}
