import { defineList } from '../../shared/operation/operation';
import { COMPLETE } from '../../shared/pagination/pages';
import { sendBulkRequest } from '../bulk';
import { FILTERS } from '../filters';
import { toBulkRequest, searchFromParams } from '../searchRequest';
import { TIMES } from '../times';

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const startBulkRequest = defineList({
	value: 'startBulkRequest',
	name: 'Start Bulk Request',
	action: 'Start bulk request for alerts',
	description: 'Have the service collect alerts into pages, which Get Bulk Page reads',
	scope: 'alerts.READ',
	plural: 'bulk requests',
	noLimit: true,
	fields: [...TIMES, ...FILTERS],
	request: (params, runStart) => toBulkRequest(searchFromParams(params, runStart)),
	paginator: () =>
		async function* (service, request) {
			yield [await sendBulkRequest(service, request)];
			return COMPLETE;
		},
});
