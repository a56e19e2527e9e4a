import { ApiError } from '../http/apiError';
import { requestName, type Send } from '../http/request';

/** What an operation uses beyond its own parameters: the service, and notes for the user. */
export interface Service {
	send: Send;
	/** Waits that many ms. @throws NodeOperationError if the execution is cancelled */
	pause: (ms: number) => Promise<void>;
	/** Shows a note beside the result: a warning, or an information that nothing depends on. */
	note: (message: string, type?: 'warning' | 'info') => void;
	/** Receives the service's own count of the records, and how many requests are left to read them. */
	counted?: (total: number, requestsLeft: number) => void;
	/** The time zone of the service, if the credential names it. */
	timeZone?: string | undefined;
}

/** Megabytes of answers at most whose rows are in memory together. */
const MOST_KEPT = 500;

/** A service whose rows stay in memory: a list without an end would fill it. */
export function keeping<S extends Pick<Service, 'send'>>(service: S): S {
	let left = MOST_KEPT * 1_000_000;
	return {
		...service,
		send: async (request) => {
			const answer = await service.send(request);
			left -= answer.size ?? 0;
			if (left >= 0) return answer;
			const message = `The answers to ${requestName(request)} have more than ${MOST_KEPT} MB together`;
			const description =
				'So much is not kept in memory. Set a Limit or narrower filters. To read all alerts, use Export: it writes them to files page by page.';
			throw new ApiError('tooLarge', {}, { message, description });
		},
	};
}
