import { parse } from 'node:querystring';

import { endpointAt } from './contract';
import type { Endpoint } from './endpoint';
import { answerUnder, faultFor } from './faults';
import { html, json, decode, type Incoming, type Outgoing, type RecordedRequest } from './outgoing';
import { Refusal, refusalBody, unauthorized } from './refusal';
import type { Service } from './service';
import type { ServiceState } from './state';

const WINDOW_MS = 60_000;

/** Refuses a request beyond the limit of a minute, or during the lock after an excess. */
const refuseExcess = (state: ServiceState): Outgoing | undefined => {
	const { recent, clock, switches } = state;
	const { rateLimit, rateLimitLockMs, retryAfter } = switches;
	const now = clock.now();
	while (recent.length > 0 && now - (recent[0] ?? now) >= WINDOW_MS) recent.shift();
	if (rateLimit === 0 || (now >= state.lockedUntil && recent.length < rateLimit)) {
		recent.push(now);
		return undefined;
	}
	state.lockedUntil = now + rateLimitLockMs;
	const until = Math.max(state.lockedUntil, (recent[0] ?? now) + WINDOW_MS);
	const seconds = String(Math.max(1, Math.ceil((until - now) / 1000)));
	const body = refusalBody(['00000109', 'Try again later.'], 'Too Many Requests');
	return json(429, body, retryAfter === 'seconds' ? { 'retry-after': seconds } : {});
};

const checkToken = ({ tokens }: ServiceState, { scope }: Endpoint, header = ''): void => {
	const scopes = tokens.get(/^Bearer (\S+)$/.exec(header)?.[1] ?? '');
	if (scopes === undefined) throw unauthorized('no valid token');
	if (!scopes.includes(scope)) throw unauthorized(`the token has not the scope ${scope}`);
};

/** Returns the service's own response, refusals included, and notes the result in the request. */
const ownAnswer = (state: ServiceState, endpoint: Endpoint, request: RecordedRequest): Outgoing => {
	const { errorStatus } = state.switches;
	const refusal = refuseExcess(state);
	if (refusal !== undefined) {
		request.why = 'over the rate limit';
		return refusal;
	}
	try {
		checkToken(state, endpoint, request.headers.authorization);
		const answer = json(200, endpoint.answer(state, request));
		return { ...answer, text: state.ids.writeBody(answer.text) };
	} catch (error) {
		request.why = error instanceof Error ? error.message : String(error);
		// The service itself fails.
		if (!(error instanceof Refusal)) return json(599, { why: request.why });
		const { words = endpoint.generalFailure } = error;
		const fitting = words[0] === '07001113' ? 401 : 400;
		return json(errorStatus === 'fitting' ? fitting : errorStatus, refusalBody(words));
	}
};

/** Records a request and returns the response of the fault that strikes it, or of the service itself. */
export const respond = (service: Service, incoming: Incoming): Outgoing => {
	const { state, faults, faultCounts, requests } = service;
	const { method, url, headers, text } = incoming;
	const [path = '', search] = url.split('?');
	const endpoint = endpointAt(method, path);
	const request: RecordedRequest = {
		...{ method, path, query: { ...parse(search ?? '') }, text, body: decode(text), headers },
		status: 0,
		why: endpoint === undefined ? 'no such endpoint' : undefined,
	};
	requests.push(request);
	const fault = faultFor(request, faults, faultCounts);
	const carryOut = (): Outgoing =>
		endpoint === undefined ? html(404, 'Not Found') : ownAnswer(state, endpoint, request);
	const answer = fault ? answerUnder(fault, request, carryOut) : carryOut();
	request.status = answer.delivery === 'reset' || answer.delivery === 'none' ? 0 : answer.status;
	if (state.switches.dateHeader === 'absent') return answer;
	const date = new Date(state.clock.now()).toUTCString();
	return { ...answer, headers: { date, ...answer.headers } };
};
