import type { IDataObject } from 'n8n-workflow';

import { InvalidParameterError } from '../parameters/invalidParameter';
import { asText, countText, quoted, valueText } from '../texts';
import { HOUR_MS } from '../times/moment';
import { isNever, MAX_AHEAD_SECONDS, ServiceTimeZone } from '../times/serviceTimeZone';
import { listPaginator, selectsPage, type ServiceList } from '../pagination/list';
import { mapPages, type Paginator, type ServiceAccess, withoutCount } from '../pagination/pages';

/**
 * Reads the rows of a list whose time is missing, unreadable, too far ahead, or at least `hours` ago by the
 * service's clock. A note counts those whose time cannot be judged.
 * @param timeField the field with the time of a row
 * @param hours if undefined, all rows are kept
 * @throws InvalidParameterError if the request selects a page
 */
export function keepSilentRows(
	list: ServiceList,
	timeField: string,
	hours: number | undefined,
): Paginator {
	const paginator = listPaginator(list);
	if (hours === undefined) return paginator;
	return async function* (service, request) {
		if (selectsPage(request)) {
			throw new InvalidParameterError(
				'Page and From cannot be combined with Silent for at Least',
				'Remove that filter, or Page and From.',
			);
		}
		const zone = new ServiceTimeZone(service.timeZone);
		let now = Date.now();
		const observed: ServiceAccess = {
			// The service's count includes rows that are left out here.
			...withoutCount(service),
			send: async (pageRequest) => {
				const response = await service.send(pageRequest);
				now = response.date ?? Date.now();
				return response;
			},
		};
		let unreadableCount = 0;
		let example = '';
		const isSilent = (row: IDataObject): boolean => {
			const time = asText(row[timeField]);
			const lastEvent = zone.toMs(time) ?? Infinity;
			if (lastEvent <= now + MAX_AHEAD_SECONDS * 1000) return lastEvent <= now - hours * HOUR_MS;
			if (isNever(time)) return true;
			unreadableCount += 1;
			example ||= `${valueText(row[list.nameField])}: ${quoted(time)}`;
			return true;
		};
		try {
			// The limit applies to the kept rows, so it must not bound the pages.
			const pages = paginator(observed, request, Infinity);
			return yield* mapPages(pages, (rows) => rows.filter(isSilent));
		} finally {
			if (unreadableCount > 0) {
				const rows = countText(unreadableCount, list.plural);
				service.addNote(
					`The ${timeField} of ${rows} is not a time, or is in the future (${example}). They are kept. Check Time Zone of the Service in the credential`,
				);
			}
		}
	};
}
