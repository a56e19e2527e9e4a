import fastify, { type FastifyInstance } from 'fastify';

import type { LocalHosts } from './localHosts';

const subdomain = 'log-management-demo';

/** The host that n8n's ServiceNow node makes of the subdomain. */
export const SERVICE_NOW_HOST = `${subdomain}.service-now.com`;

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
	stop(): Promise<void>;
}

const user = 'n8n@example.com';
const password = 'a password of the demo';

/** Starts both on 127.0.0.1, ServiceNow where its host leads. */
export async function startTicketSystems(hosts: LocalHosts): Promise<TicketSystems> {
	const jira = { tickets: [], refuseNext: 0, project: '10000', issueType: '10001' };
	const serviceNow = { tickets: [], refuseNext: 0, subdomain };
	const jiraApp = jiraServer(jira);
	const serviceNowApp = serviceNowServer(serviceNow, hosts.https);
	const url = await jiraApp.listen({ host: '127.0.0.1', port: 0 });
	hosts.lead(SERVICE_NOW_HOST, await serviceNowApp.listen({ host: '127.0.0.1', port: 0 }));
	return {
		jira: Object.assign(jira, { url }),
		serviceNow,
		user,
		password,
		stop: async () => {
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
