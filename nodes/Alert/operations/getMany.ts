import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../../shared/http/request';
import { optionCollection, outputOptions } from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import type { Service } from '../../shared/pagination/service';
import { alertPages } from '../alertPages';
import { ALERT_COLUMNS, alertView } from '../alertRow';
import { AlertRows, spanOf } from '../alertRows';
import { FILTERS } from '../filters';
import { newestAlerts } from '../newestAlerts';
import { noteQuery, searchRequest } from '../searchRequest';
import { boundsOf, TIMES } from '../times';

/** Get alerts: POST /api/v2/alerts */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many alerts',
	description: 'Search alerts by time, severity, status, profile and fields; the newest come first',
	endpoint: 'Get alerts',
	scope: 'alerts.READ',
	fields: [
		...TIMES,
		...FILTERS,
		optionCollection([
			...outputOptions(ALERT_COLUMNS),
			{
				displayName: 'Response Type',
				name: 'response_type',
				type: 'options',
				options: [
					{ name: 'Client', value: 'client', description: 'Labels as people see them' },
					{ name: 'Server', value: 'server', description: 'Values as the service keeps them' },
				],
				default: 'server',
				description: 'Whether values come as labels or as the service keeps them',
			},
		]),
	],
	view: ({ options }) => alertView(options),
	request: ({ filters, options: { response_type }, ...times }, moment) => {
		const search = searchRequest({ filters, ...boundsOf(times, moment) });
		return { ...search, body: { ...search.body, response_type } };
	},
	pages: () =>
		async function* (service, request, wanted) {
			noteQuery(service, request);
			const rows = new AlertRows(service, spanOf(request.body));
			if (wanted < Infinity) {
				yield rows.rows(await newestAlerts(service, request, wanted));
				return;
			}
			for await (const records of allAlerts(service, request)) yield rows.rows(records);
		},
});

/** The alerts of a search, in the order of the service. */
async function* allAlerts(
	service: Service,
	request: ApiRequest,
): AsyncGenerator<IDataObject[], void, undefined> {
	let read = 0;
	let counted: number | undefined;
	for await (const { records, total } of alertPages(service, request)) {
		read += records.length;
		counted = total;
		if (total !== undefined) {
			const left = Math.ceil((total - read) / Math.max(1, records.length));
			service.counted?.(total, Math.max(0, left));
		}
		yield records;
	}
	if (counted === undefined || counted === read) return;
	service.note(
		`The service counts ${counted} alerts and served ${read}. If alerts were arriving or changing, search again`,
	);
}
