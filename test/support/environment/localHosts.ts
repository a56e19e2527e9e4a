import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Starts a proxy on 127.0.0.1 that leads the given hosts to a port of this machine, and others where they are. */
export async function startLocalHosts(hosts: readonly string[], localPort: number) {
	const open = new Set<{ destroy(): void }>();
	const server = createServer((_request, answer) => {
		answer.writeHead(501).end();
	});
	server.on('connect', ({ url: target = '' }, client, head: Buffer) => {
		const { hostname, port } = new URL(`https://${target}`);
		const remote = hosts.includes(hostname)
			? connect(localPort, '127.0.0.1')
			: connect(Number(port) || 443, hostname);
		for (const socket of [client, remote]) {
			open.add(socket);
			socket.on('close', () => open.delete(socket));
			socket.on('error', () => {
				client.destroy();
				remote.destroy();
			});
		}
		remote.on('connect', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			remote.write(head);
			remote.pipe(client).pipe(remote);
		});
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
