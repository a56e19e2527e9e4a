import type { ProbedService } from '../client';
import { once } from '../question';

/** The first request: one log source. */
export const hello = once(
	async (service: ProbedService) => await service.get('/log-sources', { limit: 1, page: 1 }),
);

/** Ms since 1970, by the service or by this computer, whichever is behind. */
export const nowOf = once(async (service: ProbedService) =>
	Math.min((await hello(service)).date || Infinity, Date.now()),
);
