import { FILTERS } from '../../alerts/filters';
import { defineList, optionCollection } from '../../shared/operation/operation';
import { asText } from '../../shared/texts';
import { readBulkPages, MAX_WAIT_FIELD, sendBulkRequest } from '../bulk';
import { FILE_OPTIONS, fileOutputOf, FORMAT_FIELD } from '../exportFile';
import { searchFromParams, TIMES } from '../times';

/** Alert bulk request and alert bulk fetch: POST and GET /api/v2/alerts/bulk */
export const exportAlerts = defineList({
	value: 'exportAlerts',
	name: 'Export',
	action: 'Export alerts',
	description: 'Collect any number of alerts into a CSV or NDJSON file',
	scope: 'alerts.READ',
	plural: 'alerts',
	noLimit: true,
	fields: [...TIMES, FORMAT_FIELD, ...FILTERS, optionCollection([...FILE_OPTIONS, MAX_WAIT_FIELD])],
	file: ({ format, options }, runStart) => fileOutputOf({ format, ...options }, runStart),
	rows: async function* (service, { options, ...params }, runStart) {
		const { maxWait = MAX_WAIT_FIELD.default } = options;
		const { request_id } = await sendBulkRequest(service, searchFromParams(params, runStart));
		return yield* readBulkPages(service, { requestId: asText(request_id), maxWait });
	},
});
