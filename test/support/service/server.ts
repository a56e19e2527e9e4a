import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { createGzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';

import { answerTo, dateHeader, ownFault } from './answering';
import { operations, type Method, type Operation } from './contract';
import type { Fault, FaultKind, FaultPicker } from './faults';
import { insteadOfAnswer, type Outgoing, type FaultyAnswers } from './faultyAnswer';
import type { RecordedRequest, Recorder } from './recorder';
import type { ServiceState } from './state';

/** What the server reads at every request. */
export type ServerContext = {
	state: ServiceState;
	recorder: Recorder;
	faults: Fault[];
	latencyMs: number;
	picker: FaultPicker;
	faulty: FaultyAnswers;
	/** The address of the server that redirects to another origin lead to. */
	foreignUrl: () => Promise<string>;
	/** Serves paths outside the interface; undefined for other paths. */
	control: (method: string, path: string, text: string) => unknown;
};

/** A key and a certificate, both as PEM. */
export type Certificate = { key: string; cert: string };

const reset = (reply: FastifyReply): void => {
	reply.hijack();
	const { socket } = reply.raw;
	if (socket === null) return;
	if (socket instanceof TLSSocket) socket.destroy();
	else socket.resetAndDestroy();
};

const withLength = (answer: Outgoing): Record<string, string> => ({
	...answer.headers,
	'content-length': String(Buffer.byteLength(answer.text ?? '')),
});

const sendBroken = async (reply: FastifyReply, answer: Outgoing, share: 0.5 | 1) => {
	reply.hijack();
	const body = Buffer.from(answer.text ?? '');
	const part = body.subarray(0, Math.floor(body.length * share));
	reply.raw.writeHead(answer.status, withLength(answer));
	await new Promise<void>((sent) => {
		if (share === 1) reply.raw.end(part, sent);
		else reply.raw.write(part, () => sent());
	});
	await pause(20);
	reset(reply);
};

const sendSlowly = async (reply: FastifyReply, answer: Outgoing, pieces: number, ms: number) => {
	reply.hijack();
	const body = Buffer.from(answer.text ?? '');
	const size = Math.max(1, Math.ceil(body.length / pieces));
	reply.raw.writeHead(answer.status, withLength(answer));
	for (let start = 0; start < body.length && !reply.raw.destroyed; start += size) {
		reply.raw.write(body.subarray(start, start + size));
		// A service that has stopped waits for nothing.
		await pause(ms, undefined, { ref: false });
	}
	reply.raw.end();
};

const sendEndlessly = async (reply: FastifyReply, status: number, isBomb: boolean) => {
	reply.hijack();
	const encoding = isBomb ? { 'content-encoding': 'gzip' } : {};
	reply.raw.writeHead(status, { 'content-type': 'application/json', ...encoding });
	const megabyte = Buffer.alloc(1_000_000, ' ');
	const blanks = Readable.from(Array.from({ length: 2000 }, () => megabyte));
	const body = isBomb ? [blanks, createGzip(), reply.raw] : [blanks, reply.raw];
	// The client goes away.
	await pipeline(body).catch(() => undefined);
};

const send = (reply: FastifyReply, answer: Outgoing) => {
	void reply.code(answer.status).headers(answer.headers);
	return reply.send(answer.text ?? '');
};

/** Faults that leave no answer. */
const UNANSWERED: ReadonlySet<FaultKind> = new Set(['resetBefore', 'hang', 'endless']);

/** What the pages of one list or search have in common. */
const listOf = ({ path, body }: RecordedRequest): string => {
	const { start_time, end_time } = (body ?? {}) as Record<string, unknown>;
	return JSON.stringify([path, start_time, end_time]);
};

/** What a fault makes of a request and its answer; undefined where nothing is to be sent. */
const underFault = (
	{ state, faulty }: ServerContext,
	operation: Operation,
	request: RecordedRequest,
	fault: Fault,
	{ url, foreignUrl = '' }: { url: string; foreignUrl?: string },
): Outgoing | undefined => {
	request.fault = fault.kind;
	if (fault.kind === 'cursorsLost') state.cursors.clear();
	const { headers, text } = request;
	const asked = { authorization: headers.authorization ?? '', text, url, now: state.clock.now() };
	const instead = insteadOfAnswer(fault, asked, foreignUrl);
	const isReplaced = instead !== undefined || UNANSWERED.has(fault.kind);
	const own =
		isReplaced && fault.carriedOut !== true ? undefined : answerTo(state, operation, request);
	const answer = instead ?? (own && faulty.spoil(fault, own, listOf(request)));
	return fault.kind === 'afterEffect' || UNANSWERED.has(fault.kind) ? undefined : answer;
};

const meet = async (
	context: ServerContext,
	operation: Operation,
	request: RecordedRequest,
	url: string,
	reply: FastifyReply,
	fault: Fault,
): Promise<unknown> => {
	const leads = fault.kind === 'redirect' && fault.to === 'other';
	const foreignUrl = leads ? await context.foreignUrl() : '';
	const answer = underFault(context, operation, request, fault, { url, foreignUrl });
	if (fault.kind === 'endless') {
		await sendEndlessly(reply, fault.status ?? 200, fault.bomb === true);
	} else if (fault.kind === 'hang') reply.hijack();
	else if (answer === undefined) reset(reply);
	else {
		request.status = answer.status;
		if (fault.kind === 'resetMiddle' || fault.kind === 'resetAfter') {
			await sendBroken(reply, answer, fault.kind === 'resetAfter' ? 1 : 0.5);
		} else if (fault.kind === 'drip') {
			await sendSlowly(reply, answer, fault.pieces ?? 10, fault.everyMs ?? 50);
		} else return send(reply, answer);
	}
	return undefined;
};

/** A request as it comes. */
interface Incoming {
	method: string;
	url: string;
	query: RecordedRequest['query'];
	text: string;
	headers: IncomingHttpHeaders;
}

const record = (
	{ recorder, state }: ServerContext,
	{ method, url, query, text, headers }: Incoming,
	operation: Operation | undefined,
): RecordedRequest => {
	let body: unknown;
	try {
		body = text === '' ? undefined : JSON.parse(text);
	} catch {
		body = undefined;
	}
	return recorder.record({
		method: method as Method,
		path: url.split('?')[0] ?? '',
		operation: operation?.id,
		query: { ...query },
		text,
		body,
		headers,
		at: state.clock.now(),
		status: 0,
		carriedOut: false,
		why: undefined,
		fault: undefined,
	});
};

const textOf = ({ body }: FastifyRequest): string =>
	Buffer.isBuffer(body) ? body.toString('utf8') : '';

const readRequest = (
	context: ServerContext,
	request: FastifyRequest,
	operation: Operation | undefined,
): RecordedRequest => {
	const { method, url, headers } = request;
	const query = request.query as RecordedRequest['query'];
	return record(context, { method, url, query, text: textOf(request), headers }, operation);
};

const served = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));

/**
 * Answers a request in this process, without a network. Throws on a fault of the connection.
 * @param address the whole URL
 */
export const answerHere = (
	context: ServerContext,
	method: string,
	address: string,
	text: string,
	headers: IncomingHttpHeaders,
): Outgoing => {
	const { pathname, search, searchParams } = new URL(address);
	const operation = served.get(`${method} ${pathname}`);
	if (operation === undefined) throw new Error(`Nothing is served at ${method} ${pathname}`);
	const url = pathname + search;
	const query = Object.fromEntries(searchParams);
	const request = record(context, { method, url, query, text, headers }, operation);
	const fault = context.picker.pick(context.faults, request);
	const answer =
		fault === undefined
			? answerTo(context.state, operation, request)
			: underFault(context, operation, request, fault, { url });
	if (answer === undefined) throw new Error(`There is no connection for ${request.fault}`);
	request.status = answer.status;
	return { ...answer, headers: { ...dateHeader(context.state), ...answer.headers } };
};

const serve = async (
	context: ServerContext,
	operation: Operation,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> => {
	const recorded = readRequest(context, request, operation);
	reply.raw.sendDate = false;
	for (const [name, text] of Object.entries(dateHeader(context.state))) {
		reply.raw.setHeader(name, text);
	}
	if (context.latencyMs > 0) await pause(context.latencyMs);
	const fault = context.picker.pick(context.faults, recorded);
	if (fault !== undefined) {
		return await meet(context, operation, recorded, request.url, reply, fault);
	}
	const answer = answerTo(context.state, operation, recorded);
	recorded.status = answer.status;
	return send(reply, answer);
};

/** Where a redirect to the same origin leads. */
const moved = '/__moved';

/** The HTTP server, made and not yet listening, and what must be awaited before it may. */
export const createService = (
	context: ServerContext,
	certificate: Certificate | undefined,
): { server: Server; ready: () => Promise<void>; close: () => Promise<void> } => {
	const bare =
		certificate === undefined
			? createServer({ keepAliveTimeout: 5_000 })
			: createSecureServer({ ...certificate, keepAliveTimeout: 5_000 });
	const app = fastify({
		bodyLimit: 64 * 1024 * 1024,
		exposeHeadRoutes: false,
		routerOptions: { ignoreTrailingSlash: false },
		serverFactory: (handle) => {
			bare.on('request', (request: IncomingMessage, response: ServerResponse) => {
				handle(request, response);
			});
			return bare;
		},
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	for (const operation of operations) {
		for (const start of ['', moved]) {
			app.route({
				method: operation.method,
				url: start + operation.path,
				handler: async (request, reply) => await serve(context, operation, request, reply),
			});
		}
	}
	app.all('/__control', async (request, reply) => control(context, request, reply));
	app.all('/__control/*', async (request, reply) => control(context, request, reply));
	app.setNotFoundHandler((request, reply) => {
		const recorded = readRequest(context, request, undefined);
		recorded.status = 404;
		recorded.why = 'no such operation';
		return reply.code(404).type('text/html').send('<html><body><h1>Not Found</h1></body></html>');
	});
	app.setErrorHandler((error, _request, reply) => {
		const why = error instanceof Error ? error.message : String(error);
		return reply.code(ownFault).send({ why });
	});
	return {
		server: bare,
		ready: async () => {
			await app.ready();
		},
		close: async () => {
			await app.close();
			if (bare.listening) await new Promise((closed) => bare.close(closed).closeAllConnections());
		},
	};
};

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

const control = (context: ServerContext, request: FastifyRequest, reply: FastifyReply) => {
	if (!loopback.test(request.ip)) return reply.code(403).send('');
	try {
		const answer = context.control(request.method, request.url, textOf(request));
		return answer === undefined
			? reply.code(404).send('')
			: reply.type('application/json').send(JSON.stringify(answer));
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return reply.code(400).send(JSON.stringify({ why }));
	}
};
