import type { FastifyInstance } from 'fastify';

export interface Ticket {
	number: string;
	/** The key by which a search finds the ticket: the alert_key. */
	key: string;
	description: string;
	notes: string[];
}

interface Incident {
	correlation_id: string;
	description: string;
	work_notes?: string;
}

interface Issue {
	fields: { description: string; labels: string[] };
}

interface Comment {
	body: { content: Array<{ content: Array<{ text: string }> }> };
}

/** Adds stand-ins for the tickets of ServiceNow and of Jira to a server. */
export function addTicketSystem(app: FastifyInstance) {
	const tickets: Ticket[] = [];
	const state = {
		tickets,
		/** If true, the system refuses every new ticket and note. */
		refuses: false,
		/** If true, the system refuses every search for a ticket. */
		refusesSearches: false,
		/** If true, the system makes a new ticket but does not respond. */
		staysSilent: false,
	};
	const requireAccepted = (isRefused = state.refuses) => {
		if (isRefused) throw Object.assign(new Error('Refused by the demo'), { statusCode: 400 });
	};
	const create = async (prefix: string, key: string, description: string) => {
		requireAccepted();
		const ticket = { number: `${prefix}${101 + tickets.length}`, key, description, notes: [] };
		tickets.push(ticket);
		if (state.staysSilent) await new Promise(() => undefined);
		return ticket;
	};
	const find = (prefix: string, key = '') => {
		requireAccepted(state.refusesSearches);
		return tickets.filter((ticket) => ticket.number.startsWith(prefix) && ticket.key === key);
	};
	const addNote = (number: string, note: string) => {
		requireAccepted();
		tickets.find((ticket) => ticket.number === number)?.notes.push(note);
		return {};
	};

	const incident = ({ number, key }: Ticket) => ({ number, sys_id: number, correlation_id: key });
	app.post<{ Body: Incident }>('/api/now/table/incident', async ({ body }) => ({
		result: incident(await create('INC', body.correlation_id, body.description)),
	}));
	app.get<{ Querystring: { sysparm_query: string } }>('/api/now/table/incident', ({ query }) => ({
		result: find('INC', /^correlation_id=(.*)$/.exec(query.sysparm_query)?.[1]).map(incident),
	}));
	app.patch<{ Params: { id: string }; Body: Incident }>(
		'/api/now/table/incident/:id',
		({ params, body }) => ({ result: addNote(params.id, body.work_notes ?? '') }),
	);

	const issue = ({ number }: Ticket) => ({ id: number, key: number });
	app.get('/rest/api/2/issuetype', () => [{ id: '10001', subtask: false }]);
	app.post<{ Body: Issue }>('/rest/api/2/issue', async ({ body: { fields } }) =>
		issue(await create('SEC-', fields.labels.at(-1) ?? '', fields.description)),
	);
	app.post<{ Body: { jql: string } }>('/rest/api/2/search/jql', ({ body }) => ({
		issues: find('SEC-', /^labels = "(.*)"$/.exec(body.jql)?.[1]).map(issue),
	}));
	app.post<{ Params: { key: string }; Body: Comment }>(
		'/rest/api/3/issue/:key/comment',
		({ params, body }) => {
			const texts = body.body.content.flatMap(({ content }) => content.map(({ text }) => text));
			return addNote(params.key, texts.join('\n'));
		},
	);
	return state;
}
