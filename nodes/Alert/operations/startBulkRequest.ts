import { FILTERS } from '../../alerts/filters';
import { defineList } from '../../shared/operation/operation';
import { sendBulkRequest } from '../bulk';
import { searchFromParams, TIMES } from '../times';

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
	rows: async function* (service, params, runStart) {
		yield { rows: [await sendBulkRequest(service, searchFromParams(params, runStart))] };
	},
});
