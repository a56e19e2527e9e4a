import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { generate } from 'selfsigned';

import type { Incoming, Outgoing } from './outgoing';

const sendSlowly = async (
	response: ServerResponse,
	body: Buffer,
	{ pieces, everyMs }: { pieces: number; everyMs: number },
): Promise<void> => {
	const size = Math.max(1, Math.ceil(body.length / pieces));
	for (let start = 0; start < body.length && !response.destroyed; start += size) {
		response.write(body.subarray(start, start + size));
		// This timer does not keep a stopped service alive.
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
	if (delivery === 'endless') {
		response.writeHead(status, headers);
		const blanks = Readable.from(Array<Buffer>(2000).fill(Buffer.alloc(1_000_000, ' ')));
		// The client closes the connection.
		await pipeline(blanks, response).catch(() => undefined);
		return;
	}
	response.writeHead(status, { ...headers, 'content-length': body.length });
	if (delivery === undefined) response.end(body);
	else if (delivery === 'half') {
		response.write(body.subarray(0, body.length / 2), () => response.destroy());
	} else await sendSlowly(response, body, delivery);
};

/** Makes a server that sends these responses, optionally over https with a self-signed certificate. */
export const newServer = async (answer: (incoming: Incoming) => Outgoing, isSecure: boolean) => {
	const handle: RequestListener = (request, response) => {
		const { method = '', url = '', headers } = request;
		void text(request)
			.then(async (body) => await send(response, answer({ method, url, headers, text: body })))
			.catch(() => response.destroy());
	};
	if (!isSecure) return createServer(handle);
	const { private: key, cert } = await generate();
	return createSecureServer({ key, cert }, handle);
};
