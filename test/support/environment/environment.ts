import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import fastify from 'fastify';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

import { listen } from '../ports';
import { addChatModel } from './chatModel';

const HOST = '127.0.0.1';

export const WEBHOOK_HEADER = { name: 'X-Token', value: 'a-secret-of-the-demo' };

/** An alert with this text in its message gets no ticket. */
export const REFUSED = 'no ticket for this one';

/**
 * Starts stand-ins on 127.0.0.1 for the other systems that the example workflows use.
 * @param token the token of the service, which the search of raw logs accepts too
 */
export async function startEnvironment(token: string) {
	const chat: string[] = [];
	const tickets: Array<{ number: string; description: string }> = [];
	const ticketOf = (prefix: string, description: string) => {
		if (description.includes(REFUSED)) throw httpError(400, 'Refused by the demo');
		const ticket = { number: `${prefix}${101 + tickets.length}`, description };
		tickets.push(ticket);
		return ticket;
	};
	const { private: key, cert } = await generate();
	const app = fastify({ bodyLimit: 10_000_000, https: { key, cert } });
	app.post<{ Body: { text: string } }>('/api/chat.postMessage', ({ body }) => {
		chat.push(body.text);
		return { ok: true, message: body };
	});
	app.get('/rest/api/2/issuetype', () => [{ id: '10001', subtask: false }]);
	app.post<{ Body: { fields: { description: string } } }>('/rest/api/2/issue', ({ body }) => ({
		key: ticketOf('SEC-', body.fields.description).number,
	}));
	app.post<{ Body: { description: string } }>('/api/now/table/incident', ({ body }) => ({
		result: ticketOf('INC', body.description),
	}));
	/** The search of raw logs finds one log at each end of the period. */
	app.post<{ Body: Record<'query' | 'start_time' | 'end_time', string> }>(
		'/api/v2/search',
		({ headers, body: { query, start_time, end_time } }) => {
			if (headers.authorization !== `Bearer ${token}`) throw httpError(401, 'Not the token');
			return { data: { hits: [start_time, end_time].map((time) => ({ time, query })) } };
		},
	);
	addChatModel(app);
	const url = await app.listen({ host: HOST, port: 0 });

	const mails: string[] = [];
	const { server: mail } = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData: (stream, _session, done) => {
			text(stream).then((message) => {
				mails.push(message);
				done();
			}, done);
		},
	});
	// Through this proxy a client finds every host here.
	const proxy = createServer().on('connect', (_request, client, head: Buffer) => {
		const local = connect(Number(new URL(url).port), HOST, () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			local.write(head);
			local.pipe(client).pipe(local);
		});
		local.on('error', () => client.destroy());
		client.on('error', () => local.destroy());
	});

	const credentials: Record<string, ICredentialDataDecryptedObject> = {
		slackApi: { accessToken: 'a-token-of-the-demo' },
		serviceNowBasicApi: { user: 'n8n', password: 'a password', subdomain: 'demo' },
		jiraSoftwareCloudApi: { email: 'n8n@example.com', apiToken: 'a password', domain: url },
		smtp: { host: HOST, port: await listen(mail), secure: false, disableStartTls: true },
		openAiApi: { apiKey: 'none', url },
		httpHeaderAuth: WEBHOOK_HEADER,
	};
	return {
		tickets,
		chat,
		mails,
		/** The environment that n8n needs to find the stand-ins. */
		variables: {
			HTTPS_PROXY: `http://${HOST}:${await listen(proxy)}`,
			NO_PROXY: `${HOST},localhost`,
			// The proxy leads only to the stand-ins.
			NODE_TLS_REJECT_UNAUTHORIZED: '0',
		},
		credentials,
		/** Makes the choices in an example's node that a person makes before the first run. */
		withChoices: (node: INode): INode => ({
			...node,
			parameters: { ...node.parameters, ...choicesFor(node, url) },
		}),
	};
}

const httpError = (statusCode: number, message: string): Error =>
	Object.assign(new Error(message), { statusCode });

function choicesFor({ type, parameters }: INode, url: string): INodeParameters {
	const toLocator = (value: string) => ({ __rl: true, mode: 'id', value });
	if (type === 'n8n-nodes-base.jira') {
		return { project: toLocator('10000'), issueType: toLocator('10001') };
	}
	if (type === 'n8n-nodes-base.wait' && parameters['resume'] === undefined) {
		return { amount: 1, unit: 'seconds' };
	}
	return parameters['nodeCredentialType'] === 'logManagementApi'
		? { url: `${url}/api/v2/search` }
		: {};
}
