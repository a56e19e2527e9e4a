import type { IDataObject } from 'n8n-workflow';

import { optionCollection, outputOptions } from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import type { Service } from '../../shared/pagination/service';
import { alertPages } from '../alertPages';
import { ALERT_COLUMNS, alertView } from '../alertRow';
import { AlertRows, spanOf } from '../alertRows';
import { filterBodyOf, FILTERS, searchesFor } from '../filters';
import { newestAlerts, newestOf } from '../newestAlerts';
import { FoundOnce, searchesOf, searchOf, type Search } from '../searchRequest';
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
	request: (params, moment) =>
		searchOf({
			...boundsOf(params, moment),
			...filterBodyOf(params, searchesFor(params)[0].query),
			response_type: params.options.response_type,
		}),
	pages: (params) =>
		async function* (service, request, wanted) {
			const rows = new AlertRows(service, { span: spanOf(request.body), isFromStart: true });
			const searches = searchesOf(params, request, service);
			const pages =
				wanted === Infinity ? allAlerts(service, searches) : newestOfAll(service, searches, wanted);
			for await (const records of pages) yield rows.rows(records);
		},
});

/** The alerts of all searches, in the order of the service. */
async function* allAlerts(
	service: Service,
	searches: readonly Search[],
): AsyncGenerator<IDataObject[], void, undefined> {
	const found = new FoundOnce(searches, service);
	for (const [index, { request }] of searches.entries()) {
		let read = 0;
		let counted: number | undefined;
		for await (const { records, total } of alertPages(service, request)) {
			read += records.length;
			counted = total;
			yield found.new(records, index);
		}
		if (counted !== undefined && read !== counted) {
			service.note(
				`The service counts ${counted} alerts and served ${read}. If alerts were arriving or changing, search again`,
			);
		}
	}
}

/** The newest alerts of all searches together. */
async function* newestOfAll(
	service: Service,
	searches: readonly Search[],
	wanted: number,
): AsyncGenerator<IDataObject[], void, undefined> {
	const found = new FoundOnce(searches, service);
	let newest: IDataObject[] = [];
	for (const [index, { request }] of searches.entries()) {
		newest = [...newest, ...found.new(await newestAlerts(service, request, wanted), index)];
	}
	yield newestOf(newest, wanted);
}
