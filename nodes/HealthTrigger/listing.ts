import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { createPollClient } from '../polling/pollClient';
import type { PollTools } from '../polling/runPoll';
import { ApiError, unexpectedResponse } from '../shared/http/apiError';
import { unreadableText } from '../shared/operation/silentPages';
import { readWholeList } from '../shared/pagination/list';
import type { ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';
import { ServiceTimeZone } from '../shared/times/serviceTimeZone';
import { mapTexts, type ListedRecord } from './changes';
import type { Watch } from './watches';

/** The list of a watch, read whole. */
interface Listing {
	watch: Watch;
	records: readonly ListedRecord[];
	/** The address of the service and the filters, which identify the list. */
	sourceKey: string;
}

const LISTS_UNREAD = {
	headline: 'The poll ran out of time before all lists were read',
	advice:
		'No change is reported until all lists can be read. The service answers slowly, or its limit of requests is used up: let the trigger poll less often, or narrow its filters.',
} as const;

/** Reads the list of each watch. @throws ApiError if a list cannot be read whole in time */
export async function readListings(
	context: IPollFunctions,
	watches: readonly Watch[],
	tools: PollTools,
): Promise<Listing[]> {
	const { clock, log, warnHourly } = tools;
	const client = await createPollClient(context, 'logsources.READ', tools);
	const service: ServiceAccess = {
		pause: client.pause,
		addNote: (message) => log.warn(message),
		send: async (request) => {
			// During a hold, the client throws the error that names it.
			const isPossible = client.isHeld() || client.requestsLeft({ maxWaitMs: Infinity }) > 0;
			if (isPossible) return await client.send(request);
			throw ApiError.of('incomplete', LISTS_UNREAD);
		},
	};
	const zone = new ServiceTimeZone(client.timeZone);
	const listings: Listing[] = [];
	for (const watch of watches) {
		const { list, query, types } = watch;
		const rows = await readWholeList(service, list, query);
		const hasWatchedType = ({ labels: { type = '' } }: ListedRecord): boolean =>
			types.length === 0 || types.includes(type.toLowerCase());
		const now = clock.startSecond() * 1000;
		const records = rows.map((row) => recordOf(row, watch, zone, now)).filter(hasWatchedType);
		const unreadable = records.filter(({ lastSeen }) => lastSeen === 'unreadable');
		if (unreadable.length > 0) {
			const names = unreadable.map(({ labels }) => labels.name);
			warnHourly(list.plural, unreadableText(list, names, 'Their silence is not reported'));
		}
		listings.push({ watch, records, sourceKey: JSON.stringify([client.address, query, types]) });
	}
	return listings;
}

/** The maximum number of characters of a remembered text. */
const MAX_TEXT = 200;

/** Reads a record from its row. @param now in ms since 1970. @throws ApiError if the row has no ID or name */
function recordOf(
	row: IDataObject,
	{ list, ...watch }: Watch,
	zone: ServiceTimeZone,
	now: number,
): ListedRecord {
	const text = (field: string): string => asText(row[field]).trim().slice(0, MAX_TEXT);
	const [id, name] = [text(list.idField), text(list.nameField)];
	if (!/^\d+$/.test(id) || name === '') {
		throw unexpectedResponse(
			list.request,
			`a record has no ${list.idField} or no ${list.nameField}`,
		);
	}
	const lastSeen = zone.lastSeen(row[list.timeField ?? ''], now);
	return {
		id,
		labels: { name, ...mapTexts(watch.labelFields, text) },
		states: mapTexts(watch.stateFields, (field) => text(field).toLowerCase()),
		lastSeen: typeof lastSeen === 'number' ? lastSeen / 1000 : lastSeen,
	};
}

/**
 * Refuses an empty list, in which there is nothing to watch.
 * @param mayBeEmpty whether the list was empty before, or was not read before
 * @throws ApiError if there are filters, or if the service no longer lists anything
 */
export function refuseEmptyListing({ watch, records }: Listing, mayBeEmpty: boolean): void {
	if (records.length > 0) return;
	const { query, types, list } = watch;
	const filters = [...types, ...Object.values(query)];
	if (filters.some((filter) => filter !== undefined)) {
		throw ApiError.of('incomplete', {
			headline: 'No log source fits the filters',
			advice: 'Change Filters: a group or domain may have been renamed.',
		});
	}
	if (mayBeEmpty) return;
	throw ApiError.of('incomplete', {
		headline: `The service lists no ${list.plural}, although it did before`,
		advice:
			'No change is reported until it lists some again. If you removed the last one on purpose, choose other changes in this trigger, or unpublish the workflow.',
	});
}
