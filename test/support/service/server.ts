import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
import type { Fault, FaultPicker } from './faults';
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

const isHang = ({ kind }: Fault) => kind === 'hang';

const dropsUnanswered = ({ kind }: Fault) => kind === 'resetBefore' || kind === 'afterEffect';

/** What the pages of one list or search have in common. */
const listOf = ({ path, body }: RecordedRequest): string => {
	const { start_time, end_time } = (body ?? {}) as Record<string, unknown>;
	return JSON.stringify([path, start_time, end_time]);
};

const meet = async (
	context: ServerContext,
	operation: Operation,
	request: RecordedRequest,
	url: string,
	reply: FastifyReply,
	fault: Fault,
): Promise<unknown> => {
	request.fault = fault.kind;
	const stray = fault.kind === 'redirect' && fault.to === 'other' ? await context.foreignUrl() : '';
	const instead = insteadOfAnswer(
		fault,
		{
			authorization: request.headers.authorization ?? '',
			text: request.text,
			url,
			now: context.state.clock.now(),
		},
		stray,
	);
	const replaced = instead !== undefined || ['resetBefore', 'hang', 'endless'].includes(fault.kind);
	const answer =
		replaced && fault.carriedOut !== true ? undefined : answerTo(context.state, operation, request);
	if (isHang(fault)) {
		reply.hijack();
		return undefined;
	}
	if (fault.kind === 'endless') {
		await sendEndlessly(reply, fault.status ?? 200, fault.bomb === true);
		return undefined;
	}
	if (dropsUnanswered(fault)) {
		reset(reply);
		return undefined;
	}
	const outgoing = instead ?? answer;
	if (outgoing === undefined) throw new Error(`Nothing to send under ${fault.kind}`);
	request.status = outgoing.status;
	if (fault.kind === 'resetMiddle' || fault.kind === 'resetAfter') {
		await sendBroken(reply, outgoing, fault.kind === 'resetAfter' ? 1 : 0.5);
	} else if (fault.kind === 'drip') {
		await sendSlowly(reply, outgoing, fault.pieces ?? 10, fault.everyMs ?? 50);
	} else return send(reply, instead ?? context.faulty.spoil(fault, outgoing, listOf(request)));
	return undefined;
};

const readRequest = (
	context: ServerContext,
	request: FastifyRequest,
	operation: Operation | undefined,
): RecordedRequest => {
	const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
	let body: unknown;
	try {
		body = text === '' ? undefined : JSON.parse(text);
	} catch {
		body = undefined;
	}
	return context.recorder.record({
		method: request.method as Method,
		path: request.url.split('?')[0] ?? '',
		operation: operation?.id,
		query: { ...(request.query as RecordedRequest['query']) },
		text,
		body,
		headers: request.headers,
		at: context.state.clock.now(),
		status: 0,
		carriedOut: false,
		why: undefined,
		fault: undefined,
	});
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
	const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
	try {
		const answer = context.control(request.method, request.url, text);
		return answer === undefined
			? reply.code(404).send('')
			: reply.type('application/json').send(JSON.stringify(answer));
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return reply.code(400).send(JSON.stringify({ why }));
	}
};
