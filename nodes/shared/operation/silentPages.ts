import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../http/request';
import { listPages, selectsPage, type ServiceList } from '../pagination/list';
import { mapUncountedRows, type RowPages, type ServiceAccess } from '../pagination/pages';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { countText, quote } from '../texts';
import { HOUR_MS } from '../times/moment';
import { ServiceTimeZone } from '../times/serviceTimeZone';

/** States that the last events or syncs of named records cannot be judged, and the consequence. */
export const unreadableText = (
	{ timeField = '', plural }: ServiceList,
	names: readonly unknown[],
	consequence: string,
): string =>
	`The ${timeField} of ${countText(names.length, plural)} is not a time, or is in the future, for example of ${quote(names[0])}. ${consequence}. Check Time Zone of the Service in the credential`;

/**
 * Reads the rows of a list whose last event or sync is missing, unreadable, or at least some hours ago. A note
 * counts the unreadable ones. @param now in ms since 1970
 * @throws InvalidParameterError if the query selects a page
 */
export async function* silentPages(
	service: ServiceAccess,
	list: ServiceList,
	query: Query,
	hours: number,
	now: number,
): RowPages {
	if (selectsPage(query)) {
		throw new InvalidParameterError(
			'Page and From cannot be combined with Silent for at Least',
			'Remove that filter, or Page and From.',
		);
	}
	const zone = new ServiceTimeZone(service.timeZone);
	const { timeField = '' } = list;
	const unreadable: unknown[] = [];
	const isSilent = (row: IDataObject): boolean => {
		const lastSeen = zone.lastSeen(row[timeField], now);
		if (lastSeen === 'unreadable') unreadable.push(row[list.nameField]);
		return typeof lastSeen !== 'number' || lastSeen <= now - hours * HOUR_MS;
	};
	try {
		// The user's limit and the service's count apply to all rows, not to those that are kept.
		yield* mapUncountedRows(listPages(service, list, query), (rows) => rows.filter(isSilent));
	} finally {
		if (unreadable.length > 0) service.addNote(unreadableText(list, unreadable, 'They are kept'));
	}
}
