import type { IDataObject } from 'n8n-workflow';

import { alertPages, COUNT_CAP } from '../../alerts/alertPages';
import { FILTERS, SEVERITIES, STATUSES, type FilterBody } from '../../alerts/filters';
import { searchText } from '../../alerts/searchRequest';
import { ALERT_PROFILES } from '../../contract/lists';
import type { ApiRequest } from '../../shared/http/request';
import { toItemJson, type Id } from '../../shared/json';
import { defineList } from '../../shared/operation/operation';
import { countsText, readWholeList, requireId } from '../../shared/pagination/list';
import type { ServiceAccess } from '../../shared/pagination/pages';
import { searchFromParams, TIMES } from '../times';

/** The group of all other alerts, such as the alerts of a deleted profile. */
const OTHER = 'other';
const OTHER_PROFILES = { profile_name: OTHER, profile_id: null };

const NO_REST =
	'There may be alerts in no group, since the service does not count all alerts exactly. Count a shorter time';

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
			description:
				'How to group the alerts; each group is one item, and alerts in no group are one more',
		},
		...FILTERS,
	],
	rows: async function* (service, { groupBy, ...params }, runStart) {
		const { severity, status, profile_ids } = params.filters;
		const search = searchFromParams(params, runStart);
		service.addNote(searchText(search), 'info');
		const countOf = async (filter: FilterBody) =>
			await countAlerts(service, { ...search, body: { ...search.body, ...filter } });
		if (groupBy === 'none') {
			const { count, missing } = await countOf({});
			return yield { rows: [{ count }], missing };
		}
		const groups =
			groupBy === 'profile'
				? await readProfileGroups(service, profile_ids)
				: groupsOf(groupBy, params.filters[groupBy]);
		// No alert that fits a filter is outside the groups that the filter names.
		const isFiltered = { severity, status, profile: profile_ids }[groupBy] !== undefined;
		// Alerts may arrive meanwhile, so all are counted first.
		let rest = isFiltered ? 0 : exactCount(await countOf({}));
		for (const { cells, filter } of groups) {
			const counted = await countOf(filter);
			rest -= exactCount(counted);
			yield { rows: [{ ...cells, count: counted.count }], missing: counted.missing };
		}
		if (isFiltered || rest <= 0) return;
		const cells = groupBy === 'profile' ? OTHER_PROFILES : { [groupBy]: OTHER };
		yield Number.isNaN(rest)
			? { rows: [], missing: [NO_REST] }
			: { rows: [{ ...cells, count: rest }] };
	},
});

/** An alert count of the service, or null if it gives none; and texts about what is wrong with it. */
interface AlertCount {
	count: number | null;
	missing: string[];
}

const CAPPED = `The count is ${COUNT_CAP} or more, since the service may stop counting there. Count a shorter time`;

const COUNT_IS_EMPTY = 'The service gives no count, so the count is empty';

async function countAlerts(service: ServiceAccess, search: ApiRequest): Promise<AlertCount> {
	let readCount = 0;
	let isWhole = true;
	let total: number | undefined;
	for await (const page of alertPages(service, search)) {
		readCount += page.records.length;
		isWhole = page.nextRequest === undefined;
		total = page.total;
		// A count that equals the first page may count only that page, so the next one is read.
		if (total !== readCount) break;
	}
	const count = total ?? (isWhole ? readCount : null);
	if (count === null) return { count, missing: [COUNT_IS_EMPTY] };
	if (count === COUNT_CAP) return { count, missing: [CAPPED] };
	// A search that ends short of its count has lost alerts.
	const isExact = isWhole ? readCount === count : readCount <= count;
	return { count, missing: isExact ? [] : [countsText(count, readCount, 'alerts')] };
}

/** Returns a count; NaN, which makes every sum NaN, if it is not exact. */
const exactCount = ({ count, missing }: AlertCount): number =>
	count === null || missing.length > 0 ? NaN : count;

/** A group of alerts: the cells of its item, and the filter that selects it. */
interface AlertGroup {
	cells: IDataObject;
	filter: FilterBody;
}

const CHOICES = { severity: SEVERITIES, status: STATUSES };

/** Makes the groups of the values that the filter names, or of all values. */
const groupsOf = (
	name: keyof typeof CHOICES,
	filtered: readonly string[] = CHOICES[name].map(({ value }) => value),
): AlertGroup[] =>
	filtered.map((value) => ({ cells: { [name]: value }, filter: { [name]: value } }));

/** Makes the groups of the profiles that the filter names, or of all profiles that the service lists. */
async function readProfileGroups(
	service: ServiceAccess,
	filtered: readonly Id[] | undefined,
): Promise<AlertGroup[]> {
	const names = new Map<Id, IDataObject[string]>();
	for (const profile of await readWholeList(service, ALERT_PROFILES)) {
		names.set(requireId(ALERT_PROFILES, profile), profile.profile_name);
	}
	return (filtered ?? [...names.keys()]).map((id) => ({
		cells: { profile_name: names.get(id) ?? '', ...toItemJson({ profile_id: id }) },
		filter: { profile_ids: [id] },
	}));
}
