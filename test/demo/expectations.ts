import { output, type Execution, type Workflow } from '../host/client';
import type { Demo } from './demo';

/** What an example did, in a line, and whether that is what it should do. */
export interface Verdict {
	did: string;
	asExpected: boolean;
}

/** Runs an example and compares what it did with what the service and n8n then hold. */
type Example = (demo: Demo, workflow: Workflow) => Promise<Verdict>;

/** The example workflows by their files. */
export const examples: Record<string, Example> = {
	'onboard-new-computers.json': async (demo, workflow) => {
		const { service } = demo;
		const missing = await computersNotConfigured(demo);
		const before = await service.rows('/log-sources?limit=1000', 'log_sources');
		const last = await lastRequest(demo);
		const execution = await run(demo, workflow);
		const added = output(execution, 'Add Log Sources').length;
		const refused = output(execution, 'Add Log Sources', 1).length;
		const sent = (await service.requests(last)).filter(({ method }) => method === 'POST');
		const after = await service.rows('/log-sources?limit=1000', 'log_sources');
		const tickets = await ticketsOf(demo, 'log source');
		const still = await computersNotConfigured(demo);
		return {
			did:
				`${missing.length} computers of all domains added in ${sent.length} requests: ` +
				`${added} succeeded, ${refused} refused and made ${tickets.length} tickets`,
			asExpected:
				execution.status === 'success' &&
				added > 0 &&
				refused > 0 &&
				added + refused === missing.length &&
				after.length === before.length + added &&
				still.length === refused &&
				tickets.length === refused &&
				still.every((name) => tickets.some(({ subject }) => subject.includes(name))),
		};
	},

	'alerts-to-tickets.json': async (demo, workflow) => {
		const { service } = demo;
		const first = await run(demo, workflow);
		const found = output(first, 'Open Alerts').length;
		const second = await run(demo, workflow);
		const tickets = await ticketsOf(demo, 'alert');
		const answer = await fetch(`${service.url}/__control/alerts`);
		const alerts = (await answer.json()) as Array<{ status: string; severity: string }>;
		const wanted = alerts.filter(
			({ status, severity }) => status === 'open' && severity !== 'attention',
		);
		return {
			did: `${found} open alerts found, ${tickets.length} tickets after two runs`,
			asExpected:
				first.status === 'success' &&
				second.status === 'success' &&
				wanted.length > 0 &&
				found === wanted.length &&
				tickets.length === wanted.length,
		};
	},

	'agents-that-stopped-talking.json': async (demo, workflow) => {
		const execution = await run(demo, workflow);
		const silent = await demo.service.rows(
			'/log-sources/agents?status=agent_not_communicating',
			'agents',
		);
		const tickets = await ticketsOf(demo, 'agent');
		return {
			did: `${output(execution, 'Silent Agents').length} silent agents, ${tickets.length} tickets`,
			asExpected:
				execution.status === 'success' &&
				silent.length > 0 &&
				tickets.length === silent.length &&
				silent.every(({ agent_name }) =>
					tickets.some(({ subject }) => subject.includes(String(agent_name))),
				),
		};
	},

	'parser-rules-kept-as-data.json': async (demo, workflow) => {
		const first = await run(demo, workflow);
		const [type] = output(first, 'Log Type of the Set');
		const kept = output(first, 'One Item a Rule').map(({ json }) => json);
		const path = `/log-type/parser?log_type_id=${Number(type?.json['log_type_id'])}`;
		const afterFirst = await demo.service.rows(path, 'rules');
		const second = await run(demo, workflow);
		const afterSecond = await demo.service.rows(path, 'rules');
		const count = (execution: Execution, node: string) =>
			`${output(execution, node).filter(({ json }) => json['outcome'] === 'succeeded').length}`;
		return {
			did: [first, second]
				.map(
					(execution, index) =>
						`run ${index + 1}: ${count(execution, 'Update Rule')} rules updated, ` +
						`${count(execution, 'Create Rule')} created`,
				)
				.join('; '),
			asExpected:
				first.status === 'success' &&
				second.status === 'success' &&
				count(second, 'Update Rule') === String(kept.length) &&
				kept.length > 0 &&
				afterSecond.length === afterFirst.length &&
				kept.every(({ rule_name, regex }) =>
					afterSecond.some((rule) => rule['rule_name'] === rule_name && rule['regex'] === regex),
				),
		};
	},
};

async function run({ n8n }: Demo, { id }: Workflow): Promise<Execution> {
	return await n8n.client.runWorkflow(id, 'Run Now');
}

async function lastRequest({ service }: Demo): Promise<number> {
	return (await service.requests()).at(-1)?.number ?? 0;
}

/** The tickets of a kind that the examples made in n8n's data table. */
async function ticketsOf(
	{ n8n }: Demo,
	kind: string,
): Promise<Array<{ key: string; subject: string }>> {
	const table = await n8n.client.dataTable('Log Management Tickets');
	const rows = await n8n.client.dataTableRows(table);
	return rows
		.map(({ key, subject }) => ({ key: String(key), subject: String(subject) }))
		.filter(({ key }) => key.startsWith(`${kind} `));
}

/** The names of computers that are in a domain and no log source. */
async function computersNotConfigured({ service }: Demo): Promise<string[]> {
	const names: string[] = [];
	for (const { domain_name } of await service.rows('/log-sources/domains', 'domains')) {
		const path = `/log-sources/computers?limit=1000&domain_name=${String(domain_name)}`;
		const configured = await service.rows(`${path}&is_configured_list=true`);
		const known = new Set(configured.map(({ guid }) => guid));
		for (const { guid, name } of await service.rows(path)) {
			if (!known.has(guid)) names.push(`${String(name)} in ${String(domain_name)}`);
		}
	}
	return names;
}
