import { asText } from '../json';
import type { Paginator } from './paginate';

const HOUR_MS = 3_600_000;

/**
 * Keeps the rows whose time is at least so many hours ago, and those without one, page by page. The
 * time is compared with the service's clock, or with the host's where the service tells none.
 * @param timeField the field of a row that tells its time, ISO 8601 in UTC
 * @param hours undefined keeps all rows
 */
export const silentRows = (
	paginator: Paginator,
	timeField: string,
	hours: number | undefined,
): Paginator =>
	hours === undefined
		? paginator
		: async function* (service, request, wanted) {
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
					// Where the limit ends is not known before the rows are read.
					pagesAtOnce: wanted === Infinity ? (service.pagesAtOnce ?? 1) : 1,
				};
				// Rows that are left out must not count against the page size.
				for await (const rows of paginator(watched, request, Infinity)) {
					const since = now - hours * HOUR_MS;
					yield rows.filter((row) => {
						const time = asText(row[timeField]).trim();
						if (time === '') return true;
						const ms = utcMs(time);
						if (Number.isNaN(ms)) {
							service.note(
								`Some rows have a ${timeField} that cannot be read as a time, for instance "${time}". They are kept, because it is not known how long they have been silent`,
							);
						}
						return !(ms > since);
					});
				}
			};

/** A time without a zone is in UTC (interface specification, Log source); NaN where it is none. */
const utcMs = (time: string): number =>
	Date.parse(/(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time.replace(' ', 'T')}Z`);
