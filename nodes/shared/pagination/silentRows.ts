import type { IDataObject } from 'n8n-workflow';

import { asText } from '../json';
import { mapPages, type Paginator } from './paginate';

const HOUR_MS = 3_600_000;

/** A time of a listing in ms since 1970; NaN if it is none. Without a zone it is UTC. */
export const listedTime = (time: string): number =>
	Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time.trim().replace(' ', 'T')}Z`);

/**
 * Keeps the rows whose time is at least so many hours ago by the service's clock, and those without one.
 * @param timeField the field of a row that holds its time, ISO 8601 in UTC
 * @param hours undefined keeps all rows
 */
export const silentRows = (
	paginator: Paginator,
	timeField: string,
	hours: number | undefined,
): Paginator =>
	hours === undefined
		? paginator
		: async function* (service, request) {
				let now = Date.now();
				const watched: typeof service = {
					...service,
					send: async (each) => {
						const answer = await service.send(each);
						now = answer.date ?? Date.now();
						return answer;
					},
					// The service counts rows that are left out here.
					counted: () => undefined,
				};
				const isSilent = (row: IDataObject): boolean => {
					const time = asText(row[timeField]);
					const last = listedTime(time);
					if (time !== '' && Number.isNaN(last)) {
						service.note(
							`Some rows have a ${timeField} that is no time, for instance "${time.slice(0, 60)}". They are kept`,
						);
					}
					return !(last > now - hours * HOUR_MS);
				};
				// Rows that are left out must not count against the page size.
				const pages = paginator(watched, request, Infinity);
				return yield* mapPages(pages, (rows) => rows.filter(isSilent));
			};
