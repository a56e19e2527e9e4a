import { asText } from '../json';
import { AHEAD, isNever, ServiceTimeZone } from '../times/serviceTimeZone';
import type { Paginator } from './paginate';

const HOUR_MS = 3_600_000;

/**
 * Keeps the rows whose time is at least so many hours ago, and those without one, page by page. The
 * time is compared with the service's clock, or with the host's where the service tells none.
 * @param timeField the field of a row that tells its time, ISO 8601; without a zone, in the service's
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
					...(wanted === Infinity ? {} : { pagesAtOnce: 1 }),
				};
				const zone = new ServiceTimeZone(service.timeZone);
				const noted = new Set<string>();
				const noteOnce = (issue: string, message: string): void => {
					if (!noted.has(issue)) service.note(message);
					noted.add(issue);
				};
				// Rows that are left out must not count against the page size.
				for await (const rows of paginator(watched, request, Infinity)) {
					const since = now - hours * HOUR_MS;
					yield rows.filter((row) => {
						const time = asText(row[timeField]).trim();
						if (isNever(time)) return true;
						const ms = zone.lastMomentOf(time);
						if (ms === undefined) {
							noteOnce(
								'unreadable',
								`Some rows have a ${timeField} that cannot be read as a time, for instance "${time}". They are kept, because it is not known how long they have been silent`,
							);
						} else if (ms > now + AHEAD) {
							noteOnce(
								'ahead',
								`Some rows have a ${timeField} ahead of the clock of the service, for instance "${time}": check Time Zone of the Service in the credential`,
							);
						}
						return ms === undefined || ms <= since;
					});
				}
			};
