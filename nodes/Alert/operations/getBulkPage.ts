import { numberedRowsMakerOf } from '../../alerts/alertRowMaker';
import { alertViewOf } from '../../alerts/alertView';
import { ALL_FIELDS } from '../../shared/operation/listOptions';
import { defineList, optionCollection } from '../../shared/operation/operation';
import { missingByCount } from '../../shared/pagination/list';
import { BULK_PAGE_SIZE, MAX_WAIT_FIELD, readBulkPage } from '../bulk';

const DEFAULT_WAIT_SECONDS = 60;

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const getBulkPage = defineList({
	value: 'getBulkPage',
	name: 'Get Bulk Page',
	action: 'Get bulk page of alerts',
	description: 'Read one page of up to 5,000 alerts of a bulk request; Export reads all pages',
	scope: 'alerts.READ',
	noLimit: true,
	fields: [
		{
			displayName: 'Request ID',
			name: 'request_id',
			type: 'string',
			required: true,
			default: '',
			description: 'The request ID that Start Bulk Request returned',
		},
		optionCollection([
			{
				displayName: 'One Page as One Item',
				name: 'asOneItem',
				type: 'boolean',
				default: false,
				description: 'Whether to return one item with the alerts and the number of the next page',
			},
			{ ...MAX_WAIT_FIELD, default: DEFAULT_WAIT_SECONDS },
			ALL_FIELDS,
			{
				displayName: 'Page',
				name: 'page_no',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description: 'The number of the page to read',
			},
		]),
	],
	rows: async function* (service, { request_id: requestId, options, unsent }) {
		const { asOneItem, page_no: pageNumber = 1, maxWait = DEFAULT_WAIT_SECONDS } = options;
		const toRows = numberedRowsMakerOf(alertViewOf(unsent), service);
		const page = await readBulkPage(service, { requestId, pageNumber, maxWait });
		const { rows, nextPage, total } = page;
		const alerts = toRows(rows);
		const counts = { total_items: total ?? null, items_in_current_page: alerts.length };
		// The earlier pages count as full.
		const readCount = (pageNumber - 1) * BULK_PAGE_SIZE + rows.length;
		yield {
			rows: asOneItem === true ? [{ alerts, next_page: nextPage ?? null, ...counts }] : alerts,
			missing: nextPage === undefined ? missingByCount(service, total, readCount, 'alerts') : [],
		};
	},
});
