import { optionCollection, outputOptions } from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import { ALERT_COLUMNS, alertView } from '../alertRow';
import { AlertRows } from '../alertRows';
import { BulkJob, MAX_WAIT, waitMsOf } from '../bulk/bulkJob';
import { isWhole, openPage } from '../bulk/openFirstPage';
import { bulkPageRequest } from '../searchRequest';
import { ANY_TIME } from '../serviceTime';

/** Seconds that a page is waited for, unless Max Wait says otherwise. */
const DEFAULT_WAIT_SECONDS = 60;

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const getBulkPage = defineList({
	value: 'getBulkPage',
	name: 'Get Bulk Page',
	action: 'Get bulk page of alerts',
	description:
		'Read one page of up to 5,000 alerts of a bulk request. Export reads all pages into a file.',
	endpoint: 'Alert bulk fetch',
	scope: 'alerts.READ',
	onePage: true,
	fields: [
		{
			displayName: 'Request ID',
			name: 'request_id',
			type: 'string',
			required: true,
			default: '',
			description: 'The ID that Start Bulk Request answered',
		},
		optionCollection([
			{
				displayName: 'One Page as One Item',
				name: 'asOneItem',
				type: 'boolean',
				default: false,
				description:
					'Whether to return the page as one item that holds its alerts and the number of the next page',
			},
			{ ...MAX_WAIT, default: DEFAULT_WAIT_SECONDS },
			...outputOptions(ALERT_COLUMNS),
			{
				displayName: 'Page Number',
				name: 'page_no',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 1,
				description: 'The number of the page to read; without it, the first page',
			},
		]),
	],
	view: ({ options }) => (options.asOneItem === true ? (page) => page : alertView(options)),
	request: ({ request_id, options: { page_no } }) => bulkPageRequest(request_id, page_no),
	pages: ({ request_id, options }) =>
		async function* (service) {
			const { asOneItem, page_no, maxWait = DEFAULT_WAIT_SECONDS } = options;
			const job = new BulkJob(service, request_id);
			const page = await openPage(job, page_no, waitMsOf({ maxWait }));
			if (page.rows.length === 0 && (page.total ?? 0) === 0) {
				service.note(
					'The page holds no alerts. If the bulk request is still under way, read it later',
				);
			}
			const rows = new AlertRows(service, {
				span: ANY_TIME,
				isFromStart: page_no === undefined || page_no === 0 || isWhole(page),
			});
			const alerts = rows.rows(page.rows);
			if (page.counted !== undefined && page.counted !== alerts.length) {
				service.note(
					`The service counts ${page.counted} alerts on this page and served ${alerts.length}. Read the page again`,
				);
			}
			yield asOneItem === true
				? [
						{
							alerts: alerts.map(alertView(options)),
							next_page: page.next ?? null,
							total_items: page.total ?? null,
							items_in_current_page: alerts.length,
						},
					]
				: alerts;
		},
});
