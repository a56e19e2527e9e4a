import type { IDataObject } from 'n8n-workflow';

import { InvalidParameterError } from '../parameters/invalidParameter';
import { asText, quoted } from '../texts';
import { HOUR_MS } from '../times/moment';
import { isNever, ServiceTimeZone } from '../times/serviceTimeZone';
import { selectsPage } from '../pagination/list';
import { mapPages, type Paginator, type ServiceAccess } from '../pagination/pages';

/**
 * Keeps each row whose time is missing, unreadable, or at least `hours` ago by the service's clock.
 * @param timeField the field with the time of a row
 * @param hours if undefined, all rows are kept
 * @throws InvalidParameterError if the request selects a page
 */
export function keepSilentRows(
	paginator: Paginator,
	timeField: string,
	hours: number | undefined,
): Paginator {
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
			...service,
			send: async (pageRequest) => {
				const response = await service.send(pageRequest);
				now = response.date ?? Date.now();
				return response;
			},
			// The service's count includes rows that are left out here.
			onCount: () => undefined,
		};
		const isSilent = (row: IDataObject): boolean => {
			const time = asText(row[timeField]);
			const lastEvent = zone.toMs(time);
			if (lastEvent === undefined && !isNever(time)) {
				service.addNote(
					`Some rows have a ${timeField} that is not a time, for instance ${quoted(time)}. They are kept`,
				);
			}
			return lastEvent === undefined || lastEvent <= now - hours * HOUR_MS;
		};
		// The limit applies to the kept rows, so it must not bound the pages.
		return yield* mapPages(paginator(observed, request, Infinity), (rows) => rows.filter(isSilent));
	};
}
