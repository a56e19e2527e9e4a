import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest, Service } from '../shared/http/request';
import { isObject, shownId, toId, type Id, type JsonObject } from '../shared/json';
import { extractRows } from '../shared/pagination/paginate';

/** A group of alerts: the fields that its item shows, and the filter that it adds to the search. */
export interface AlertGroup {
	shown: IDataObject;
	filter: { severity?: string; status?: string; profile_ids?: Id[] };
}

/** Where search engines stop counting. */
const USUAL_CAP = 10_000;

/**
 * Counts the alerts of each group, in one request a group: the service's own count of the search.
 * @returns an item a group; its count is null where the service gives none
 * @throws ApiError
 */
export async function* countGroups(
	service: Pick<Service, 'send' | 'note'>,
	search: ApiRequest,
	groups: readonly AlertGroup[],
): AsyncGenerator<IDataObject, void, undefined> {
	for (const { shown, filter } of groups) {
		const request = { ...search, body: { ...search.body, ...filter } };
		const count = countIn((await service.send(request)).body, request);
		if (count === null) {
			service.note('The service gave no count of the alerts, so the count is empty');
		}
		if (count === USUAL_CAP) {
			service.note(
				`The count is ${USUAL_CAP}, where a service may stop counting: there may be more alerts. Count shorter times`,
			);
		}
		yield { ...shown, count };
	}
}

function countIn(body: JsonObject, request: ApiRequest): number | null {
	const records = extractRows(body, ({ data }) => data, request);
	if (records.length === 0) return 0;
	const total = isObject(body.meta) ? body.meta.total_items : undefined;
	return typeof total === 'number' ? total : null;
}

/**
 * The groups of the profiles that the service lists, or of those that the filter names.
 * @throws ApiError
 */
export async function profileGroups(
	service: Pick<Service, 'send'>,
	wanted: readonly Id[],
): Promise<AlertGroup[]> {
	const request: ApiRequest = { method: 'GET', path: '/alerts/profile' };
	const rows = extractRows((await service.send(request)).body, ({ data }) => data, request);
	const names = new Map(
		rows.flatMap(({ profile_id, profile_name }) => {
			const id = toId(profile_id);
			return id === undefined ? [] : [[id, profile_name] as const];
		}),
	);
	return (wanted.length === 0 ? [...names.keys()] : wanted).map((id) => ({
		shown: { profile_name: names.get(id) ?? '', profile_id: shownId(id) },
		filter: { profile_ids: [id] },
	}));
}
