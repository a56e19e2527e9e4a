import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { output, type Execution, type Workflow } from '../../support/host/client';
import type { TicketSystem } from '../../support/environment/ticketSystems';
import type { Alert } from '../../support/service/alertStore';
import type { Demo } from './demo';

/**
 * Runs an example and compares what it did with what the service and n8n then hold.
 * @returns what it did, in a line
 * @throws Error where that is not what it should do
 */
type Example = (demo: Demo, workflow: Workflow) => Promise<string>;

const ALL_LOG_SOURCES = '/log-sources?limit=1000';

/** The example workflows by their files. */
export const examples: Record<string, Example> = {
	'onboard-new-computers.json': async (demo, workflow) => {
		const { service } = demo;
		const missing = await computersNotConfigured(demo);
		const before = await service.rows(ALL_LOG_SOURCES, 'log_sources');
		const last = await lastRequest(demo);
		const execution = await run(demo, workflow);
		const added = output(execution, 'Add Log Sources').length;
		const refused = output(execution, 'Add Log Sources', 1).length;
		const sent = (await service.requests(last)).filter(({ method }) => method === 'POST');
		const after = await service.rows(ALL_LOG_SOURCES, 'log_sources');
		const tickets = await ticketsOf(demo, 'log source');
		const still = await computersNotConfigured(demo);
		ok(added > 0 && refused > 0);
		equal(added + refused, missing.length);
		equal(after.length, before.length + added);
		deepEqual([still.length, tickets.length], [refused, refused]);
		ok(still.every((name) => tickets.some(({ subject }) => subject.includes(name))));
		return (
			`${missing.length} computers of all domains added in ${sent.length} requests: ` +
			`${added} succeeded, ${refused} refused and made ${tickets.length} tickets`
		);
	},

	'divide-export.json': async (demo, workflow) => {
		const raised = await alertsOf(demo);
		const windows = rowsOf(await run(demo, workflow), 'Loop Over Windows');
		const records = windows.reduce((sum, each) => sum + Number(each['records']), 0);
		equal(windows.length, 6);
		ok(windows.every(({ missing }) => missing === 'nothing'));
		equal(records, raised.length);
		return `${records} alerts of the last 24 hours in ${windows.length} files`;
	},

	'alerts-exactly-once.json': async (demo, workflow) => {
		const execution = await run(demo, workflow, 'New Alerts');
		const keys = rowsOf(execution, 'New Alerts').map(({ alert_key }) => alert_key);
		const handled = rowsOf(execution, 'Handle the Alert');
		ok(keys.length > 0);
		equal(new Set(keys).size, keys.length);
		equal(handled.length, keys.length);
		return `a test run of the trigger showed ${keys.length} alerts, ${handled.length} were handled`;
	},

	'alerts-to-tickets.json': async (demo, workflow) => {
		const first = await run(demo, workflow, 'New Alerts');
		const keys = keysOf([first, await run(demo, workflow, 'New Alerts')]);
		const tickets = await ticketsOf(demo, 'alert');
		ok(keys.length > 1);
		deepEqual(tickets.map(({ key }) => key).sort(), keys.map((key) => `alert ${key}`).sort());
		return `${keys.length} new alerts in two test runs of the trigger, ${tickets.length} tickets`;
	},

	'alerts-to-jira-service-management.json': async (demo, workflow) =>
		await alertsToTickets(demo, workflow, 'jira'),

	'alerts-to-servicenow.json': async (demo, workflow) =>
		await alertsToTickets(demo, workflow, 'serviceNow'),

	'agents-that-stopped-talking.json': async (demo, workflow) => {
		const execution = await run(demo, workflow);
		const silent = await silentAgents(demo);
		const first = await ticketsOf(demo, 'agent');
		// A second day opens nothing anew, and changes no ticket.
		await run(demo, workflow);
		const tickets = await ticketsOf(demo, 'agent');
		ok(silent.length > 0);
		equal(tickets.length, silent.length);
		deepEqual(tickets, first);
		ok(silent.every((name) => tickets.some(({ subject }) => subject.includes(name))));
		return `${output(execution, 'Agents That Do Not Communicate').length} silent agents, ${tickets.length} tickets`;
	},

	'parser-rules-kept-as-data.json': async (demo, workflow) => {
		const first = await run(demo, workflow);
		const [type] = output(first, 'Log Type of the Set');
		const kept = rowsOf(first, 'One Item a Rule');
		const path = `/log-type/parser?log_type_id=${asText(type?.json['log_type_id'])}`;
		const afterFirst = await demo.service.rows(path, 'rules');
		const second = await run(demo, workflow);
		const afterSecond = await demo.service.rows(path, 'rules');
		const [created = [], updated = []] = [first, second].map((execution) =>
			rowsOf(execution, 'Create or Update Rules').map(({ detail }) => asText(detail)),
		);
		ok(kept.length > 0);
		ok(created.includes('Created') && !updated.includes('Created'));
		equal(updated.length, kept.length);
		deepEqual(afterSecond, afterFirst);
		for (const { rule_name, regex } of kept) {
			ok(afterSecond.some((rule) => rule['rule_name'] === rule_name && rule['regex'] === regex));
		}
		return `run 1: ${created.join(', ')}; run 2: ${updated.join(', ')}`;
	},

	'clean-up-decommissioned-log-sources.json': async (demo, workflow) => {
		const { service } = demo;
		const path = '/log-sources?log_collector_state=decommissioned_device';
		const listed = await service.rows(path, 'log_sources');
		const [one] = listed;
		const item = String(one?.['log_source']);
		await service.control({
			itemRefusals: [{ operation: 'deleteLogSources', item, issue: 'In use by a report' }],
		});
		const last = await lastRequest(demo);
		const { page } = await answered(demo, workflow, 'Keep them');
		const sent = (await service.requests(last)).filter(({ method }) => method !== 'GET');
		const untouched = await service.rows(path, 'log_sources');
		const { execution: confirmed } = await answered(demo, workflow, 'Delete them');
		const left = await service.rows(path, 'log_sources');
		const refused = await ticketsOf(demo, 'clean-up of log source');
		ok(listed.length > 1);
		ok(listed.every(({ log_source }) => page.includes(String(log_source))));
		ok(page.includes(`${listed.length} log sources would be deleted in 1 request`));
		deepEqual([sent.length, untouched.length], [0, listed.length]);
		equal(output(confirmed, 'Deleted').length, listed.length - 1);
		deepEqual(
			left.map(({ log_source_id }) => log_source_id),
			[one?.['log_source_id']],
		);
		deepEqual(
			refused.map(({ subject }) => subject.includes(item)),
			[true],
		);
		return (
			`${listed.length} decommissioned log sources in the dry run; after "Keep them" ` +
			`${untouched.length} are left, after "Delete them" ${left.length} refused, with a ticket`
		);
	},

	'export-alerts-to-spreadsheet.json': async (demo, workflow) => {
		const { files, mail } = demo.surroundings;
		const others = mail.mails.length;
		await run(demo, workflow);
		const names = await readdir(files);
		const table = await readFile(join(files, names[0] ?? ''), 'utf8');
		const lines = table.trim().split(/\r?\n/);
		const alerts = await alertsOf(demo);
		const sent = mail.mails.slice(others);
		deepEqual([names.length, sent.length], [1, 1]);
		ok(alerts.length > 0);
		equal(lines.length, alerts.length + 1);
		ok(alerts.every(({ message }) => table.includes(message.replaceAll('"', '""'))));
		ok(/filename="?[\w-]+\.csv/.test(sent.join()) && inBase64(sent.join()).includes(table));
		return `${alerts.length} alerts in ${names.join(', ')}, sent in ${sent.length} mail`;
	},

	'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
		const { chat, mail } = demo.surroundings;
		const told = chat.messages.length;
		const execution = await run(demo, workflow, 'Log Sources That Go Silent');
		const changes = rowsOf(execution, 'Log Sources That Go Silent');
		const [message, ...more] = chat.messages.slice(told);
		const sent = mail.mails.find((text) => text.includes('of log sources')) ?? '';
		ok(changes.length > 0);
		equal(more.length, 0);
		for (const { name, change } of changes) {
			equal(change, 'silent');
			ok(message?.text.includes(`• ${asText(name)} in`));
			ok(`${sent}${inBase64(sent)}`.includes(asText(name)));
		}
		return `${changes.length} log sources are silent, in a message to ${message?.channel ?? ''} and a mail`;
	},

	'silent-log-sources-to-chat.json': async (demo, workflow) => {
		const { messages } = demo.surroundings.chat;
		const before = messages.length;
		const listed = await demo.service.rows(ALL_LOG_SOURCES, 'log_sources');
		const silent = listed.filter(
			({ log_collection_status, last_event_time }) =>
				String(log_collection_status).toLowerCase() === 'enabled' &&
				Date.parse(String(last_event_time)) < Date.now() - 86_400_000,
		);
		await run(demo, workflow);
		const [message, ...more] = messages.slice(before);
		ok(silent.length > 0 && silent.length < listed.length);
		equal(more.length, 0);
		equal(message?.text.split('\n').length, 1 + silent.length);
		ok(silent.every(({ log_source }) => message.text.includes(`• ${String(log_source)} in`)));
		return `${silent.length} of ${listed.length} log sources are silent, in a message to ${message.channel}`;
	},

	'weekly-report-of-alerts.json': async (demo, workflow) => {
		const alerts = await alertsOf(demo);
		await run(demo, workflow);
		const report = demo.surroundings.mail.mails.find((mail) => mail.includes('Alerts of the week'));
		const wanted = [
			...countsBy(alerts, ({ severity }) => severity),
			...countsBy(alerts, ({ profileName }) => profileName),
		];
		ok(wanted.length > 4);
		ok(wanted.every((line) => report?.includes(line)));
		return `a mail with ${wanted.join(', ')}`;
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
		const [answer] = output(execution, 'Answer with the Tools');
		const text = JSON.stringify(answer?.json['output'] ?? '');
		const reads = [
			'GET /alerts/profile',
			'GET /log-sources',
			'GET /log-sources/agents',
			'POST /alerts',
		];
		equal(surroundings.model.offered.size, 7);
		deepEqual(before, reads);
		deepEqual(await requestsOf(), ['DELETE /log-sources/windows', ...reads]);
		deepEqual(await service.rows('/log-sources?log_source=CORP-PC-01', 'log_sources'), []);
		ok((await silentAgents(demo)).every((name) => text.includes(name)));
		ok((await openAlerts(demo)).every(({ logSource }) => text.includes(logSource)));
		return `the agent called 7 tools, which sent ${before.join(', ')}, and deleted a log source once that was approved`;
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
): Promise<string> {
	const system: TicketSystem = demo.surroundings.tickets[name];
	system.refuseNext = 1;
	const first = await run(demo, workflow, 'New Alerts');
	const made = system.tickets.length;
	const second = await run(demo, workflow, 'New Alerts');
	const refused = await ticketsOf(demo, `refused by ${name === 'jira' ? 'Jira' : 'ServiceNow'}`);
	const alerts = rowsOf(first, 'New Alerts');
	const keys = keysOf([first, second]);
	const untold = alerts.filter(
		({ Message }) =>
			!system.tickets.some(({ description }) => description.includes(asText(Message))),
	);
	ok(alerts.length > 1);
	deepEqual([made, system.tickets.length], [alerts.length - 1, keys.length - 1]);
	deepEqual([refused.length, untold.length], [1, 1]);
	equal(output(second, 'Only New Alerts').length, keys.length - alerts.length);
	return (
		`${keys.length} new alerts in two test runs of the trigger: ${system.tickets.length} tickets, ` +
		`${refused.length} refused one kept`
	);
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
function countsBy(alerts: readonly Alert[], kindOf: (alert: Alert) => string): string[] {
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

/** All alerts that the service holds. */
async function alertsOf({ service }: Demo): Promise<Alert[]> {
	const answer = await fetch(`${service.url}/__control/alerts`);
	return (await answer.json()) as Alert[];
}

/** The alerts that the examples make tickets of: open, critical or trouble. */
async function openAlerts(demo: Demo): Promise<Alert[]> {
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
async function ticketsOf({ n8n }: Demo, kind: string) {
	const rows = await n8n.client.dataTableRows('Log Management Tickets');
	return rows
		.map(({ key, subject, detail }) => ({
			key: String(key),
			subject: String(subject),
			detail: String(detail),
		}))
		.filter(({ key }) => key.startsWith(`${kind} `));
}

/** The names of the agents that do not communicate. */
async function silentAgents({ service }: Demo): Promise<string[]> {
	const path = '/log-sources/agents?status=agent_not_communicating';
	return (await service.rows(path, 'agents')).map(({ agent_name }) => String(agent_name));
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
