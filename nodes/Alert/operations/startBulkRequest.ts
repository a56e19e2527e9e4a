import { defineList } from '../../shared/operation/operation';
import { endingWith } from '../../shared/pagination/pages';
import { startBulk } from '../bulk';
import { FILTERS } from '../filters';
import { bulkStartRequest, searchOf } from '../searchRequest';
import { TIMES } from '../times';

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const startBulkRequest = defineList({
	value: 'startBulkRequest',
	name: 'Start Bulk Request',
	action: 'Start bulk request for alerts',
	description: 'Have the service collect alerts into pages, which Get Bulk Page reads',
	scope: 'alerts.READ',
	nouns: 'bulk requests',
	noLimit: true,
	fields: [...TIMES, ...FILTERS],
	request: (params, moment) => bulkStartRequest(searchOf(params, moment)),
	paginator: () =>
		async function* (service, request) {
			yield [await startBulk(service, request)];
			return endingWith();
		},
});
