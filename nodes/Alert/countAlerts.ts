import type { IDataObject } from 'n8n-workflow';

import { ALERT_PROFILES } from '../lists/lists';
import type { ApiRequest } from '../shared/http/request';
import { shownId, toId, type Id } from '../shared/json';
import type { Service } from '../shared/pagination/service';
import { wholeList } from '../shared/pagination/list';
import { readAlertPage } from './alertPages';
import type { FilterBody } from './filters';

/** The count at which a search stops counting (Elasticsearch): there may be more. */
export const COUNT_CAP = 10_000;

/**
 * The service's own count of a search, in one request; null if it gives none.
 * @throws ApiError
 */
export async function countAlerts(
	service: Pick<Service, 'send' | 'note'>,
	search: ApiRequest,
): Promise<number | null> {
	const { records, total, next } = await readAlertPage(service, search);
	if (total === COUNT_CAP) {
		service.note(
			`The count is ${COUNT_CAP} or more: a service may stop counting there. Count shorter times`,
		);
	}
	const count = total ?? (next === undefined ? records.length : null);
	if (count === null) {
		service.note('The service gives no count, so the count is empty. Count shorter times');
	}
	return count;
}

/** A group of alerts: the fields that its item shows, and the filter that it adds to the search. */
export interface AlertGroup {
	shown: IDataObject;
	filter: FilterBody;
}

/** The groups of a filter whose values are known: those that it names, or all there are. */
export const fixedGroups = (
	name: 'severity' | 'status',
	choices: ReadonlyArray<{ value: string }>,
	wanted: readonly string[] = [],
): AlertGroup[] =>
	(wanted.length > 0 ? wanted : choices.map(({ value }) => value)).map((value) => ({
		shown: { [name]: value },
		filter: { [name]: value },
	}));

/**
 * The groups of the profiles that the service lists, or of those that the filter names.
 * @throws ApiError
 */
export async function profileGroups(
	service: Service,
	wanted: readonly Id[] = [],
): Promise<AlertGroup[]> {
	const rows = await wholeList(service, ALERT_PROFILES);
	const names = new Map(
		rows.flatMap(({ profile_id, profile_name }) => {
			const id = toId(profile_id);
			return id === undefined ? [] : [[id, profile_name] as const];
		}),
	);
	return (wanted.length > 0 ? wanted : [...names.keys()]).map((id) => ({
		shown: { profile_name: names.get(id) ?? '', profile_id: shownId(id) },
		filter: { profile_ids: [id] },
	}));
}
