import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../http/request';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { asText, countText, quoted } from '../texts';
import { HOUR_MS } from '../times/moment';
import { isNever, MAX_AHEAD_SECONDS, ServiceTimeZone } from '../times/serviceTimeZone';
import { listPages, selectsPage, type ServiceList } from './list';
import { mapRows, type RowPages, type ServiceAccess } from './pages';

/** The rows that are silent: their time is `hours` before `now` or earlier. Without `hours`, all rows are read. */
interface Silence {
	/** The field with the time of a row. */
	timeField: string;
	hours: number | undefined;
	/** In ms since 1970. */
	now: number;
}

/**
 * Reads the rows of a list whose time is missing, unreadable, too far ahead, or at least some hours ago.
 * A note counts those whose time cannot be judged.
 * @throws InvalidParameterError if the query selects a page
 */
export async function* silentPages(
	service: ServiceAccess,
	list: ServiceList,
	query: Query,
	{ timeField, hours, now }: Silence,
	maxRows = Infinity,
): RowPages {
	if (hours === undefined) return yield* listPages(service, list, query, maxRows);
	if (selectsPage(query)) {
		throw new InvalidParameterError(
			'Page and From cannot be combined with Silent for at Least',
			'Remove that filter, or Page and From.',
		);
	}
	const zone = new ServiceTimeZone(service.timeZone);
	let unreadableCount = 0;
	let example = '';
	const isSilent = (row: IDataObject): boolean => {
		const time = asText(row[timeField]);
		const lastEvent = zone.toMs(time) ?? Infinity;
		if (lastEvent <= now + MAX_AHEAD_SECONDS * 1000) return lastEvent <= now - hours * HOUR_MS;
		if (isNever(time)) return true;
		unreadableCount += 1;
		example ||= `${quoted(row[list.nameField])}: ${quoted(time)}`;
		return true;
	};
	try {
		// The limit of the user and the service's count are not those of the rows that are kept.
		yield* mapRows(listPages(service, list, query), (rows) => rows.filter(isSilent));
	} finally {
		if (unreadableCount > 0) {
			const rows = countText(unreadableCount, list.plural);
			service.addNote(
				`The ${timeField} of ${rows} is not a time, or is in the future (${example}). They are kept. Check Time Zone of the Service in the credential`,
			);
		}
	}
}
