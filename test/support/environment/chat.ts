import type { FastifyInstance } from 'fastify';

/** The host that n8n's Slack node asks. */
export const SLACK_HOST = 'slack.com';

/** Makes a server a stand-in for Slack: it takes messages of one token and keeps them. */
export function addChat(app: FastifyInstance) {
	const token = 'a-token-of-the-demo';
	const messages: Array<{ channel: string; text: string }> = [];
	app.post<{ Body: { channel: string; text: string } }>(
		'/api/chat.postMessage',
		({ headers, body: { channel, text } }) => {
			if (headers.authorization !== `Bearer ${token}`) return { ok: false, error: 'invalid_auth' };
			messages.push({ channel, text });
			return { ok: true, channel, ts: '1700000000.000100', message: { text } };
		},
	);
	return { token, messages };
}
