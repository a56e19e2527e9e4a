import type { IDataObject } from 'n8n-workflow';

import { asText } from '../json';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { isNever, ServiceTimeZone } from '../times/serviceTimeZone';
import { namesPage } from './list';
import { mapPages, type Paginator, type Service } from './paginate';

const HOUR_MS = 3_600_000;

/**
 * Keeps the rows without a time, and those whose time is at least some hours ago by the service's clock.
 * @param timeField the field of a row that holds its time, ISO 8601 in UTC
 * @param hours undefined keeps all rows
 */
export function silentRows(
	paginator: Paginator,
	timeField: string,
	hours: number | undefined,
): Paginator {
	if (hours === undefined) return paginator;
	return async function* (service, request) {
		if (namesPage(request)) {
			throw new InvalidParameterError(
				'Page and From need a list without Silent for at Least',
				'Remove that filter, or Page and From.',
			);
		}
		const zone = new ServiceTimeZone(service.timeZone);
		let now = Date.now();
		const watched: Service = {
			...service,
			send: async (sent) => {
				const response = await service.send(sent);
				now = response.date ?? Date.now();
				return response;
			},
			// The service also counts the rows that are left out here.
			counted: () => undefined,
		};
		const isSilent = (row: IDataObject): boolean => {
			const time = asText(row[timeField]);
			const last = zone.momentOf(time);
			if (last === undefined && !isNever(time)) {
				service.note(
					`Some rows have a ${timeField} that is no time, for instance "${time.slice(0, 60)}". They are kept`,
				);
			}
			return last === undefined || last <= now - hours * HOUR_MS;
		};
		// The limit counts rows that are kept, so it must not bound the pages.
		return yield* mapPages(paginator(watched, request, Infinity), (rows) => rows.filter(isSilent));
	};
}
