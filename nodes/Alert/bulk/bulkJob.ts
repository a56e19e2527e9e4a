import { unexpectedAnswer } from '../../shared/http/apiError';
import type { ApiRequest } from '../../shared/http/request';
import type { Service } from '../../shared/pagination/service';
import { asText, dataOf } from '../../shared/json';
import { bulkPageRequest } from '../searchRequest';
import { bulkPageIn, type BulkPage } from './bulkPage';

/**
 * Sends an alert bulk request (POST /api/v2/alerts/bulk).
 * @returns its request_id
 * @throws ApiError
 */
export async function requestBulk(service: Service, request: ApiRequest): Promise<string> {
	const { body } = await service.send(request);
	const requestId = asText(dataOf(body).request_id);
	if (requestId === '') throw unexpectedAnswer(request, 'it holds no request_id');
	return requestId;
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
	async fetch(number: number | undefined, isExpected: boolean): Promise<BulkPage> {
		const request = bulkPageRequest(this.requestId, number);
		const answer = await this.service.send(isExpected ? request : { ...request, once: true });
		return bulkPageIn(answer, number, request);
	}
}
