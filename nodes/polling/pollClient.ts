import type { IPollFunctions } from 'n8n-workflow';

import { ApiError } from '../shared/http/apiError';
import { createClient } from '../shared/http/client';
import type { Scope, Send } from '../shared/http/request';
import type { PollTools } from './runPoll';

/** The shares of a poll's time in which requests are planned and responses awaited. n8n stores in the rest. */
const SENDING_SHARE = 0.7;
const READING_SHARE = 0.8;

/** The longest planned wait for the pace. A shorter limit would leave a poll after a busy one only tiny windows. */
const MAX_PLANNED_WAIT_MS = 25_000;

/** The maximum number of requests that a poll plans ahead. */
const MAX_PLANNED = 100;

export type PollClient = Awaited<ReturnType<typeof createPollClient>>;

/**
 * Creates the client of a poll. Responses set the clock. A request has three attempts and the time that is left in
 * the poll, but at least a second.
 * @returns parts of the client, and `requestsLeft`, which returns how many requests still fit into the poll
 * @throws ApiError if the credential cannot be used
 */
export async function createPollClient(
	context: IPollFunctions,
	scope: Scope,
	{ clock, budgetMs }: PollTools,
) {
	const end = clock.startedAt + budgetMs * READING_SHARE;
	const client = await createClient(context, {
		scope,
		retryPolicy: { maxAttempts: 3, maxWaitMs: budgetMs / 5 },
		timeLeft: () => Math.max(1000, end - Date.now()),
	});
	let [sentCount, sendingMs] = [0, 0];
	const send: Send = async (request) => {
		const began = Date.now();
		try {
			const response = await client.send(request);
			clock.observe(response.date);
			return response;
		} catch (error) {
			const isOver = error instanceof ApiError && error.kind === 'timedOut' && Date.now() >= end;
			throw isOver ? pollTimedOut(budgetMs) : error;
		} finally {
			sentCount += 1;
			sendingMs += Date.now() - began;
		}
	};
	/**
	 * Returns how many requests still fit into the poll, if each takes as long as the earlier ones.
	 * @param bounds the time in ms since 1970 before which they leave, and their longest wait for the pace in ms
	 */
	const requestsLeft = ({
		deadline = Infinity,
		maxWaitMs = MAX_PLANNED_WAIT_MS,
	}: { deadline?: number; maxWaitMs?: number } = {}): number => {
		const timeLeft = Math.min(clock.startedAt + budgetMs * SENDING_SHARE, deadline) - Date.now();
		if (timeLeft < 0) return 0;
		const fitting = sendingMs === 0 ? MAX_PLANNED : Math.floor((timeLeft * sentCount) / sendingMs);
		let count = Math.max(1, Math.min(MAX_PLANNED, fitting));
		while (count > 0 && client.expectedWait(count) > Math.min(maxWaitMs, timeLeft)) count -= 1;
		return count;
	};
	const { address, timeZone, pause, isHeld } = client;
	return { address, timeZone, pause, isHeld, send, requestsLeft };
}

/** Makes the error of a timeout that the end of the poll caused. */
const pollTimedOut = (budgetMs: number): ApiError =>
	ApiError.of('incomplete', {
		headline: 'The service did not answer within the time of a poll',
		advice: `n8n gives a poll ${Math.round(budgetMs / 1000)} seconds, whatever the timeout in the credential. The next poll tries again. Set filters so that the service has less to search.`,
	});
