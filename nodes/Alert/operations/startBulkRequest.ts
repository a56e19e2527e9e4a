import type { IDataObject } from 'n8n-workflow';

import { asText, isRow } from '../../shared/json';
import { defineWrite } from '../../shared/operation/operation';
import { FILTERS, QUERY_FIELDS } from '../filters';
import { bulkRequest, searchBody } from '../searchRequest';
import { TIMES } from '../times';

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const startBulkRequest = defineWrite({
	value: 'startBulkRequest',
	name: 'Start Bulk Request',
	action: 'Start bulk request for alerts',
	description:
		'Have the service collect alerts into pages of 5,000, to be read with Get Bulk Page and the request ID',
	endpoint: 'Alert bulk request',
	scope: 'alerts.READ',
	noun: 'bulk request',
	nouns: 'bulk requests',
	verifyWith: 'a new bulk request, which does no harm',
	maxBatchSize: 1,
	fields: [...TIMES, ...QUERY_FIELDS, ...FILTERS],
	payload: (params) => searchBody(params),
	request: ([entry]) => bulkRequest(entry),
	conflictKeys: () => [],
	parseResult: {
		// Whatever else the service tells, for instance its message and a number of pages.
		outcome: ({ data }) => {
			const { request_id, ...told }: IDataObject = isRow(data) ? data : {};
			const id = asText(request_id);
			return id === ''
				? { outcome: 'unknown', issue: 'The service answered without a request_id' }
				: { outcome: 'succeeded', extra: { request_id: id, ...told } };
		},
	},
});
