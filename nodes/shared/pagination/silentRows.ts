import type { IDataObject } from 'n8n-workflow';

import { asText } from '../json';
import { AHEAD, isNever, ServiceTimeZone } from '../times/serviceTimeZone';
import type { Paginator } from './paginate';
import type { Service } from './service';

const HOUR_MS = 3_600_000;

/**
 * Keeps the rows whose time is at least so many hours ago, and those without one, page by page. The
 * time is compared with the service's clock, or with the host's if the service gives none.
 * @param timeField the field of a row that holds its time, ISO 8601; without a zone, in the service's
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
				const watched: Service = {
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
				const isSilent = silence(service, timeField, hours * HOUR_MS);
				// Rows that are left out must not count against the page size.
				for await (const rows of paginator(watched, request, Infinity)) {
					yield rows.filter((row) => isSilent(row, now));
				}
			};

/** Whether a row has been silent for so many ms at a moment; notes once what its times do not tell. */
function silence(
	service: Service,
	timeField: string,
	ms: number,
): (row: IDataObject, now: number) => boolean {
	const zone = new ServiceTimeZone(service.timeZone);
	const noted = new Set<string>();
	const noteOnce = (issue: string, message: string): void => {
		if (!noted.has(issue)) service.note(message);
		noted.add(issue);
	};
	return (row, now) => {
		const time = asText(row[timeField]).trim();
		if (isNever(time)) return true;
		const last = zone.lastMomentOf(time);
		if (last === undefined) {
			noteOnce(
				'unreadable',
				`Some rows have a ${timeField} that cannot be read as a time, for instance "${time.slice(0, 60)}". They are kept, because it is not known how long they have been silent`,
			);
			return true;
		}
		if (last > now + AHEAD) {
			noteOnce(
				'ahead',
				`Some rows have a ${timeField} ahead of the clock of the service, for instance "${time}": check Time Zone of the Service in the credential`,
			);
		}
		return last <= now - ms;
	};
}
