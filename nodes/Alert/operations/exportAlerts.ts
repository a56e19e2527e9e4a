import {
	FILE_NAME,
	MEGABYTES_PER_FILE,
	OUTPUT,
	OUTPUT_FIELD,
} from '../../shared/files/fileOptions';
import { defineExport } from '../../shared/operation/operation';
import { bulkPages } from '../bulkPages';
import { FILTERS, QUERY_FIELDS } from '../filters';
import { bulkPageRequest, bulkRequest, searchBody, searchRequest } from '../searchRequest';
import { TIMES } from '../times';

const WAIT_SECONDS = 600;

/** Alert bulk request and alert bulk fetch: POST and GET /api/v2/alerts/bulk */
export const exportAlerts = defineExport({
	value: 'exportAlerts',
	name: 'Export Alerts',
	action: 'Export alerts',
	description: 'Collect any number of alerts into a file, in pages of 5,000',
	endpoint: 'Alert bulk request',
	scope: 'alerts.READ',
	noun: 'alerts',
	time: 'Time',
	fields: [
		...TIMES,
		...QUERY_FIELDS,
		OUTPUT,
		...FILTERS,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Continue From Request ID',
					name: 'request_id',
					type: 'string',
					default: '',
					description:
						'The ID of an export that was interrupted or not ready in time. Times, query and filters then have no effect: the service has collected the alerts already.',
				},
				FILE_NAME,
				{
					displayName: 'First Page',
					name: 'page_no',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1,
					description: 'The page to go on with, as the interrupted export told it',
				},
				MEGABYTES_PER_FILE,
				{
					displayName: 'Max Wait (Seconds)',
					name: 'waitSeconds',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: WAIT_SECONDS,
					description: 'How many seconds to wait until the service has collected the alerts',
				},
				OUTPUT_FIELD,
			],
		},
	],
	request: (params) => {
		const { request_id = '', page_no = 1 } = params.options;
		return request_id === ''
			? bulkRequest(searchBody(params))
			: bulkPageRequest(request_id, page_no);
	},
	pages: (params) => {
		const { request_id = '', page_no, waitSeconds = WAIT_SECONDS } = params.options;
		const waitMs = waitSeconds * 1000;
		return (service, request, gather) =>
			bulkPages(
				service,
				request,
				gather,
				request_id === ''
					? { requestId: undefined, page: page_no, search: searchRequest(params), waitMs }
					: { requestId: request_id, page: page_no, search: undefined, waitMs },
			);
	},
});
