import { ApiError } from '../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import type { JsonObject } from '../../../nodes/shared/json';
import type { ServiceAccess } from '../../../nodes/shared/pagination/pages';

/** Makes a service whose bodies and errors a function supplies, by the request and its number, counted from 0. */
export function scriptedService(
	answer: (request: ApiRequest, index: number) => JsonObject | ApiError,
) {
	const asked: ApiRequest[] = [];
	const notes: string[] = [];
	let waitedMs = 0;
	const service: ServiceAccess = {
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
		addNote: (message) => void notes.push(message),
	};
	return { service, asked, notes, waited: () => waitedMs };
}
