import { ApiError } from '../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import type { Service } from '../../../nodes/shared/pagination/paginate';
import type { JsonObject } from '../../../nodes/shared/json';

/**
 * What a part of the package asks of the service, answered by a function, for tests of that part alone.
 * @param answer the body of an answer, or why there is none, for a request and its number from 0 on
 */
export function scriptedService(
	answer: (request: ApiRequest, index: number) => JsonObject | ApiError,
) {
	const asked: ApiRequest[] = [];
	const notes: string[] = [];
	let waitedMs = 0;
	const service: Service = {
		send: (request) => {
			const body = answer(request, asked.push(request) - 1);
			return body instanceof ApiError
				? Promise.reject(body)
				: Promise.resolve({ body, date: undefined });
		},
		pause: (ms) => {
			waitedMs += ms;
			return Promise.resolve();
		},
		note: (message) => void notes.push(message),
	};
	return { service, asked, notes, waited: () => waitedMs };
}
