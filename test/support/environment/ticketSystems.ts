import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import fastify, { type FastifyInstance } from 'fastify';
import { generate } from 'selfsigned';

/** A ticket as it was asked for. */
interface Ticket {
	/** The name that the system gave it. */
	key: string;
	subject: string;
	description: string;
}

/** A stand-in for a ticket system: the calls that n8n's own node makes to create a ticket. */
export interface TicketSystem {
	tickets: Ticket[];
	/** How many of the next tickets are refused. */
	refuseNext: number;
}

/** Jira and ServiceNow, as n8n's nodes find them. */
export interface TicketSystems {
	/** Has one project, `project`, with one type of issue, `issueType`, by their ids. */
	jira: TicketSystem & { url: string; project: string; issueType: string };
	serviceNow: TicketSystem & { subdomain: string };
	user: string;
	password: string;
	/** The proxy by which n8n finds ServiceNow, whose node makes its address of a subdomain. */
	proxy: string;
	/** The certificate of that ServiceNow, in PEM. */
	certificate: string;
	stop(): Promise<void>;
}

const user = 'n8n@example.com';
const password = 'a password of the demo';

/** Starts both on 127.0.0.1. */
export async function startTicketSystems(): Promise<TicketSystems> {
	const jira = { tickets: [], refuseNext: 0, project: '10000', issueType: '10001' };
	const serviceNow = { tickets: [], refuseNext: 0, subdomain: 'log-management-demo' };
	const host = `${serviceNow.subdomain}.service-now.com`;
	const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
	});

	const jiraApp = jiraServer(jira);
	const serviceNowApp = serviceNowServer(serviceNow, { key, cert });
	const url = await jiraApp.listen({ host: '127.0.0.1', port: 0 });
	const { port } = new URL(await serviceNowApp.listen({ host: '127.0.0.1', port: 0 }));
	const proxy = await startProxy({ [`${host}:443`]: Number(port) });

	return {
		jira: Object.assign(jira, { url }),
		serviceNow,
		user,
		password,
		proxy: proxy.url,
		certificate: cert,
		stop: async () => {
			proxy.stop();
			await Promise.all([jiraApp.close(), serviceNowApp.close()]);
		},
	};
}

function jiraServer(system: TicketSystem & { project: string; issueType: string }) {
	interface Issue {
		fields: {
			project: { id: string };
			issuetype: { id: string };
			summary: string;
			description?: string;
		};
	}
	const app = guarded(fastify({ forceCloseConnections: true }));
	const issueTypes = [{ id: system.issueType, name: 'Incident', subtask: false }];
	app.get('/rest/api/2/myself', () => ({ emailAddress: user }));
	app.get('/rest/api/2/project/search', () => ({
		values: [{ id: system.project, key: 'SEC', name: 'Security Operations' }],
		startAt: 0,
		maxResults: 100,
		total: 1,
	}));
	app.get('/rest/api/2/project/:id', () => ({ id: system.project, issueTypes }));
	app.get('/rest/api/2/issuetype', () => issueTypes);
	app.post<{ Body: Issue }>('/rest/api/2/issue', async ({ body: { fields } }, reply) => {
		const known = fields.project.id === system.project && fields.issuetype.id === system.issueType;
		if (!known || refuses(system)) {
			const errors = known ? { summary: 'Refused by the demo' } : { project: 'Is not known' };
			return await reply.code(400).send({ errorMessages: [], errors });
		}
		const number = 101 + system.tickets.length;
		const key = `SEC-${number}`;
		const { summary: subject, description = '' } = fields;
		system.tickets.push({ key, subject, description });
		return await reply.code(201).send({ id: String(10_000 + number), key });
	});
	return app;
}

function serviceNowServer(system: TicketSystem, https: { key: string; cert: string }) {
	interface Incident {
		short_description: string;
		description?: string;
	}
	const app = guarded(fastify({ forceCloseConnections: true, https }));
	app.get('/api/now/table/sys_user_role', () => ({ result: [] }));
	app.post<{ Body: Incident }>('/api/now/table/incident', async ({ body }, reply) => {
		if (refuses(system)) {
			const error = { message: 'Refused by the demo', detail: 'Asked to refuse' };
			return await reply.code(403).send({ error, status: 'failure' });
		}
		const key = `INC${String(10_001 + system.tickets.length).padStart(7, '0')}`;
		const { short_description: subject, description = '' } = body;
		system.tickets.push({ key, subject, description });
		return await reply.code(201).send({ result: { ...body, number: key, sys_id: `id of ${key}` } });
	});
	return app;
}

function refuses(system: TicketSystem): boolean {
	if (system.refuseNext === 0) return false;
	system.refuseNext -= 1;
	return true;
}

/** Has all requests refused that do not come from the user. */
function guarded<App extends FastifyInstance>(app: App): App {
	const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
	app.addHook('onRequest', async ({ headers }, reply) => {
		if (headers.authorization !== expected) await reply.code(401).send({ error: 'No such user' });
	});
	return app;
}

/** A proxy on 127.0.0.1 that leads the given hosts to local ports, and others where they are. */
async function startProxy(ports: Record<string, number>): Promise<{ url: string; stop(): void }> {
	const open = new Set<{ destroy(): void }>();
	const server = createServer((_request, answer) => {
		answer.writeHead(501).end();
	});
	server.on('connect', ({ url: target = '' }, client, head: Buffer) => {
		const { hostname, port } = new URL(`https://${target}`);
		const local = ports[target];
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
		url: `http://127.0.0.1:${port}`,
		stop: () => {
			for (const socket of open) socket.destroy();
			server.close();
		},
	};
}
