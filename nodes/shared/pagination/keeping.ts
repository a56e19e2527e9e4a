import { ApiError } from '../http/apiError';
import { requestName } from '../http/request';
import type { Service } from './service';

/** Megabytes of answers at most whose rows are in memory together. */
const MOST_KEPT = 500;

/** A service whose rows are kept until its list ends: a list without an end would fill the memory. */
export function keeping<S extends Pick<Service, 'send'>>(service: S): S {
	let left = MOST_KEPT * 1_000_000;
	return {
		...service,
		send: async (request) => {
			const answer = await service.send(request);
			left -= answer.size ?? 0;
			if (left >= 0) return answer;
			throw new ApiError(
				'tooLarge',
				{},
				{
					message: `The answers to ${requestName(request)} have more than ${MOST_KEPT} MB together`,
					description:
						'So much is not kept in memory. Set a Limit or narrower filters. To read all alerts, use Export: it writes them to files page by page.',
				},
			);
		},
	};
}
