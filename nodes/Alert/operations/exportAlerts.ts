import { FILE_OPTIONS, fileOutputOf, FORMAT } from '../../shared/files/fileOptions';
import { optionCollection } from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import { wholeAlert } from '../alertRow';
import { bulkExport } from '../bulk/bulkExport';
import { MAX_WAIT, waitMsOf } from '../bulk/bulkJob';
import { filterBody, FILTERS } from '../filters';
import { bulkPageRequest, bulkRequest, querySent } from '../searchRequest';
import { boundsOf, TIMES } from '../times';

/** Alert bulk request and alert bulk fetch: POST and GET /api/v2/alerts/bulk */
export const exportAlerts = defineList({
	value: 'exportAlerts',
	name: 'Export',
	action: 'Export alerts',
	description: 'Collect any number of alerts into a file, in pages of 5,000',
	endpoint: 'Alert bulk request',
	scope: 'alerts.READ',
	nouns: 'alerts',
	onePage: true,
	fields: [
		...TIMES,
		FORMAT,
		...FILTERS,
		optionCollection([
			...FILE_OPTIONS,
			{
				displayName: 'Continue From Request ID',
				name: 'request_id',
				type: 'string',
				default: '',
				description:
					'The ID of an export that was interrupted or not ready in time. The service has collected its alerts already: times and filters then have no effect.',
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
		]),
	],
	view: () => wholeAlert,
	file: ({ format, options }, moment) =>
		fileOutputOf({ format, ...options }, 'alerts', moment),
	request: (params, moment) => {
		const { request_id = '', page_no } = params.options;
		return request_id === ''
			? bulkRequest({ ...boundsOf(params, moment), ...filterBody(params) })
			: bulkPageRequest(request_id, page_no);
	},
	pages: ({ options }) =>
		async function* (service, request) {
			const query = request.body?.query;
			if (typeof query === 'string') service.note(querySent(query), 'info');
			const { request_id = '', page_no } = options;
			return yield* bulkExport(service, request, {
				requestId: request_id === '' ? undefined : request_id,
				page: page_no,
				waitMs: waitMsOf(options),
			});
		},
});
