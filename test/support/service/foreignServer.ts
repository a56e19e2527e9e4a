import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ForeignRequest = {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
};

/** A server of another origin: it keeps all that reaches it, and answers everything with success. */
export class ForeignServer {
	readonly requests: ForeignRequest[] = [];

	private readonly server = createServer((request, response) => {
		request.resume().on('end', () => {
			const { method = '', url = '', headers } = request;
			this.requests.push({ method, url, headers });
			response.setHeader('content-type', 'application/json');
			response.end('{"data":{"title":"success","detail":"from elsewhere"}}');
		});
	});

	private address: Promise<string> | undefined;

	/** Its address; it listens from the first time that it is asked for. */
	async url(): Promise<string> {
		this.address ??= once(this.server.listen(0, '127.0.0.1'), 'listening').then(
			() => `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
		);
		return await this.address;
	}

	async stop(): Promise<void> {
		if (this.address === undefined) return;
		await this.address;
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}
}
