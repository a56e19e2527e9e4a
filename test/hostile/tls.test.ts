import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';

import { expect, it } from '@jest/globals';
import { generate } from 'selfsigned';

import { testCredential } from '../support/harness/harness';
import { listen } from '../support/ports';

const secure = async (options: ServerOptions = {}): Promise<Server> => {
	const { private: key, cert } = await generate();
	return createServer({ key, cert, ...options });
};

const oldVersion: ServerOptions = {
	minVersion: 'TLSv1',
	maxVersion: 'TLSv1.1',
	ciphers: 'DEFAULT@SECLEVEL=0',
};

const HANDSHAKE = 'The service cannot be reached. No connection could be made (E';

it.each<[string, 'http' | 'https', () => Server | Promise<Server>, string]>([
	['https to a port for http', 'https', () => createHttpServer(), 'does not speak https'],
	['https to TLS 1.1', 'https', () => secure(oldVersion), HANDSHAKE],
	['http to a port for https', 'http', secure, 'whether the port speaks https'],
])('%s is named with its remedy', async (_name, scheme, createService, words) => {
	const server = await createService();
	const baseUrl = `${scheme}://127.0.0.1:${await listen(server)}`;
	try {
		const { status, message } = await testCredential({ baseUrl, accessToken: 'a' });
		expect([status, message]).toEqual(['Error', expect.stringContaining(words)]);
		if (words !== 'does not speak https') expect(message).not.toContain('http://');
	} finally {
		server.close();
	}
});
