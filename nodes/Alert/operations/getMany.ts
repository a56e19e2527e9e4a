import { alertPages } from '../../alerts/alertPages';
import { numberedRowsMakerOf } from '../../alerts/alertRowMaker';
import { alertViewOf } from '../../alerts/alertView';
import { FILTERS } from '../../alerts/filters';
import { readNewestAlerts } from '../../alerts/readNewestAlerts';
import { searchText } from '../../alerts/searchRequest';
import { ALL_FIELDS } from '../../shared/operation/listOptions';
import { defineList, optionCollection } from '../../shared/operation/operation';
import { missingByCount } from '../../shared/pagination/list';
import { searchFromParams, TIMES } from '../times';

/** Get alerts: POST /api/v2/alerts */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many alerts',
	description: 'Search alerts. With a limit, the newest come first.',
	scope: 'alerts.READ',
	plural: 'alerts',
	fields: [
		...TIMES,
		...FILTERS,
		optionCollection([
			ALL_FIELDS,
			{
				displayName: 'Response Type',
				name: 'response_type',
				type: 'options',
				options: [
					{ name: 'Client', value: 'client' },
					{ name: 'Server', value: 'server' },
				],
				default: 'server',
				description:
					'The form of the values in the response, which the interface does not describe further',
			},
		]),
	],
	rows: async function* (service, { options, unsent, ...params }, runStart, maxRows) {
		const { response_type } = options;
		const search = searchFromParams(params, runStart);
		const request = { ...search, body: { ...search.body, response_type } };
		const toRows = numberedRowsMakerOf(alertViewOf(unsent), service);
		if (maxRows < Infinity) {
			const newest = await readNewestAlerts(service, request, maxRows);
			const { records, total, readFrom, missing } = newest;
			service.addNote(searchText(request, readFrom), 'info');
			return yield { rows: toRows(records), total, missing };
		}
		service.addNote(searchText(request), 'info');
		let readCount = 0;
		let counted: number | undefined;
		for await (const { records, total } of alertPages(service, request)) {
			readCount += records.length;
			counted = total;
			yield { rows: toRows(records) };
		}
		yield { rows: [], missing: missingByCount(service, counted, readCount, 'alerts') };
	},
});
