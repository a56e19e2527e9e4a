import { defineList } from '../../shared/operation/operation';
import { requestBulk } from '../bulk';
import { FILTERS } from '../filters';
import { bulkRequest, noteQuery } from '../searchRequest';
import { boundsOf, TIMES } from '../times';

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const startBulkRequest = defineList({
	value: 'startBulkRequest',
	name: 'Start Bulk Request',
	action: 'Start bulk request for alerts',
	description:
		'Have the service collect alerts into pages of 5,000, to be read with Get Bulk Page. Export does both.',
	endpoint: 'Alert bulk request',
	scope: 'alerts.READ',
	nouns: 'bulk requests',
	onePage: true,
	fields: [...TIMES, ...FILTERS],
	request: ({ filters, ...times }, moment) => bulkRequest({ filters, ...boundsOf(times, moment) }),
	pages: () =>
		async function* (service, request) {
			noteQuery(service, request);
			yield [await requestBulk(service, request)];
		},
});
