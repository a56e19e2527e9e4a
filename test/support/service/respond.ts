import type { IncomingHttpHeaders } from 'node:http';

import { ID, operations, type Method, type Operation } from './contract';
import { answerUnder, html, json, type Fault, type FaultPicker } from './faults';
import { handlers } from './operations';
import type { Outgoing, RecordedRequest } from './outgoing';
import {
	filterTexts,
	generalFailure,
	missing,
	Refusal,
	refusalBody,
	refusalFor,
	unauthorized,
} from './refusal';
import type { Query, ServiceState } from './state';
import type { Switches } from './switches';

/** What is needed to answer requests. */
export interface ServiceContext {
	state: ServiceState;
	faults: Fault[];
	picker: FaultPicker;
	/** Keeps a request. */
	record: (request: Omit<RecordedRequest, 'number'>) => RecordedRequest;
	/** The address of a server of another origin. */
	foreignUrl: string;
}

/** A request as it comes. */
export interface Incoming {
	method: string;
	/** Path and query. */
	url: string;
	headers: IncomingHttpHeaders;
	text: string;
}

/** The status of an answer of the service's own that does not fit the contract. */
const OWN_FAULT = 599;

const WINDOW_MS = 60_000;

/** The refusal of a request beyond the limit of a minute, or during the lock after an excess. */
const limited = (state: ServiceState): Outgoing | undefined => {
	const { recent, clock, switches } = state;
	const { rateLimit, rateLimitLockMs, retryAfter } = switches;
	const now = clock.now();
	while (recent.length > 0 && now - (recent[0] ?? now) >= WINDOW_MS) recent.shift();
	if (rateLimit === 0 || (now >= state.lockedUntil && recent.length < rateLimit)) {
		recent.push(now);
		return undefined;
	}
	state.lockedUntil = now + rateLimitLockMs;
	const texts = { code: '00000109', title: 'Too Many Requests', detail: 'Try again later.' };
	const answer = json(429, refusalBody('documented', texts));
	if (retryAfter === 'absent') return answer;
	const until = Math.max(state.lockedUntil, (recent[0] ?? now) + WINDOW_MS);
	const seconds = String(Math.max(1, Math.ceil((until - now) / 1000)));
	return { ...answer, headers: { ...answer.headers, 'retry-after': seconds } };
};

const checkToken = ({ tokens }: ServiceState, { scope }: Operation, header = ''): void => {
	const scopes = tokens.get(/^Bearer (\S+)$/.exec(header)?.[1] ?? '');
	if (scopes === undefined) throw unauthorized('no valid token');
	if (!scopes.has(scope)) throw unauthorized(`the token has not the scope ${scope}`);
};

const readQuery = (
	{ ids, switches }: ServiceState,
	operation: Operation,
	raw: RecordedRequest['query'],
): Query => {
	const query: Query = { ...raw };
	for (const [name, value] of Object.entries(raw)) {
		const schema = operation.parameters.get(name);
		if (typeof value !== 'string') continue;
		if (schema?.['type'] === 'boolean' && /^(?:true|false)$/.test(value)) {
			query[name] = value === 'true';
		} else if (schema === ID && /^\d+$/.test(value)) {
			query[name] = ids.inward(value, switches.largeIds);
		} else if (schema?.['type'] === 'integer' && /^-?\d+$/.test(value)) query[name] = Number(value);
	}
	const faults = operation.queryFaults(query);
	const filterCode = switches.inputFilter ? 'EXTRA_PARAM_FOUND' : undefined;
	if (faults.length > 0) throw refusalFor(faults, operation.generalCode, filterCode);
	return query;
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
};

const readBody = (
	{ ids, switches }: ServiceState,
	operation: Operation,
	{ text, headers }: RecordedRequest,
): unknown => {
	const refuse = (why: string) => generalFailure(operation.generalCode, why);
	if (operation.bodySchema === undefined) {
		if (text === '') return undefined;
		throw refuse('the operation takes no body');
	}
	if (text !== '' && !/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
		throw refuse(`the Content-Type is ${headers['content-type'] ?? 'not given'}`);
	}
	const body = text === '' ? {} : parsed(ids.readBody(text, switches.largeIds));
	if (body === undefined) throw refuse('the body is not JSON');
	const faults = operation.bodyFaults(body);
	const filterCode = switches.inputFilter ? 'EXTRA_KEY_FOUND_IN_JSON' : undefined;
	if (faults.length > 0) throw refusalFor(faults, operation.generalCode, filterCode);
	if (text === '') throw missing(['body']);
	if (switches.inputFilter) filterTexts(body);
	return body;
};

type Loose = Record<string, unknown>;

/** The meta of an answer as the switches want it; undefined for none. */
const metaUnder = (meta: Loose, id: string, { listMeta, alertTotals }: Switches) => {
	const { total_items, ...others } = meta;
	if (id === 'getAlerts' && alertTotals !== 'true') {
		const total = Number(total_items);
		if (alertTotals === 'absent') return others;
		if (typeof alertTotals === 'number')
			return { ...meta, total_items: Math.min(alertTotals, total) };
		return {
			...meta,
			total_items: Math.max(0, alertTotals === 'tooLarge' ? total + 5 : total - 1),
		};
	}
	if (total_items !== undefined || listMeta === 'true') return meta;
	if (listMeta === 'absent') return undefined;
	const counts = Object.entries(meta).map(([name, value]) =>
		/^total|count$/.test(name) ? [name, Number(value) + 1000] : [name, value],
	);
	return Object.fromEntries(counts) as Loose;
};

/** An answer that fits the contract, changed as the switches want it. */
const deviating = (body: object, id: string, switches: Switches): object => {
	const change = (holder: object): object => {
		if (!('meta' in holder)) return holder;
		return { ...holder, meta: metaUnder(holder.meta as Loose, id, switches) };
	};
	if (!('data' in body) || Array.isArray(body.data)) return change(body);
	return { ...change(body), data: change(body.data as object) };
};

/** Alert pages are long: one record of each is held against the contract. */
const sampled = (body: object): object =>
	'data' in body && Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 1) } : body;

const carryOut = (
	state: ServiceState,
	operation: Operation,
	request: RecordedRequest,
): Outgoing => {
	checkToken(state, operation, request.headers.authorization);
	const query = readQuery(state, operation, request.query);
	const body = readBody(state, operation, request);
	const answer = handlers[operation.id]({ operation, state, query, body: body as never });
	request.carriedOut = true;
	const faults = operation.answerFaults(sampled(answer));
	if (faults.length > 0) throw new Error(`the answer does not fit: ${JSON.stringify(faults)}`);
	const outgoing = json(200, deviating(answer, operation.id, state.switches));
	return { ...outgoing, text: state.ids.writeBody(outgoing.text, state.switches.largeIds) };
};

/** The service's own answer, refusals included; notes what became of the request. */
const ownAnswer = (state: ServiceState, operation: Operation, request: RecordedRequest) => {
	const refused = limited(state);
	if (refused !== undefined) {
		request.why = 'over the rate limit';
		return refused;
	}
	try {
		return carryOut(state, operation, request);
	} catch (error) {
		request.why = error instanceof Error ? (error.stack ?? error.message) : String(error);
		if (!(error instanceof Refusal)) return json(OWN_FAULT, { why: request.why });
		request.why = error.why;
		return json(error.status(state.switches), error.body());
	}
};

const byEndpoint = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));

const queryOf = (parameters: URLSearchParams): RecordedRequest['query'] =>
	Object.fromEntries(
		[...new Set(parameters.keys())].map((name) => {
			const [first = '', ...others] = parameters.getAll(name);
			return [name, others.length > 0 ? [first, ...others] : first];
		}),
	);

/** Answers a request: by the fault that it meets, or by the service itself. */
export const respond = (context: ServiceContext, incoming: Incoming): Outgoing => {
	const { state, faults, picker } = context;
	const { method, url, headers, text } = incoming;
	const { pathname, searchParams } = new URL(url, 'http://service.invalid');
	const operation = byEndpoint.get(`${method} ${pathname}`);
	const request = context.record({
		...{ method: method as Method, path: pathname, operation: operation?.id },
		...{ query: queryOf(searchParams), text, body: parsed(text), headers },
		...{ at: state.clock.now(), status: 0, carriedOut: false, fault: undefined },
		why: operation === undefined ? 'no such operation' : undefined,
	});
	const fault = picker.pick(faults, request);
	request.fault = fault?.kind;
	const own = (): Outgoing =>
		operation === undefined ? html(404, 'Not Found') : ownAnswer(state, operation, request);
	const location =
		(fault?.kind === 'redirect' && fault.to === 'other' ? context.foreignUrl : '/moved') + url;
	const answer = fault ? answerUnder(fault, { request, own, location }) : own();
	request.status = answer.delivery === 'reset' || answer.delivery === 'none' ? 0 : answer.status;
	if (state.switches.dateHeader === 'absent') return answer;
	const date = new Date(state.clock.now()).toUTCString();
	return { ...answer, headers: { date, ...answer.headers } };
};
