import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import fastify from 'fastify';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

import { listen } from '../ports';
import { addChatModel } from './chatModel';
import { createDirectory } from './directory';
import { addTicketSystem } from './ticketSystem';

const HOST = '127.0.0.1';

export const WEBHOOK_HEADER = { name: 'X-Token', value: 'a-secret-of-the-demo' };

/** Starts stand-ins on 127.0.0.1 for the other systems that the example workflows use. */
export async function startEnvironment() {
	const chat: string[] = [];
	const { private: key, cert } = await generate();
	const app = fastify({ bodyLimit: 10_000_000, https: { key, cert } });
	app.post<{ Body: { text: string } }>('/api/chat.postMessage', ({ body }) => {
		chat.push(body.text);
		return { ok: true, message: body };
	});
	const ticketSystem = addTicketSystem(app);
	const lookUps: string[] = [];
	app.get<{ Params: { ip: string } }>('/api/v3/ip_addresses/:ip', ({ params: { ip } }) => {
		lookUps.push(ip);
		const last_analysis_stats = { malicious: 6, suspicious: 1, harmless: 60, undetected: 27 };
		return { data: { attributes: { last_analysis_stats } } };
	});
	const blocked: string[] = [];
	app.post<{ Body: { address: string } }>('/api/blocked-addresses', ({ body }) => {
		blocked.push(body.address);
		return {};
	});
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
	const directory = createDirectory();
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
		virusTotalApi: { accessToken: 'a-token-of-the-demo' },
		ldap: {
			hostname: HOST,
			port: await listen(directory.server),
			bindDN: 'CN=n8n,DC=corp,DC=example,DC=com',
			bindPassword: 'a password',
			connectionSecurity: 'none',
		},
	};
	return {
		ticketSystem,
		chat,
		mails,
		/** The addresses that VirusTotal was asked for. */
		lookUps,
		blocked,
		/** The users of Active Directory, with their userAccountControl. */
		users: directory.users,
		/** The environment that n8n needs to find the stand-ins. */
		variables: {
			HTTPS_PROXY: `http://${HOST}:${await listen(proxy)}`,
			NO_PROXY: `${HOST},localhost`,
			// The proxy leads only to the stand-ins.
			NODE_TLS_REJECT_UNAUTHORIZED: '0',
		},
		credentials,
	};
}

/** Returns the parameters of an example's node that a person sets before the first run. */
export function choicesFor({ type, parameters }: INode): INodeParameters {
	const toLocator = (value: string) => ({ __rl: true, mode: 'id', value });
	if (type === 'n8n-nodes-base.jira' && parameters['operation'] === 'create') {
		return { project: toLocator('10000'), issueType: toLocator('10001') };
	}
	return type === 'n8n-nodes-base.wait' && parameters['resume'] === undefined
		? { amount: 1, unit: 'seconds' }
		: {};
}
