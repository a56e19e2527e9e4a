import { ALERT_COLUMNS } from '../../alerts/alertView';
import { FILTERS } from '../../alerts/filters';
import { FILE_OPTIONS, fileOutputOf, FORMAT_FIELD } from '../../shared/files/fileOptions';
import { optionCollection } from '../../shared/operation/collections';
import { defineList } from '../../shared/operation/operation';
import { InvalidParameterError } from '../../shared/parameters/invalidParameter';
import { asText } from '../../shared/texts';
import { bulkExport, MAX_WAIT_FIELD, sendBulkRequest, toBulkRequest } from '../bulk';
import { searchFromParams, TIMES } from '../times';

/** Without a time zone in the credential, no alert has a time_utc. */
const CSV_COLUMNS = ALERT_COLUMNS.filter((name) => name !== 'time_utc');

/** Alert bulk request and alert bulk fetch: POST and GET /api/v2/alerts/bulk */
export const exportAlerts = defineList({
	value: 'exportAlerts',
	name: 'Export',
	action: 'Export alerts',
	description: 'Collect any number of alerts into a CSV or NDJSON file, or into items',
	scope: 'alerts.READ',
	plural: 'alerts',
	noLimit: true,
	fields: [
		...TIMES,
		FORMAT_FIELD,
		...FILTERS,
		optionCollection([
			...FILE_OPTIONS,
			{
				displayName: 'Continue From Request ID',
				name: 'request_id',
				type: 'string',
				default: '',
				description:
					'The request ID of an export that was interrupted or not ready in time. The service has already collected its alerts, so times and filters have no effect.',
			},
			{
				displayName: 'Continue From Page',
				name: 'page_no',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description: 'The page to continue with, from the message of the interrupted export',
			},
			MAX_WAIT_FIELD,
		]),
	],
	file: ({ format, options }, runStart) =>
		fileOutputOf({ format, ...options }, CSV_COLUMNS, runStart),
	rows: async function* (service, { options, ...params }, runStart) {
		const { request_id = '', page_no: pageNumber = 1, maxWait = MAX_WAIT_FIELD.default } = options;
		if (request_id === '' && pageNumber !== 1) {
			throw new InvalidParameterError(
				`Continue From Page is ${pageNumber}, and Continue From Request ID is empty`,
				'Enter the request ID of the interrupted export, or remove Continue From Page.',
			);
		}
		const start = async () => {
			const request = toBulkRequest(searchFromParams(params, runStart));
			return asText((await sendBulkRequest(service, request)).request_id);
		};
		const requestId = request_id || (await start());
		return yield* bulkExport(service, { requestId, pageNumber, maxWait });
	},
});
