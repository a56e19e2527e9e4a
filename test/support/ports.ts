import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Lets a server listen on 127.0.0.1. @returns its port; a free one unless `port` names it */
export async function listen(server: Server, port = 0): Promise<number> {
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return (server.address() as AddressInfo).port;
}

export async function freePort(): Promise<number> {
	const server = createServer();
	const port = await listen(server);
	await once(server.close(), 'close');
	return port;
}
