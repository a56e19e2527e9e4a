import { EXPORT_OUTPUT, FILE_OPTIONS } from '../../shared/files/fileOptions';
import { defineExport } from '../../shared/operation/operation';
import { bulkExport } from '../bulk/bulkExport';
import { MAX_WAIT, waitMsOf } from '../bulk/maxWait';
import { FILTERS, QUERY_FIELDS } from '../filters';
import {
	bulkPageRequest,
	bulkRequest,
	querySent,
	searchBody,
	searchRequest,
} from '../searchRequest';
import { TIMES } from '../times';

/** Alert bulk request and alert bulk fetch: POST and GET /api/v2/alerts/bulk */
export const exportAlerts = defineExport({
	value: 'exportAlerts',
	name: 'Export',
	action: 'Export alerts',
	description: 'Collect any number of alerts into a file, in pages of 5,000',
	endpoint: 'Alert bulk request',
	scope: 'alerts.READ',
	nouns: 'alerts',
	timeField: 'Time',
	fields: [
		...TIMES,
		...QUERY_FIELDS,
		EXPORT_OUTPUT,
		...FILTERS,
		FILE_OPTIONS,
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
				{
					displayName: 'First Page',
					name: 'page_no',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1,
					description: 'The page to continue with, as the interrupted export reported it',
				},
				MAX_WAIT,
			],
		},
	],
	request: (params) => {
		const { request_id = '', page_no } = params.options;
		return request_id === ''
			? bulkRequest(searchBody(params))
			: bulkPageRequest(request_id, page_no);
	},
	read: (params) => {
		const { request_id = '', page_no: page } = params.options;
		const waitMs = waitMsOf(params.options);
		return (service, request) => {
			const query = request.body?.query;
			if (typeof query === 'string') service.note(querySent(query), 'info');
			return bulkExport(
				service,
				request,
				request_id === ''
					? { requestId: undefined, page, search: searchRequest(params), waitMs }
					: { requestId: request_id, page, search: undefined, waitMs },
			);
		};
	},
});
