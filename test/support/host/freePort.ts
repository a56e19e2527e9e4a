import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Finds a free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await once(server.close(), 'close');
	return port;
}
