import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

/** Hosts of the internet whose names lead to servers on this machine. */
export interface LocalHosts {
	/** Key and certificate for servers that stand in for these hosts, in PEM. */
	https: { key: string; cert: string };
	/** The address of the proxy by which a client finds them. */
	proxy: string;
	/** Leads a host to a server at that address. */
	lead(host: string, url: string): void;
	stop(): void;
}

/** Starts a proxy on 127.0.0.1 that leads the given hosts to local servers, and others where they are. */
export async function startLocalHosts(hosts: readonly string[]): Promise<LocalHosts> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
		extensions: [
			{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) },
		],
	});
	const ports = new Map<string, number>();
	const open = new Set<{ destroy(): void }>();
	const server = createServer((_request, answer) => {
		answer.writeHead(501).end();
	});
	server.on('connect', ({ url: target = '' }, client, head: Buffer) => {
		const { hostname, port } = new URL(`https://${target}`);
		const local = ports.get(hostname);
		const remote =
			local === undefined ? connect(Number(port) || 443, hostname) : connect(local, '127.0.0.1');
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
		https: { key, cert },
		proxy: `http://127.0.0.1:${port}`,
		lead: (host, url) => {
			ports.set(host, Number(new URL(url).port));
		},
		stop: () => {
			for (const socket of open) socket.destroy();
			server.close();
		},
	};
}
