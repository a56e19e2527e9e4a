import { createServer } from 'node:net';

/** As many free ports of 127.0.0.1 as asked for, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer());
	const ports = await Promise.all(
		servers.map(
			(server) =>
				new Promise<number>((resolve, reject) => {
					server.once('error', reject).listen(0, '127.0.0.1', () => {
						const address = server.address();
						if (typeof address === 'object' && address) resolve(address.port);
					});
				}),
		),
	);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
}
