import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The subdomain of ServiceNow, and the host that n8n's node makes of it. */
export const SUBDOMAIN = 'log-management-demo';
export const SERVICE_NOW_HOST = `${SUBDOMAIN}.service-now.com`;

/** Who may create tickets. */
export const USER = 'n8n@example.com';
export const PASSWORD = 'a password of the demo';

/** A ticket as it was asked for, by the name that the system gave it. */
interface Ticket {
	key: string;
	subject: string;
	description: string;
	/** What it was set to; empty while it is open. */
	closedAs: string;
}

/** A stand-in for a ticket system: the calls that n8n's own node makes to create and close a ticket. */
export interface TicketSystem {
	tickets: Ticket[];
	/** How many of the next tickets are refused. */
	refuseNext: number;
}

function refuses(system: TicketSystem): boolean {
	if (system.refuseNext === 0) return false;
	system.refuseNext -= 1;
	return true;
}

/** Options of a route that only the user may ask. */
const guarded = {
	onRequest: async ({ headers }: FastifyRequest, reply: FastifyReply) => {
		const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
		if (headers.authorization !== expected) await reply.code(401).send({ error: 'No such user' });
	},
};

interface Issue {
	fields: {
		project: { id: string };
		issuetype: { id: string };
		summary: string;
		description?: string;
	};
}

/** Makes a server a stand-in for Jira: one project, with one type of issue. */
export function addJira(app: FastifyInstance) {
	const system: TicketSystem = { tickets: [], refuseNext: 0 };
	const project = '10000';
	const issueType = '10001';
	/** The transition that closes an issue. */
	const done = '31';
	const issueTypes = [{ id: issueType, name: 'Incident', subtask: false }];
	app.get('/rest/api/2/myself', guarded, () => ({ emailAddress: USER }));
	app.get('/rest/api/2/project/search', guarded, () => ({
		values: [{ id: project, key: 'SEC', name: 'Security Operations' }],
		startAt: 0,
		maxResults: 100,
		total: 1,
	}));
	app.get('/rest/api/2/project/:id', guarded, () => ({ id: project, issueTypes }));
	app.get('/rest/api/2/issuetype', guarded, () => issueTypes);
	app.post<{ Body: Issue }>('/rest/api/2/issue', guarded, async ({ body: { fields } }, reply) => {
		const known = fields.project.id === project && fields.issuetype.id === issueType;
		if (!known || refuses(system)) {
			const errors = known ? { summary: 'Refused by the demo' } : { project: 'Is not known' };
			return await reply.code(400).send({ errorMessages: [], errors });
		}
		const number = 101 + system.tickets.length;
		const key = `SEC-${number}`;
		const { summary: subject, description = '' } = fields;
		system.tickets.push({ key, subject, description, closedAs: '' });
		const self = `https://jira.example.com/rest/api/2/issue/${key}`;
		return await reply.code(201).send({ id: String(10_000 + number), key, self });
	});
	app.post<{ Params: { key: string }; Body: { transition: { id: string } } }>(
		'/rest/api/2/issue/:key/transitions',
		guarded,
		async ({ params: { key }, body: { transition } }, reply) => {
			const ticket = system.tickets.find((known) => known.key === key);
			if (ticket === undefined) return await reply.code(404).send({ errorMessages: ['No issue'] });
			ticket.closedAs = transition.id;
			return await reply.code(204).send();
		},
	);
	app.put('/rest/api/2/issue/:key', guarded, async (_request, reply) => reply.code(204).send());
	return Object.assign(system, { project, issueType, done });
}

interface Incident {
	short_description: string;
	description?: string;
}

/** Makes a server a stand-in for ServiceNow. */
export function addServiceNow(app: FastifyInstance): TicketSystem {
	const system: TicketSystem = { tickets: [], refuseNext: 0 };
	app.get('/api/now/table/sys_user_role', guarded, () => ({ result: [] }));
	app.post<{ Body: Incident }>('/api/now/table/incident', guarded, async ({ body }, reply) => {
		if (refuses(system)) {
			const error = { message: 'Refused by the demo', detail: 'Asked to refuse' };
			return await reply.code(403).send({ error, status: 'failure' });
		}
		const key = `INC${String(10_001 + system.tickets.length).padStart(7, '0')}`;
		const { short_description: subject, description = '' } = body;
		system.tickets.push({ key, subject, description, closedAs: '' });
		return await reply.code(201).send({ result: { ...body, number: key, sys_id: `id-${key}` } });
	});
	app.patch<{ Params: { id: string }; Body: { state: string } }>(
		'/api/now/table/incident/:id',
		guarded,
		async ({ params: { id }, body: { state } }, reply) => {
			const ticket = system.tickets.find(({ key }) => id === `id-${key}`);
			if (ticket === undefined) {
				return await reply.code(404).send({ error: { message: 'No Record found' } });
			}
			ticket.closedAs = state;
			return { result: { number: ticket.key, sys_id: id, state } };
		},
	);
	return system;
}
