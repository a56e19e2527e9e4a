import type { IncomingHttpHeaders } from 'node:http';

import type { Operation, Query, Schema } from './contract';
import { deviate } from './deviations';
import { json, retryAfterText, type Outgoing } from './faultyAnswer';
import { handlers } from './operations';
import type { RecordedRequest } from './recorder';
import {
	filtered,
	filteredFor,
	filterTexts,
	generalFailure,
	missing,
	Refusal,
	refusalBody,
	refusalFor,
	unauthorized,
} from './refusal';
import type { ServiceState } from './state';

/** The status of an answer of the service's own that does not fit the document. */
export const ownFault = 599;

/** The Date header of an answer, under the reading of it. */
export const dateHeader = ({ clock, switches }: ServiceState): Record<string, string> => {
	const minutes = { true: 0, ahead: 7, behind: -7, absent: undefined }[switches.dateHeader];
	if (minutes === undefined) return {};
	return { date: new Date(clock.now() + minutes * 60_000).toUTCString() };
};

/** The bodies of what goes beyond the rate limit. */
const limitBodies = {
	refusal: { code: '07001111', title: 'Bad Request', detail: '[API] Request failed' },
	tooManyRequests: { code: '00000109', title: 'Too Many Requests', detail: 'Try again later.' },
} as const;

const limitAnswer = (state: ServiceState): Outgoing | undefined => {
	const { recent, clock, switches } = state;
	const { rateLimit, rateLimitWindowMs, rateLimitLockMs, rateLimitLockRenewed } = switches;
	if (rateLimit === 0) return undefined;
	const now = clock.now();
	while (recent.length > 0 && now - (recent[0] ?? now) >= rateLimitWindowMs) recent.shift();
	const isLocked = now < state.lockedUntil;
	if (!isLocked && recent.length < rateLimit) {
		recent.push(now);
		return undefined;
	}
	if (rateLimitLockMs > 0 && (!isLocked || rateLimitLockRenewed)) {
		state.lockedUntil = now + rateLimitLockMs;
	}
	const answer = json(429, refusalBody('documented', limitBodies[switches.rateLimitBody]));
	if (switches.retryAfter === 'absent') return answer;
	const until = Math.max(state.lockedUntil, (recent[0] ?? 0) + rateLimitWindowMs);
	const seconds = Math.max(1, Math.ceil((until - now) / 1000));
	const text = retryAfterText(switches.retryAfter, seconds, now);
	return { ...answer, headers: { ...answer.headers, 'retry-after': text } };
};

const checkToken = (state: ServiceState, operation: Operation, header: string | undefined) => {
	const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
	const scopes = token === undefined ? undefined : state.tokens.get(token);
	if (scopes === undefined) throw unauthorized('no valid token');
	if (scopes.has(operation.scope)) return;
	throw unauthorized(`the token has not the scope ${operation.scope}`);
};

const isId = (schema: Schema) => schema['description'] === 'May have up to 19 digits.';

const readQuery = (
	{ ids, switches }: ServiceState,
	operation: Operation,
	raw: RecordedRequest['query'],
) => {
	const query: Query = {};
	for (const [name, value] of Object.entries(raw)) {
		const schema = operation.parameters.get(name);
		const type = schema?.['type'];
		query[name] = value;
		if (schema === undefined || typeof value !== 'string') continue;
		if (type === 'boolean' && /^(?:true|false)$/.test(value)) query[name] = value === 'true';
		if (type === 'integer' && /^-?\d+$/.test(value)) {
			query[name] =
				isId(schema) && !value.startsWith('-')
					? ids.inward(value, switches.largeIds)
					: Number(value);
		}
	}
	const faults = operation.queryFaults(query);
	if (faults.length > 0) {
		throw switches.inputFilter
			? filteredFor(faults, 'EXTRA_PARAM_FOUND')
			: refusalFor(faults, operation.generalCode);
	}
	return query;
};

const readBody = (
	{ ids, switches }: ServiceState,
	operation: Operation,
	text: string,
	headers: IncomingHttpHeaders,
): unknown => {
	const refuse = (why: string) => generalFailure(operation.generalCode, why);
	if (operation.body === 'none') {
		if (text === '' && Number(headers['content-length'] ?? 0) === 0) return undefined;
		throw refuse('the operation takes no body');
	}
	if (text === '') {
		if (operation.body === 'optional') return undefined;
		const absent = operation.bodyFaults({});
		throw absent.length > 0 ? refusalFor(absent, operation.generalCode) : missing(['body']);
	}
	if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
		throw refuse(`the Content-Type is ${headers['content-type'] ?? 'not given'}`);
	}
	let body: unknown;
	try {
		body = JSON.parse(ids.readBody(text, switches.largeIds));
	} catch {
		throw switches.inputFilter
			? filtered('JSON_PARSE_ERROR', 'body')
			: refuse('the body is not JSON');
	}
	const faults = operation.bodyFaults(body);
	if (faults.length > 0) {
		throw switches.inputFilter
			? filteredFor(faults, 'EXTRA_KEY_FOUND_IN_JSON')
			: refusalFor(faults, operation.generalCode);
	}
	if (switches.inputFilter) filterTexts(body);
	return body;
};

const carryOut = (
	state: ServiceState,
	operation: Operation,
	request: RecordedRequest,
): Outgoing => {
	checkToken(state, operation, request.headers.authorization);
	const query = readQuery(state, operation, request.query);
	const body = readBody(state, operation, request.text, request.headers);
	const answer = handlers[operation.id]({ operation, state, query, body });
	request.carriedOut = true;
	const { largeIds } = state.switches;
	const written = (status: number, value: unknown): Outgoing => {
		const outgoing = json(status, value);
		return { ...outgoing, text: state.ids.writeBody(outgoing.text ?? '', largeIds) };
	};
	if ('unchecked' in answer) {
		const status = answer.status ?? 200;
		return answer.unchecked === undefined
			? { status, headers: {}, text: undefined }
			: written(status, answer.unchecked);
	}
	const faults = operation.answerFaults(answer.sample ?? answer.body);
	if (faults.length > 0) {
		request.why = `the answer does not fit the document: ${JSON.stringify(faults)}`;
		return json(ownFault, { faults });
	}
	return written(200, deviate(answer.body, operation.id, state.switches));
};

/** The service's answer to a request, refusals included; fills in what became of the request. */
export const answerTo = (
	state: ServiceState,
	operation: Operation,
	request: RecordedRequest,
): Outgoing => {
	const limited = limitAnswer(state);
	if (limited !== undefined) {
		request.why = 'over the rate limit';
		return limited;
	}
	try {
		return carryOut(state, operation, request);
	} catch (error) {
		if (error instanceof Refusal) {
			request.why = error.why;
			request.carriedOut = error.isAfterWork;
			return json(error.status(state.switches), error.body(state.switches, operation.id));
		}
		request.why = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return json(ownFault, { why: request.why });
	}
};
