import fastify from 'fastify';

import type { LocalHosts } from './localHosts';

/** The host that n8n's Slack node asks. */
export const SLACK_HOST = 'slack.com';

/** A stand-in for Slack: it takes messages of one token and keeps them. */
export interface Chat {
	token: string;
	messages: Array<{ channel: string; text: string }>;
	stop(): Promise<void>;
}

/** Starts it on 127.0.0.1, where the host of Slack leads. */
export async function startChat(hosts: LocalHosts): Promise<Chat> {
	const token = 'a-token-of-the-demo';
	const messages: Chat['messages'] = [];
	const app = fastify({ forceCloseConnections: true, https: hosts.https });
	app.post<{ Body: { channel: string; text: string } }>(
		'/api/chat.postMessage',
		({ headers, body: { channel, text } }) => {
			if (headers.authorization !== `Bearer ${token}`) return { ok: false, error: 'invalid_auth' };
			messages.push({ channel, text });
			return { ok: true, channel, ts: '1700000000.000100', message: { text } };
		},
	);
	hosts.lead(SLACK_HOST, await app.listen({ host: '127.0.0.1', port: 0 }));
	return {
		token,
		messages,
		stop: async () => {
			await app.close();
		},
	};
}
