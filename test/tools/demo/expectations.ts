import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { output, type Execution, type Workflow } from '../../support/host/client';
import type { Demo } from './demo';
import type { TicketSystem } from '../../support/environment/ticketSystems';

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
				added > 0 &&
				refused > 0 &&
				added + refused === missing.length &&
				after.length === before.length + added &&
				still.length === refused &&
				tickets.length === refused &&
				still.every((name) => tickets.some(({ subject }) => subject.includes(name))),
		};
	},

	'divide-export.json': async (demo, workflow) => {
		const raised = await alertsOf(demo);
		const execution = await run(demo, workflow);
		const windows = rowsOf(execution, 'Export Each Window');
		const records = windows.reduce((sum, each) => sum + Number(each['records']), 0);
		return {
			did: `${records} alerts of the last 24 hours in ${windows.length} files`,
			asExpected:
				windows.length === 6 &&
				windows.every(({ complete }) => complete === true) &&
				records === raised.length,
		};
	},

	'alerts-exactly-once.json': async (demo, workflow) => {
		const execution = await run(demo, workflow, 'New Alerts');
		const keys = rowsOf(execution, 'New Alerts').map(({ alert_key }) => alert_key);
		const handled = rowsOf(execution, 'Handle the Alert').map(({ alert_key }) => alert_key);
		return {
			did: `a test run of the trigger showed ${keys.length} alerts, ${handled.length} were handled`,
			asExpected:
				keys.length > 0 && new Set(keys).size === keys.length && handled.length === keys.length,
		};
	},

	'alerts-to-tickets.json': async (demo, workflow) => {
		const first = await run(demo, workflow, 'New Alerts');
		const second = await run(demo, workflow, 'New Alerts');
		const keys = keysOf([first, second]);
		const tickets = await ticketsOf(demo, 'alert');
		return {
			did: `${keys.length} new alerts in two test runs of the trigger, ${tickets.length} tickets`,
			asExpected:
				keys.length > 1 &&
				tickets.length === keys.length &&
				keys.every((key) => tickets.some((ticket) => ticket.key === `alert ${key}`)),
		};
	},

	'alerts-to-jira-service-management.json': async (demo, workflow) =>
		await alertsToTickets(demo, workflow, 'jira'),

	'alerts-to-servicenow.json': async (demo, workflow) =>
		await alertsToTickets(demo, workflow, 'serviceNow'),

	'agents-that-stopped-talking.json': async (demo, workflow) => {
		const execution = await run(demo, workflow);
		const silent = await demo.service.rows(
			'/log-sources/agents?status=agent_not_communicating',
			'agents',
		);
		const tickets = await ticketsOf(demo, 'agent');
		return {
			did: `${output(execution, 'Agents That Do Not Communicate').length} silent agents, ${tickets.length} tickets`,
			asExpected:
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
		const kept = rowsOf(first, 'One Item a Rule');
		const path = `/log-type/parser?log_type_id=${asText(type?.json['log_type_id'])}`;
		const afterFirst = await demo.service.rows(path, 'rules');
		const second = await run(demo, workflow);
		const afterSecond = await demo.service.rows(path, 'rules');
		const actions = (execution: Execution): unknown[] =>
			rowsOf(execution, 'Create or Update Rules').map(({ action }) => action);
		return {
			did: [first, second]
				.map((execution, index) => `run ${index + 1}: ${actions(execution).join(', ')}`)
				.join('; '),
			asExpected:
				kept.length > 0 &&
				actions(first).includes('created') &&
				actions(second).length === kept.length &&
				!actions(second).includes('created') &&
				JSON.stringify(afterSecond) === JSON.stringify(afterFirst) &&
				kept.every(({ rule_name, regex }) =>
					afterSecond.some((rule) => rule['rule_name'] === rule_name && rule['regex'] === regex),
				),
		};
	},

	'clean-up-decommissioned-log-sources.json': async (demo, workflow) => {
		const { service } = demo;
		const path = '/log-sources?log_collector_state=decommissioned_device';
		const listed = await service.rows(path, 'log_sources');
		const [one] = listed;
		await service.control({
			itemRefusals: [
				{
					operation: 'deleteLogSources',
					item: String(one?.['log_source']),
					issue: 'In use by a report',
				},
			],
		});
		const last = await lastRequest(demo);
		const { page } = await answered(demo, workflow, 'Keep them');
		const sent = (await service.requests(last)).filter(({ method }) => method !== 'GET');
		const untouched = await service.rows(path, 'log_sources');
		const { execution: confirmed } = await answered(demo, workflow, 'Delete them');
		const deleted = output(confirmed, 'Deleted').length;
		const left = await service.rows(path, 'log_sources');
		const refused = await ticketsOf(demo, 'clean-up of log source');
		return {
			did:
				`${listed.length} decommissioned log sources in the dry run; after "Keep them" ` +
				`${untouched.length} are left, after "Delete them" ${left.length} refused, with a ticket`,
			asExpected:
				listed.length > 1 &&
				listed.every(({ log_source }) => page.includes(String(log_source))) &&
				page.includes(`${listed.length} log sources would be deleted in 1 request`) &&
				sent.length === 0 &&
				untouched.length === listed.length &&
				deleted === listed.length - 1 &&
				left.length === 1 &&
				left[0]?.['log_source_id'] === one?.['log_source_id'] &&
				refused.length === 1 &&
				refused[0]?.subject.includes(String(one?.['log_source'])) === true,
		};
	},

	'export-alerts-to-spreadsheet.json': async (demo, workflow) => {
		const { files, mail } = demo.surroundings;
		const others = mail.mails.length;
		await run(demo, workflow);
		const names = await readdir(files);
		const table = await readFile(join(files, names[0] ?? ''), 'utf8');
		const lines = table.trim().split(/\r?\n/);
		const alerts = await alertsOf(demo);
		const [sent = ''] = mail.mails.slice(others);
		const attached = /filename="?[\w-]+\.csv/.test(sent) && inBase64(sent).includes(table);
		return {
			did: `${lines.length - 1} alerts in ${names.join(', ')}, sent in ${mail.mails.length - others} mail`,
			asExpected:
				names.length === 1 &&
				alerts.length > 0 &&
				lines.length === alerts.length + 1 &&
				alerts.every(({ message }) => table.includes(message.replaceAll('"', '""'))) &&
				mail.mails.length === others + 1 &&
				attached,
		};
	},

	'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
		const { chat, mail } = demo.surroundings;
		const told = chat.messages.length;
		const execution = await run(demo, workflow, 'Log Sources That Go Silent');
		const changes = rowsOf(execution, 'Log Sources That Go Silent');
		const message = chat.messages[told];
		const sent = mail.mails.find((text) => text.includes('of log sources'));
		return {
			did: `${changes.length} log sources are silent, in a message to ${message?.channel ?? 'nobody'} and a mail`,
			asExpected:
				changes.length > 0 &&
				chat.messages.length === told + 1 &&
				sent !== undefined &&
				changes.every(
					({ name, change }) =>
						change === 'silent' &&
						message?.text.includes(`• ${asText(name)} in`) === true &&
						`${sent}${inBase64(sent)}`.includes(asText(name)),
				),
		};
	},

	'silent-log-sources-to-chat.json': async (demo, workflow) => {
		const { messages } = demo.surroundings.chat;
		const before = messages.length;
		const listed = await demo.service.rows('/log-sources?limit=1000', 'log_sources');
		const silent = listed.filter(
			({ log_collection_status, last_event_time }) =>
				String(log_collection_status).toLowerCase() === 'enabled' &&
				Date.parse(String(last_event_time)) < Date.now() - 86_400_000,
		);
		await run(demo, workflow);
		const [message] = messages.slice(before);
		return {
			did: `${silent.length} of ${listed.length} log sources are silent, in ${messages.length - before} message to ${message?.channel ?? 'nobody'}`,
			asExpected:
				silent.length > 0 &&
				silent.length < listed.length &&
				messages.length === before + 1 &&
				message?.text.split('\n').length === 1 + silent.length &&
				silent.every(({ log_source }) => message.text.includes(`• ${String(log_source)} in`)),
		};
	},

	'weekly-report-of-alerts.json': async (demo, workflow) => {
		const alerts = await alertsOf(demo);
		await run(demo, workflow);
		const report = demo.surroundings.mail.mails.find((mail) => mail.includes('Alerts of the week'));
		const wanted = [
			...countsBy(alerts, ({ severity }) => severity),
			...countsBy(alerts, ({ profileName }) => profileName),
		];
		return {
			did: `a mail with ${wanted.join(', ')}`,
			asExpected:
				wanted.length > 4 && report !== undefined && wanted.every((line) => report.includes(line)),
		};
	},

	'ask-about-alerts.json': async (demo, workflow) => {
		const { n8n, service, surroundings } = demo;
		const last = await lastRequest(demo);
		const requestsOf = async () => {
			const asked = (await service.requests(last)).map(
				({ method, path }) => `${method} ${path.replace(/^.*\/api\/v2|\?.*$/g, '')}`,
			);
			return [...new Set(asked)].sort();
		};
		const started = await n8n.client.startWorkflow(workflow.id, 'Run Now');
		const approval = /http[^"\s]+approved=true[^"\s]*/;
		const link = await linkOf(demo, started, () => mailToApprove(demo), approval);
		const before = await requestsOf();
		// n8n takes what has no browser's name for a preview of the link.
		const approved = await fetch(link, { headers: { 'user-agent': BROWSER } });
		if (!approved.ok) throw new Error(`n8n answers ${approved.status}: ${await approved.text()}`);
		await n8n.client.ended(workflow.id, started);
		const execution = ended(await n8n.client.execution(started));
		const after = await requestsOf();
		const tools = [...surroundings.model.offered];
		const [answer] = output(execution, 'Answer with the Tools');
		const text = JSON.stringify(answer?.json['output'] ?? '');
		const silent = await service.rows(
			'/log-sources/agents?status=agent_not_communicating',
			'agents',
		);
		const deleted = await service.rows('/log-sources?log_source=CORP-PC-01', 'log_sources');
		const reads = [
			'GET /alerts/profile',
			'GET /log-sources',
			'GET /log-sources/agents',
			'POST /alerts',
		];
		return {
			did: `the agent called ${tools.length} tools, which sent ${before.join(', ')}, and deleted a log source once that was approved`,
			asExpected:
				tools.length === 7 &&
				JSON.stringify(before) === JSON.stringify(reads) &&
				JSON.stringify(after) === JSON.stringify(['DELETE /log-sources/windows', ...reads]) &&
				deleted.length === 0 &&
				silent.every(({ agent_name }) => text.includes(String(agent_name))) &&
				(await openAlerts(demo)).every(({ logSource }) => text.includes(logSource)),
		};
	},
};

const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** The link in what an execution sent, as soon as the execution waits. @throws Error after a minute */
async function linkOf(
	{ n8n }: Demo,
	execution: string,
	sent: () => Promise<string> | string,
	link: RegExp,
): Promise<string> {
	for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
		const { status } = await n8n.client.execution(execution);
		const found = status === 'waiting' ? link.exec(await sent()) : null;
		if (found !== null) return found[0];
		await sleep(100);
	}
	throw new Error('The workflow asks nobody');
}

/** The text of the mail that asks whether a tool may run. */
const mailToApprove = ({ surroundings }: Demo): string =>
	(surroundings.mail.mails.find((mail) => mail.includes('May the agent')) ?? '')
		.replace(/=\r?\n/g, '')
		.replaceAll('=3D', '=')
		.replaceAll('&amp;', '&');

/** Runs an example that makes tickets of alerts elsewhere: with one refused at first, and again. */
async function alertsToTickets(
	demo: Demo,
	workflow: Workflow,
	name: 'jira' | 'serviceNow',
): Promise<Verdict> {
	const system: TicketSystem = demo.surroundings.tickets[name];
	system.refuseNext = 1;
	const first = await run(demo, workflow, 'New Alerts');
	const made = system.tickets.length;
	const second = await run(demo, workflow, 'New Alerts');
	const refused = await ticketsOf(demo, `refused by ${name === 'jira' ? 'Jira' : 'ServiceNow'}`);
	const alerts = rowsOf(first, 'New Alerts');
	const keys = keysOf([first, second]);
	return {
		did:
			`${keys.length} new alerts in two test runs of the trigger: ${system.tickets.length} tickets, ` +
			`${refused.length} refused one kept`,
		asExpected:
			alerts.length > 1 &&
			made === alerts.length - 1 &&
			system.tickets.length === keys.length - 1 &&
			refused.length === 1 &&
			output(second, 'Only New Alerts').length === keys.length - alerts.length &&
			alerts.filter(
				({ Message }) =>
					!system.tickets.some(({ description }) => description.includes(asText(Message))),
			).length === 1,
	};
}

/** The keys of all alerts that the trigger gave in some executions. */
const keysOf = (executions: readonly Execution[]): string[] => [
	...new Set(
		executions.flatMap((execution) =>
			output(execution, 'New Alerts').map(({ json }) => asText(json['alert_key'])),
		),
	),
];

/** Lines of a report: how many alerts there are of each kind, and what it is called. */
function countsBy(
	alerts: readonly RaisedAlert[],
	kindOf: (alert: RaisedAlert) => string,
): string[] {
	const counts = new Map<string, number>();
	for (const alert of alerts) counts.set(kindOf(alert), (counts.get(kindOf(alert)) ?? 0) + 1);
	return [...counts].map(([kind, count]) => `${count}  ${kind}`);
}

/** Runs an example that waits for a form, the link to which is in a ticket, and answers it. */
async function answered(
	demo: Demo,
	{ id }: Workflow,
	answer: string,
): Promise<{ page: string; execution: Execution }> {
	const { n8n } = demo;
	const started = await n8n.client.startWorkflow(id, 'Run Now');
	const ticket = async () => {
		const asked = await ticketsOf(demo, 'clean-up');
		return asked.find(({ key }) => key === `clean-up ${started}`)?.detail ?? '';
	};
	const link = await linkOf(demo, started, ticket, /https?:\S+/);
	const page = await (await fetch(link)).text();
	const form = new FormData();
	form.set('field-0', answer);
	const posted = await fetch(link, { method: 'POST', body: form });
	if (!posted.ok) throw new Error(`The form answers ${posted.status}: ${await posted.text()}`);
	await n8n.client.ended(id, started);
	return { page, execution: ended(await n8n.client.execution(started)) };
}

interface RaisedAlert {
	status: string;
	severity: string;
	message: string;
	logSource: string;
	profileName: string;
}

/** All alerts that the service holds. */
async function alertsOf({ service }: Demo): Promise<RaisedAlert[]> {
	const answer = await fetch(`${service.url}/__control/alerts`);
	return (await answer.json()) as RaisedAlert[];
}

/** The alerts that the examples make tickets of: open, critical or trouble. */
async function openAlerts(demo: Demo): Promise<RaisedAlert[]> {
	const alerts = await alertsOf(demo);
	return alerts.filter(({ status, severity }) => status === 'open' && severity !== 'attention');
}

/** The texts of a mail's parts in base64, one after the other. */
const inBase64 = (mail: string): string =>
	mail
		.split('\r\n\r\n')
		.map((part) => Buffer.from(part.split('\r\n--')[0] ?? '', 'base64').toString('utf8'))
		.join('\n');

/** Runs an example to its end. @throws Error where it does not end well */
async function run({ n8n }: Demo, { id }: Workflow, trigger = 'Run Now'): Promise<Execution> {
	return ended(await n8n.client.runWorkflow(id, trigger));
}

function ended(execution: Execution): Execution {
	if (execution.status !== 'success') throw new Error(`It ended with ${execution.status}`);
	return execution;
}

const rowsOf = (execution: Execution, node: string): IDataObject[] =>
	output(execution, node).map(({ json }) => json);

async function lastRequest({ service }: Demo): Promise<number> {
	return (await service.requests()).at(-1)?.number ?? 0;
}

/** The tickets of a kind that the examples made in n8n's data table. */
async function ticketsOf(
	{ n8n }: Demo,
	kind: string,
): Promise<Array<{ key: string; subject: string; detail: string }>> {
	const table = await n8n.client.dataTable('Log Management Tickets');
	const rows = await n8n.client.dataTableRows(table);
	return rows
		.map(({ key, subject, detail }) => ({
			key: String(key),
			subject: String(subject),
			detail: String(detail),
		}))
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
