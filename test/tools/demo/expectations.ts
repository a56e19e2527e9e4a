import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { accountOf } from '../../support/account';
import { alertWorkflow, credentialsOf } from '../../support/host/alertWorkflow';
import { output, type Execution, type Workflow } from '../../support/host/client';
import type { TicketSystem } from '../../support/environment/ticketSystems';
import type { Alert } from '../../support/service/alertStore';
import type { Demo } from './demo';

/**
 * Runs an example and compares what it did with what the service and n8n then hold.
 * @throws Error if that is not what it should do
 */
type Example = (demo: Demo, workflow: Workflow) => Promise<void>;

const ALL_LOG_SOURCES = '/log-sources?limit=1000';

/** The example workflows by their files. */
export const examples: Record<string, Example> = {
	'onboard-new-computers.json': async (demo, workflow) => {
		const { service } = demo;
		const missing = await computersNotConfigured(demo);
		const before = await service.rows(ALL_LOG_SOURCES, 'log_sources');
		const execution = await run(demo, workflow);
		const added = output(execution, 'Add Log Sources').length;
		const refused = output(execution, 'Add Log Sources', 1).length;
		const after = await service.rows(ALL_LOG_SOURCES, 'log_sources');
		const tickets = await ticketsOf(demo, 'log source');
		const still = await computersNotConfigured(demo);
		ok(added > 0 && refused > 0);
		equal(added + refused, missing.length);
		equal(after.length, before.length + added);
		deepEqual([still.length, tickets.length], [refused, refused]);
		ok(still.every((name) => tickets.some(({ subject }) => subject.includes(name))));
	},

	'divide-export.json': async (demo, workflow) => {
		const raised = await alertsOf(demo);
		const windows = rowsOf(await run(demo, workflow), 'Loop Over Windows');
		const records = windows.reduce((sum, each) => sum + Number(each['records']), 0);
		equal(windows.length, 6);
		ok(windows.every(({ missing }) => missing === 'nothing'));
		equal(records, raised.length);
	},

	'alerts-exactly-once.json': async (demo, workflow) => {
		const execution = await run(demo, workflow, 'New Alerts');
		const keys = rowsOf(execution, 'New Alerts').map(({ alert_key }) => alert_key);
		const handled = rowsOf(execution, 'Handle the Alert');
		ok(keys.length > 0);
		equal(new Set(keys).size, keys.length);
		equal(handled.length, keys.length);
	},

	'alerts-to-tickets.json': async (demo, workflow) => {
		const first = await run(demo, workflow, 'New Alerts');
		const keys = keysOf([first, await run(demo, workflow, 'New Alerts')]);
		const tickets = await alertTickets(demo);
		ok(keys.length > 1);
		deepEqual(tickets.map(({ key }) => key).sort(), keys.sort());
		ok(tickets.every(({ ticket, state }) => /^n8n-\d+$/.test(ticket) && state === 'open'));
		await ticketsElsewhere(demo, workflow, 'serviceNow', 'Incident in ServiceNow');
		await ticketsElsewhere(demo, workflow, 'jira', 'Ticket in Jira');
	},

	'close-tickets-of-closed-alerts.json': async (demo, workflow) => {
		const stateOf = async () =>
			new Map((await alertTickets(demo)).map(({ key, state }) => [key, state]));
		const before = await alertTickets(demo);
		const alerts = await alertsOf(demo);
		const closed = alerts.filter(({ status }) => status === 'closed');
		const due = before.filter(
			({ detail, state }) =>
				state === 'open' && closed.some(({ message }) => detail.includes(message)),
		);
		await run(demo, workflow);
		const after = await stateOf();
		ok(due.length > 0 && due.length < before.length);
		for (const { key, state } of before) {
			equal(after.get(key), due.some((ticket) => ticket.key === key) ? 'closed' : state);
		}
		const elsewhere = before.filter(({ ticket }) => /^(?:INC|SEC)/.test(ticket));
		await demo.service.control({
			close: elsewhere.map(({ detail }) =>
				alerts.findIndex(({ message }) => detail.endsWith(message)),
			),
		});
		const { jira, serviceNow } = demo.surroundings.tickets;
		await withEnabled(demo, workflow, 'Resolve in ServiceNow', async () => run(demo, workflow));
		const openStill = await stateOf();
		await withEnabled(demo, workflow, 'Close in Jira', async () => run(demo, workflow));
		const states = await stateOf();
		deepEqual(
			elsewhere.map(({ key }) => [openStill.get(key), states.get(key)]),
			[
				['closed', 'closed'],
				['open', 'closed'],
			],
		);
		deepEqual(
			[serviceNow, jira].map(({ tickets }) => tickets.map(({ closedAs }) => closedAs)),
			[['6'], ['31']],
		);
	},

	'page-for-critical-alerts.json': async (demo, workflow) => {
		const { pages } = demo.surroundings.paging;
		const alerts = rowsOf(await run(demo, workflow, 'New Critical Alerts'), 'New Critical Alerts');
		const profiles = countsOf(alerts, ({ ProfileName }) => asText(ProfileName));
		const titles = pages.map(({ title }) => title);
		await run(demo, workflow, 'New Critical Alerts');
		const quiet = pages.length;
		await changed(
			demo,
			workflow,
			'Paged Lately',
			(parameters) =>
				JSON.parse(
					JSON.stringify(parameters).replace('minutes: 30', 'minutes: 0'),
				) as INodeParameters,
			async () => await run(demo, workflow, 'New Critical Alerts'),
		);
		ok(profiles.size > 1);
		deepEqual(
			titles.sort(),
			[...profiles].map(([name, count]) => `${count} critical alert(s): ${name}`).sort(),
		);
		deepEqual([quiet, pages.length], [profiles.size, 2 * profiles.size]);
	},

	'failed-polls-and-expired-tokens.json': async (demo, workflow) => {
		const { n8n, service, surroundings } = demo;
		const { mails } = surroundings.mail;
		const byHand = await during(mails, async () => {
			await run(demo, workflow);
			await run(demo, workflow);
		});
		const account = accountOf(service);
		const credential = await n8n.client.createCredential('logManagementApi', account, 'Expires');
		await n8n.client.updateWorkflow(workflow.id, {
			nodes: workflow.nodes.map((node) =>
				node.name === 'Ask the Service'
					? Object.assign({}, node, { credentials: credentialsOf(credential) })
					: node,
			),
		});
		await n8n.client.activate(workflow.id);
		const polling = await n8n.client.createWorkflow({
			...alertWorkflow(credential, 'Polls With a Token That Expires'),
			settings: { errorWorkflow: workflow.id },
		});
		const mailed = await during(mails, async () => {
			equal((await n8n.client.activate(polling.id)).status, 'published');
			const data = { ...account, accessToken: 'expired' };
			await n8n.client.send('PATCH', `/credentials/${credential.id}`, { ...credential, data });
			await until('No poll fails', async () => {
				const all = await n8n.client.executions(polling.id);
				return all.filter(({ status }) => status === 'error').length >= 3 ? true : undefined;
			});
			await n8n.client.deactivate(polling.id);
			await n8n.client.deactivate(workflow.id);
			await n8n.client.deleteWorkflow(polling.id);
		});
		deepEqual([byHand.length, mailed.length], [1, 1]);
		ok(textOf(byHand[0]).includes('The service was asked again and answered'));
		ok(textOf(mailed[0]).includes('The access token of the log management service is refused'));
		ok(textOf(mailed[0]).includes('Polls With a Token That Expires'));
	},

	'coverage-of-log-sources.json': async (demo, workflow) => {
		const { files, mail } = demo.surroundings;
		let hosts: IDataObject[] = [];
		const sent = await during(mail.mails, async () => {
			hosts = rowsOf(await run(demo, workflow), 'State of Each Host');
		});
		const states = countsOf(hosts, ({ state }) => asText(state));
		const missing = await computersNotConfigured(demo);
		const assets = (await readFile(join(files, 'assets.csv'), 'utf8')).trim().split('\n').slice(1);
		const text = textOf(sent[0]);
		equal(sent.length, 1);
		ok(['covered', 'silent', 'not collected', 'no log source'].every((state) => states.has(state)));
		const without = hosts.filter(({ state }) => state === 'no log source');
		// Two of the assets are no computers of a domain and no log sources.
		equal(without.length, missing.length + 2);
		for (const host of missing) {
			ok(without.some((row) => `${asText(row['host'])} in ${asText(row['domain'])}` === host));
		}
		ok(assets.every((asset) => hosts.some(({ owner }) => owner === asset.split(',')[2])));
		for (const [state, count] of states) ok(text.includes(`${count}  ${state}`));
		ok(without.every(({ host }) => text.includes(`no log source,${asText(host)},`)));
	},

	'spike-of-alerts.json': async (demo, workflow) => {
		const noisy = 'Service stopped';
		const known = (await alertsOf(demo)).find(({ profileName }) => profileName === noisy);
		if (known === undefined) throw new Error(`No alert of ${noisy}`);
		const { profileId, profileName, severity } = known;
		const from = Math.floor(Date.now() / 1_000) - 6 * 86_400;
		await demo.service.control({
			arrive: Array.from({ length: 1_200 }, (_none, index) => ({
				...{ profileId, profileName, severity },
				eventTime: from + index * 240,
				message: `${noisy}: no. ${index} of the week before`,
			})),
		});
		const lastHour = (await alertsOf(demo)).filter(
			({ eventTime }) => eventTime > Date.now() / 1_000 - 3_600,
		);
		const text = await messageOf(demo, workflow);
		const profiles = [...countsOf(lastHour, (alert) => alert.profileName).keys()];
		const spikes = profiles.filter((name) => text.includes(`• ${name}: `));
		ok(profiles.includes(noisy) && profiles.length > 2);
		deepEqual(
			spikes,
			profiles.filter((name) => name !== noisy),
		);
	},

	'agents-that-stopped-talking.json': async (demo, workflow) => {
		await run(demo, workflow);
		const silent = await silentAgents(demo);
		const first = await ticketsOf(demo, 'agent');
		// A second day opens nothing anew, and changes no ticket.
		await run(demo, workflow);
		const tickets = await ticketsOf(demo, 'agent');
		ok(silent.length > 0);
		equal(tickets.length, silent.length);
		deepEqual(tickets, first);
		ok(silent.every((name) => tickets.some(({ subject }) => subject.includes(name))));
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
	},

	'export-alerts-to-spreadsheet.json': async (demo, workflow) => {
		const { files, mail } = demo.surroundings;
		const sent = await during(mail.mails, async () => await run(demo, workflow));
		const names = (await readdir(files)).filter((name) => name.startsWith('alerts-'));
		const table = await readFile(join(files, names[0] ?? ''), 'utf8');
		const lines = table.trim().split(/\r?\n/);
		const alerts = await alertsOf(demo);
		deepEqual([names.length, sent.length], [1, 1]);
		ok(alerts.length > 0);
		equal(lines.length, alerts.length + 1);
		ok(alerts.every(({ message }) => table.includes(message.replaceAll('"', '""'))));
		ok(/filename="?[\w-]+\.csv/.test(sent.join()) && inBase64(sent.join()).includes(table));
	},

	'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
		const { chat, mail } = demo.surroundings;
		let changes: IDataObject[] = [];
		const messages = await during(chat.messages, async () => {
			const node = 'Log Sources That Go Silent';
			changes = rowsOf(await run(demo, workflow, node), node);
		});
		const sent = textOf(mail.mails.find((text) => text.includes('of log sources')));
		ok(changes.length > 0);
		equal(messages.length, 1);
		for (const { name, change } of changes) {
			equal(change, 'silent');
			ok(messages[0]?.text.includes(`• ${asText(name)} in`));
			ok(sent.includes(asText(name)));
		}
	},

	'silent-log-sources-to-chat.json': async (demo, workflow) => {
		const listed = await demo.service.rows(ALL_LOG_SOURCES, 'log_sources');
		const silent = listed.filter(
			({ log_collection_status, last_event_time }) =>
				String(log_collection_status).toLowerCase() === 'enabled' &&
				Date.parse(String(last_event_time)) < Date.now() - 86_400_000,
		);
		const text = await messageOf(demo, workflow);
		ok(silent.length > 0 && silent.length < listed.length);
		equal(text.split('\n').length, 1 + silent.length);
		ok(silent.every(({ log_source }) => text.includes(`• ${String(log_source)} in`)));
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
	},
};

const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** What a look finds, again and again. @throws Error after a minute */
async function until<Found>(
	failure: string,
	look: () => Promise<Found | undefined>,
): Promise<Found> {
	for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(100);
	}
	throw new Error(failure);
}

/** The link in what an execution sent, as soon as the execution waits. */
const linkOf = async (
	{ n8n }: Demo,
	execution: string,
	sent: () => Promise<string> | string,
	link: RegExp,
): Promise<string> =>
	await until('The workflow asks nobody', async () => {
		const { status } = await n8n.client.execution(execution);
		return status === 'waiting' ? link.exec(await sent())?.[0] : undefined;
	});

/** What is added to a list meanwhile. */
async function during<Item>(list: readonly Item[], act: () => Promise<unknown>): Promise<Item[]> {
	const before = list.length;
	await act();
	return list.slice(before);
}

/** The text of the one message that a run of an example sends to the chat. */
async function messageOf(demo: Demo, workflow: Workflow): Promise<string> {
	const { messages } = demo.surroundings.chat;
	const [message, ...more] = await during(messages, async () => await run(demo, workflow));
	equal(more.length, 0);
	return message?.text ?? '';
}

/** The text of the mail that asks whether a tool may run. */
const mailToApprove = ({ surroundings }: Demo): string =>
	textOf(surroundings.mail.mails.find((mail) => mail.includes('May the agent'))).replaceAll(
		'&amp;',
		'&',
	);

/** Enables the node of a ticket system and makes tickets of two more alerts: one is refused. */
async function ticketsElsewhere(
	demo: Demo,
	workflow: Workflow,
	name: 'jira' | 'serviceNow',
	node: string,
): Promise<void> {
	const system: TicketSystem = demo.surroundings.tickets[name];
	const before = await alertTickets(demo);
	await demo.service.control({ arrive: [{ severity: 'critical' }, { severity: 'trouble' }] });
	system.refuseNext = 1;
	await withEnabled(demo, workflow, node, async () => {
		await run(demo, workflow, 'New Alerts');
		await run(demo, workflow, 'New Alerts');
	});
	const made = (await alertTickets(demo)).slice(before.length);
	deepEqual(made.map(({ state }) => state).sort(), ['open', 'refused']);
	const [kept] = made.filter(({ state }) => state === 'open');
	deepEqual(
		system.tickets.map(({ key }) => key),
		[kept?.ticket],
	);
	ok(system.tickets[0]?.description.includes(kept?.key ?? 'no key'));
	ok(made.some(({ state, ticket }) => state === 'refused' && ticket.startsWith('Refused: ')));
}

/** Does something while a node of a workflow has other parameters, or is enabled. */
async function changed<Result>(
	{ n8n }: Demo,
	{ id, nodes }: Workflow,
	name: string,
	change: (parameters: INodeParameters) => INodeParameters,
	act: () => Promise<Result>,
): Promise<Result> {
	await n8n.client.updateWorkflow(id, {
		nodes: nodes.map((node) =>
			node.name === name ? { ...node, disabled: false, parameters: change(node.parameters) } : node,
		),
	});
	try {
		return await act();
	} finally {
		await n8n.client.updateWorkflow(id, { nodes });
	}
}

/** Does something while a disabled node of a workflow is enabled. */
const withEnabled = async (
	demo: Demo,
	workflow: Workflow,
	name: string,
	act: () => Promise<unknown>,
) => await changed(demo, workflow, name, (parameters) => parameters, act);

/** The rows of the tickets that the examples keep for alerts. */
async function alertTickets({ n8n }: Demo) {
	const rows = await n8n.client.dataTableRows('Log Management Alert Tickets');
	return rows.map(({ alert_key, detail, ticket, state }) => ({
		key: asText(alert_key),
		detail: asText(detail),
		ticket: asText(ticket),
		state: asText(state),
	}));
}

/** The keys of all alerts that the trigger gave in some executions. */
const keysOf = (executions: readonly Execution[]): string[] => [
	...new Set(
		executions.flatMap((execution) =>
			output(execution, 'New Alerts').map(({ json }) => asText(json['alert_key'])),
		),
	),
];

/** How many rows there are of each kind. */
function countsOf<Row>(rows: readonly Row[], kindOf: (row: Row) => string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const row of rows) counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
	return counts;
}

/** Lines of a report: how many alerts there are of each kind, and what it is called. */
const countsBy = (alerts: readonly Alert[], kindOf: (alert: Alert) => string): string[] =>
	[...countsOf(alerts, kindOf)].map(([kind, count]) => `${count}  ${kind}`);

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

/** A mail with all of its texts readable. */
const textOf = (mail = ''): string =>
	`${mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')}${inBase64(mail)}`;

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
