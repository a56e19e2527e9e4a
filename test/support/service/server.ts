import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';

import { generate } from 'selfsigned';

import type { Outgoing } from './outgoing';
import type { Incoming } from './respond';

const altNames = [{ type: 2, value: 'localhost' } as const, { type: 7, ip: '127.0.0.1' } as const];

let certificate: ReturnType<typeof generate> | undefined;

/** A server, over https with a self-signed certificate if that is wanted. */
const serverFor = async (handle: RequestListener, isSecure: boolean): Promise<Server> => {
	if (!isSecure) return createServer(handle);
	certificate ??= generate([{ name: 'commonName', value: 'localhost' }], {
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames }],
	});
	const { private: key, cert } = await certificate;
	return createSecureServer({ key, cert }, handle);
};

/** A body of 2 GB of blanks, if anybody takes it. */
const sendEndlessly = async (response: ServerResponse, isBomb: boolean): Promise<void> => {
	const blanks = Readable.from(Array<Buffer>(2000).fill(Buffer.alloc(1_000_000, ' ')));
	const body = isBomb ? [blanks, createGzip(), response] : [blanks, response];
	// The client goes away.
	await pipeline(body).catch(() => undefined);
};

const sendSlowly = async (
	response: ServerResponse,
	body: Buffer,
	{ pieces, everyMs }: { pieces: number; everyMs: number },
): Promise<void> => {
	const size = Math.max(1, Math.ceil(body.length / pieces));
	for (let start = 0; start < body.length && !response.destroyed; start += size) {
		response.write(body.subarray(start, start + size));
		// A service that has stopped waits for nothing.
		await pause(everyMs, undefined, { ref: false });
	}
	response.end();
};

const send = async (response: ServerResponse, answer: Outgoing): Promise<void> => {
	const { status, headers, delivery } = answer;
	const body = Buffer.from(answer.text);
	if (delivery === 'none') return;
	if (delivery === 'reset') {
		response.destroy();
		return;
	}
	response.sendDate = false;
	if (delivery === 'endless' || delivery === 'bomb') {
		const encoding = delivery === 'bomb' && { 'content-encoding': 'gzip' };
		response.writeHead(status, { ...headers, ...encoding });
		await sendEndlessly(response, delivery === 'bomb');
		return;
	}
	response.writeHead(status, { ...headers, 'content-length': body.length });
	if (delivery === undefined) response.end(body);
	else if (delivery === 'half') {
		response.write(body.subarray(0, body.length / 2), () => response.destroy());
	} else await sendSlowly(response, body, delivery);
};

/** A server on 127.0.0.1 that can refuse connections for a while. */
export class LoopbackServer {
	url = '';
	private server: Server | undefined;
	private port: number;

	constructor(
		private readonly answer: (incoming: Incoming) => Outgoing | Promise<Outgoing>,
		{ port = 0, isSecure = false } = {},
	) {
		this.port = port;
		this.isSecure = isSecure;
	}

	private readonly isSecure: boolean;

	/** Listens; on the same port as before, if it did. */
	async listen(): Promise<void> {
		if (this.server?.listening) return;
		const { answer } = this;
		this.server ??= await serverFor((request, response) => {
			const { method = '', url = '', headers } = request;
			void text(request)
				.then((body) => answer({ method, url, headers, text: body }))
				.then((outgoing) => send(response, outgoing))
				.catch(() => response.destroy());
		}, this.isSecure);
		await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
		this.port = (this.server.address() as AddressInfo).port;
		this.url = `${this.isSecure ? 'https' : 'http'}://127.0.0.1:${this.port}`;
	}

	/** Stops listening, and closes the connections that are open. */
	async close(): Promise<void> {
		if (!this.server?.listening) return;
		this.server.closeAllConnections();
		const closed = once(this.server, 'close');
		this.server.close();
		this.server.closeAllConnections();
		await closed;
	}
}
