import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The hosts that n8n's nodes for Slack and ServiceNow ask. */
export const HOSTS = ['slack.com', 'demo.service-now.com'];

/** The credentials that the stand-ins take, by their types in n8n. */
export const ACCOUNTS = {
	slackApi: { accessToken: 'a-token-of-the-demo' },
	serviceNowBasicApi: { user: 'n8n', password: 'a password of the demo', subdomain: 'demo' },
	jiraSoftwareCloudApi: { email: 'n8n@example.com', apiToken: 'a password of the demo' },
};

/** The one project of the stand-in for Jira, and its one type of issue. */
export const JIRA = { project: '10000', issueType: '10001' };

/** A ticket system as a test sees it: what it took, and how many of the next tickets it refuses. */
export interface TicketSystem {
	tickets: Array<{ number: string; description: string }>;
	refuseNext: number;
}

function refuses(system: TicketSystem): boolean {
	if (system.refuseNext === 0) return false;
	system.refuseNext -= 1;
	return true;
}

const basic = (user: string, password: string) => ({
	onRequest: async ({ headers }: FastifyRequest, reply: FastifyReply) => {
		const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
		if (headers.authorization !== expected) await reply.code(401).send({ error: 'No such user' });
	},
});

/** Makes a server a stand-in for Slack, which keeps the messages that it takes. */
export function addSlack(app: FastifyInstance): string[] {
	const messages: string[] = [];
	app.post<{ Body: { text: string } }>('/api/chat.postMessage', ({ headers, body: { text } }) => {
		const isKnown = headers.authorization === `Bearer ${ACCOUNTS.slackApi.accessToken}`;
		if (isKnown) messages.push(text);
		return isKnown ? { ok: true, message: { text } } : { ok: false, error: 'invalid_auth' };
	});
	return messages;
}

/** Makes a server a stand-in for Jira that creates issues. */
export function addJira(app: FastifyInstance): TicketSystem {
	const system: TicketSystem = { tickets: [], refuseNext: 0 };
	const { email, apiToken } = ACCOUNTS.jiraSoftwareCloudApi;
	const guarded = basic(email, apiToken);
	app.get('/rest/api/2/issuetype', guarded, () => [{ id: JIRA.issueType, subtask: false }]);
	app.post<{ Body: { fields: Record<string, unknown> } }>(
		'/rest/api/2/issue',
		guarded,
		async ({ body: { fields } }, reply) => {
			if (refuses(system)) {
				return await reply.code(400).send({ errors: { summary: 'Refused by the demo' } });
			}
			const number = `SEC-${101 + system.tickets.length}`;
			system.tickets.push({ number, description: String(fields['description']) });
			return await reply.code(201).send({ id: number.slice(4), key: number });
		},
	);
	return system;
}

/** Makes a server a stand-in for ServiceNow that creates incidents. */
export function addServiceNow(app: FastifyInstance): TicketSystem {
	const system: TicketSystem = { tickets: [], refuseNext: 0 };
	const { user, password } = ACCOUNTS.serviceNowBasicApi;
	app.post<{ Body: { description: string } }>(
		'/api/now/table/incident',
		basic(user, password),
		async ({ body: { description } }, reply) => {
			if (refuses(system)) {
				return await reply.code(403).send({ error: { message: 'Refused by the demo' } });
			}
			const number = `INC${10_001 + system.tickets.length}`;
			system.tickets.push({ number, description });
			return await reply.code(201).send({ result: { number, sys_id: `id-${number}` } });
		},
	);
	return system;
}

/** What the search of raw logs is asked. */
interface LogSearch {
	query: string;
	start_time: string;
	end_time: string;
}

/** Makes a server a stand-in for the search of raw logs, which finds one log at each end of the time. */
export function addLogSearch(app: FastifyInstance, token: string): void {
	app.post<{ Body: LogSearch }>('/api/v2/search', async ({ headers, body }, reply) => {
		if (headers.authorization !== `Bearer ${token}`) {
			return await reply.code(401).send({ error: { message: 'Unauthorized' } });
		}
		const { query, start_time, end_time } = body;
		return { data: { hits: [start_time, end_time].map((time) => ({ time, query })) }, meta: {} };
	});
}
