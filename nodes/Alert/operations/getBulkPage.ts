import { defineList } from '../../shared/operation/operation';
import { SIMPLIFY } from '../../shared/operation/listFields';
import { AS_ONE_ITEM, ORIGINAL_KEYS, shapeOf } from '../alertOptions';
import { AlertRows } from '../alertRows';
import { BulkJob } from '../bulk/bulkJob';
import { MAX_WAIT, waitMsOf } from '../bulk/maxWait';
import { isWhole, readPage } from '../bulk/openFirstPage';
import { bulkPageRequest } from '../searchRequest';
import { ANY_TIME } from '../serviceTime';

/** Seconds that a page is waited for, unless Max Wait says otherwise. */
const DEFAULT_WAIT_SECONDS = 60;

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const getBulkPage = defineList({
	value: 'getBulkPage',
	name: 'Get Bulk Page',
	action: 'Get bulk page of alerts',
	description: 'Read one page of up to 5,000 alerts of a bulk request',
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
		SIMPLIFY,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				AS_ONE_ITEM,
				{ ...MAX_WAIT, default: DEFAULT_WAIT_SECONDS },
				ORIGINAL_KEYS,
				{
					displayName: 'Page Number',
					name: 'page_no',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1,
					description:
						'The number of the page to read; without it, the service serves its first page',
				},
			],
		},
	],
	request: ({ request_id, options: { page_no } }) => bulkPageRequest(request_id, page_no),
	pages: ({ request_id, simplify, options }) =>
		async function* (service) {
			const { asOneItem, originalKeys, page_no, maxWait = DEFAULT_WAIT_SECONDS } = options;
			const job = new BulkJob(service, request_id);
			const page = await readPage(job, page_no, waitMsOf({ maxWait }));
			if (page.rows.length === 0 && (page.total ?? 0) === 0) {
				service.note(
					'The page holds no alerts. If the bulk request is still under way, read it later',
				);
			}
			const rows = new AlertRows(service, {
				shape: shapeOf(simplify, originalKeys),
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
							alerts,
							next_page: page.next ?? null,
							total_items: page.total ?? null,
							items_in_current_page: alerts.length,
						},
					]
				: alerts;
		},
});
