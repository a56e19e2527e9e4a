import { isObject, toId } from '../../shared/json';
import { SIMPLIFY } from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import { extractRows } from '../../shared/pagination/paginate';
import { AS_ONE_ITEM, ORIGINAL_KEYS, shapeOf } from '../alertOptions';
import { shapedAlert } from '../alertRow';
import { bulkPageRequest } from '../searchRequest';

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
		{
			displayName: 'Page Number',
			name: 'page_no',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description: 'The number of the page to read',
		},
		SIMPLIFY,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [AS_ONE_ITEM, ORIGINAL_KEYS],
		},
	],
	request: ({ request_id, page_no }) => bulkPageRequest(request_id, page_no),
	pages: ({ simplify, options: { asOneItem, originalKeys } }) =>
		async function* (service, request) {
			const { body } = await service.send(request);
			const shape = shapeOf(simplify, originalKeys);
			const alerts = extractRows(body, (answer) => answer.data, request).map((record) =>
				shapedAlert(record, shape),
			);
			const meta = isObject(body.meta) ? body.meta : {};
			const counted = countIn(meta.items_in_current_page);
			if (counted !== null && counted !== alerts.length) {
				service.note(
					`The service counts ${counted} alerts on this page and served ${alerts.length}. Read the page again`,
				);
			}
			yield asOneItem === true
				? [
						{
							alerts,
							next_page: countIn(meta.next_page),
							total_items: countIn(meta.total_items),
							items_in_current_page: alerts.length,
						},
					]
				: alerts;
		},
});

const countIn = (value: unknown): number | null => {
	const count = toId(value);
	return typeof count === 'number' ? count : null;
};
