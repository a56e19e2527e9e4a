import type { FastifyInstance } from 'fastify';

/** The host that n8n's PagerDuty node asks. */
export const PAGER_DUTY_HOST = 'api.pagerduty.com';

interface Incident {
	title: string;
	service: { id: string };
	body?: { details: string };
}

/** Makes a server a stand-in for PagerDuty: it takes incidents of one service and keeps them. */
export function addPaging(app: FastifyInstance) {
	const token = 'a-paging-token-of-the-demo';
	const service = 'P000001';
	const pages: Array<{ title: string; details: string }> = [];
	const guarded = ({ authorization }: { authorization?: string | undefined }) =>
		authorization === `Token token=${token}`;
	app.get('/services', ({ headers }, reply) =>
		guarded(headers)
			? { services: [{ id: service, name: 'Security Operations' }], more: false }
			: reply.code(401).send({ error: { message: 'Unauthorized' } }),
	);
	app.post<{ Body: { incident: Incident } }>(
		'/incidents',
		async ({ headers, body: { incident } }, reply) => {
			if (!guarded(headers) || incident.service.id !== service) {
				return await reply.code(401).send({ error: { message: 'Unauthorized' } });
			}
			pages.push({ title: incident.title, details: incident.body?.details ?? '' });
			return await reply.code(201).send({ incident: { id: `Q${pages.length}`, ...incident } });
		},
	);
	return { token, service, pages };
}
