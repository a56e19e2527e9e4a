import type { IDataObject } from 'n8n-workflow';

import { unexpectedAnswer } from '../../shared/http/apiError';
import type { ApiRequest } from '../../shared/http/request';
import type { Service } from '../../shared/pagination/service';
import { asText, isRow } from '../../shared/json';
import { bulkPageRequest } from '../searchRequest';
import { bulkPageIn, type BulkPage } from './bulkPage';

/**
 * Sends an alert bulk request (POST /api/v2/alerts/bulk).
 * @returns its request_id, and whatever else the service says, for instance its message
 * @throws ApiError
 */
export async function requestBulk(
	service: Service,
	request: ApiRequest,
): Promise<IDataObject & { request_id: string }> {
	const { data } = (await service.send(request)).body;
	const { request_id, ...told }: IDataObject = isRow(data) ? data : {};
	const id = asText(request_id);
	if (id === '') throw unexpectedAnswer(request, 'it holds no request_id');
	return { request_id: id, ...told };
}

/** A bulk request that the service has accepted. */
export class BulkJob {
	constructor(
		readonly service: Service,
		readonly requestId: string,
	) {}

	/**
	 * Fetches one page.
	 * @param isExpected whether it must be there: then it is asked for again after a lost answer
	 * @throws ApiError
	 */
	async fetch(number: number, isExpected: boolean): Promise<BulkPage> {
		const request = bulkPageRequest(this.requestId, number);
		const answer = await this.service.send(isExpected ? request : { ...request, once: true });
		return bulkPageIn(answer, number, request);
	}
}
