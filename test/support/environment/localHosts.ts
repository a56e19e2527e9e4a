import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Starts a proxy on 127.0.0.1 that leads the given hosts to a port of this machine, and no other host. */
export async function startLocalHosts(hosts: readonly string[], localPort: number) {
	const open = new Set<{ destroy(): void }>();
	const server = createServer((_request, answer) => {
		answer.writeHead(501).end();
	});
	server.on('connect', ({ url: target = '' }, client, head: Buffer) => {
		if (!hosts.includes(new URL(`https://${target}`).hostname)) {
			client.end('HTTP/1.1 502 Not One of the Demo\r\n\r\n');
			return;
		}
		const local = connect(localPort, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			local.write(head);
			local.pipe(client).pipe(local);
		});
		for (const socket of [client, local]) {
			open.add(socket);
			socket.on('close', () => open.delete(socket));
			socket.on('error', () => {
				client.destroy();
				local.destroy();
			});
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		/** The address of the proxy by which a client finds the hosts. */
		proxy: `http://127.0.0.1:${port}`,
		stop: () => {
			for (const socket of open) socket.destroy();
			server.close();
		},
	};
}
