import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import fastify from 'fastify';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

import { freePorts } from '../host/freePorts';
import { temporaryFolder } from '../host/temporaryFolder';
import { addChatModel } from './chatModel';

const HOST = '127.0.0.1';

/** The hosts that n8n's nodes for Slack and ServiceNow ask. */
const HOSTS = ['slack.com', 'demo.service-now.com'];

/** What the callers of the webhooks in the examples send. */
export const WEBHOOK_HEADER = { name: 'X-Token', value: 'a-secret-of-the-demo' };

/** An alert with that in its message gets no ticket. */
export const REFUSED = 'no ticket for this one';

interface Ticket {
	number: string;
	description: string;
}

/** What the example workflows use beside the service: stand-ins for what people have. */
export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** Starts all stand-ins on 127.0.0.1. @param token of the service, which the search of raw logs takes too */
export async function startEnvironment(token: string) {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'Demo' }], {
		extensions: [
			{
				name: 'subjectAltName',
				altNames: [
					...HOSTS.map((value) => ({ type: 2 as const, value })),
					{ type: 7 as const, ip: HOST },
				],
			},
		],
	});
	const certificate = join(await temporaryFolder('environment'), 'hosts.pem');
	await writeFile(certificate, cert);

	const chat: string[] = [];
	const tickets: Ticket[] = [];
	const ticketOf = (prefix: string, description: string): Ticket | undefined => {
		if (description.includes(REFUSED)) return undefined;
		const ticket = { number: `${prefix}${101 + tickets.length}`, description };
		tickets.push(ticket);
		return ticket;
	};
	const app = fastify({ bodyLimit: 10_000_000, https: { key, cert } });
	app.post<{ Body: { text: string } }>('/api/chat.postMessage', ({ body }) => {
		chat.push(body.text);
		return { ok: true, message: body };
	});
	app.get('/rest/api/2/issuetype', () => [{ id: '10001', subtask: false }]);
	app.post<{ Body: { fields: { description: string } } }>(
		'/rest/api/2/issue',
		async ({ body: { fields } }, reply) => {
			const ticket = ticketOf('SEC-', fields.description);
			if (ticket) return await reply.code(201).send({ id: '1', key: ticket.number });
			return await reply.code(400).send({ errors: { summary: 'Refused by the demo' } });
		},
	);
	app.post<{ Body: { description: string } }>(
		'/api/now/table/incident',
		async ({ body: { description } }, reply) => {
			const ticket = ticketOf('INC', description);
			if (ticket) return await reply.code(201).send({ result: { ...ticket, sys_id: '1' } });
			return await reply.code(403).send({ error: { message: 'Refused by the demo' } });
		},
	);
	/** The search of raw logs finds one log at each end of the time. */
	app.post<{ Body: Record<'query' | 'start_time' | 'end_time', string> }>(
		'/api/v2/search',
		async ({ headers, body: { query, start_time, end_time } }, reply) => {
			if (headers.authorization !== `Bearer ${token}`) return await reply.code(401).send({});
			return { data: { hits: [start_time, end_time].map((time) => ({ time, query })) } };
		},
	);
	addChatModel(app, writtenByModel);
	const url = await app.listen({ host: HOST, port: 0 });

	const [mailPort = 0, proxyPort = 0] = await freePorts(2);
	const mails: string[] = [];
	new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData: (stream, _session, done) => {
			text(stream).then((mail) => {
				mails.push(mail);
				done();
			}, done);
		},
	}).listen(mailPort, HOST);
	// A proxy by which a client finds every host here.
	const proxy = createServer().on('connect', (_request, client, head: Buffer) => {
		const local = connect(Number(new URL(url).port), HOST, () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			local.write(head);
			local.pipe(client).pipe(local);
		});
		local.on('error', () => client.destroy());
		client.on('error', () => local.destroy());
	});
	proxy.listen(proxyPort, HOST);

	const credentials: Record<string, ICredentialDataDecryptedObject> = {
		slackApi: { accessToken: 'a-token-of-the-demo' },
		serviceNowBasicApi: { user: 'n8n', password: 'a password', subdomain: 'demo' },
		jiraSoftwareCloudApi: { email: 'n8n@example.com', apiToken: 'a password', domain: url },
		smtp: { host: HOST, port: mailPort, secure: false, disableStartTls: true },
		openAiApi: { apiKey: 'none', url },
		httpHeaderAuth: WEBHOOK_HEADER,
	};
	return {
		/** What the ticket systems took. */
		tickets,
		/** The messages in the chat. */
		chat,
		/** The mails as they were sent: headers and parts. */
		mails,
		/** What n8n has to be started with to find the stand-ins. */
		variables: {
			HTTPS_PROXY: `http://${HOST}:${proxyPort}`,
			NO_PROXY: `${HOST},localhost`,
			NODE_EXTRA_CA_CERTS: certificate,
		},
		/** The data of the credentials by their types. */
		credentials,
		/** A node of an example with what a person chooses in it before the first run. */
		chosen: (node: INode): INode => ({
			...node,
			parameters: { ...node.parameters, ...choices(node, url) },
		}),
	};
}

function choices({ type, parameters }: INode, url: string): INodeParameters {
	const chosen = (value: string) => ({ __rl: true, mode: 'id', value });
	if (type === 'n8n-nodes-base.jira') {
		return { project: chosen('10000'), issueType: chosen('10001') };
	}
	if (type === 'n8n-nodes-base.wait' && parameters['resume'] === undefined) {
		return { amount: 1, unit: 'seconds' };
	}
	return parameters['nodeCredentialType'] === 'logManagementApi'
		? { url: `${url}/api/v2/search` }
		: {};
}

/** What the model writes for the arguments of the tools in the examples. */
function writtenByModel(argument: string): string {
	const texts: Readonly<Record<string, string>> = {
		start_time: new Date(Date.now() - 7_200_000).toISOString(),
		end_time: new Date().toISOString(),
		severity: 'critical, trouble',
		time_range: 'last24Hours',
		group_by: 'severity',
		hours: '24',
		log_source: 'CORP-PC-01',
		domain_name: 'corp.example.com',
		state: 'active',
		status: 'agent_not_communicating',
	};
	const written = texts[argument];
	if (written === undefined) throw new Error(`Nothing is written for the argument ${argument}`);
	return written;
}
