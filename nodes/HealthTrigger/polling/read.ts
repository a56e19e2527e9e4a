import type { IPollFunctions } from 'n8n-workflow';

import { ApiError } from '../../shared/http/apiError';
import { createClient } from '../../shared/http/client';
import type { Service } from '../../shared/pagination/service';
import { InvalidParameterError } from '../../shared/parameters/invalidParameter';
import { timeLeftUntil, type Sampling } from '../../shared/polling/runPoll';
import { LOG_SOURCES } from '../kinds';
import { readListing, type Seen } from '../listing';
import type { Watch } from '../watches';

/** What a watch sees. */
export interface Listing {
	watch: Watch;
	seen: readonly Seen[];
}

/** A minute of the service's limit, in ms. */
const LIMIT_MS = 60_000;

/**
 * Reads what is watched.
 * @returns the listings, and which service they are of: the address of its interface
 * @throws ApiError if not all listings can be read whole in time
 */
export async function readListings(
	host: IPollFunctions,
	watches: readonly Watch[],
	{ clock, budget, deadline, end, log }: Sampling,
): Promise<{ service: string; listings: Listing[] }> {
	const client = await createClient(host, {
		scope: LOG_SOURCES.list.request.scope,
		retryPolicy: { attempts: 3, maxWaitMs: budget / 5 },
		timeLeft: timeLeftUntil(end),
	});
	const service: Service = {
		pause: client.pause,
		note: (message) => log.warn(message),
		timeZone: client.timeZone,
		send: async (request) => {
			const wait = client.available() > 0 ? 0 : LIMIT_MS;
			if (clock.hostNow() + wait > deadline) throw new ApiError('incomplete', OUT_OF_TIME);
			const answer = await client.send(request);
			clock.observe(answer.date);
			return answer;
		},
	};
	const listings: Listing[] = [];
	for (const watch of watches) {
		listings.push({ watch, seen: await readListing(service, watch, clock) });
	}
	return { service: client.service, listings };
}

const OUT_OF_TIME = {
	what: 'The time of a poll is over before its lists are read whole',
	said: 'Nothing is reported until they can be. The service answers slowly, or its limit of requests is used up: let the trigger poll less often, or narrow its filters.',
} as const;

/** @throws InvalidParameterError if filters leave nothing to watch */
export function requireSome({ watch: { filters }, seen }: Listing): void {
	if (seen.length > 0 || filters === '{}') return;
	throw new InvalidParameterError(
		'No log source fits the filters, so that none is watched',
		'Set other Filters, or remove them.',
	);
}
