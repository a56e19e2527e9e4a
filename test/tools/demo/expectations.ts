import { deepEqual, doesNotMatch, equal, ok, rejects } from 'node:assert/strict';

import type { IDataObject, INode } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/texts';
import { accountOf } from '../../support/account';
import { REFUSED, WEBHOOK_HEADER } from '../../support/environment/environment';
import { output, type Execution, type Workflow } from '../../support/host/client';
import { pollingWorkflow } from '../../support/host/definitions';
import { until } from '../../support/host/until';
import type { Demo } from './demo';
import type { WorldName } from './worlds';

/** Runs an example and compares its results with the data of the service, n8n and the stand-ins. */
type Expectation = (demo: Demo, workflow: Workflow) => Promise<void>;

/** The expectations of the example workflows by file; a later workflow finds the data of the earlier ones. */
const usual: Readonly<Record<string, Expectation>> = {
	'alerts-to-tickets.json': async (demo, workflow) => {
		const { environment, n8n, service } = demo;
		const first = await run(demo, workflow, 'New Alerts');
		const alerts = textsOf(rowsOf(first, 'New Alerts'), 'alert_key');
		deepEqual(textsOf(rowsOf(first, 'Ticket for Each Alert'), 'alert_key'), alerts);
		const again = await run(demo, workflow, 'New Alerts');
		deepEqual(rowsOf(again, 'Ticket for Each Alert'), []);
		for (const name of ['Incident in ServiceNow', 'Ticket in Jira']) {
			service.arrive([{ severity: 'critical' }, { severity: 'critical', message: REFUSED }]);
			const enabled = await storeChanged(n8n, workflow, name, { disabled: false });
			const tickets = rowsOf(await run(demo, enabled, 'New Alerts'), 'Number of Each Ticket');
			const { number, description = '' } = environment.tickets.at(-1) ?? {};
			const open = tickets.filter(({ ticket }) => ticket === number);
			deepEqual(textsOf(open, 'state'), ['open'], name);
			ok(description.includes(asText(open[0]?.['alert_key'])));
			deepEqual(textsOf(tickets, 'state'), ['open', 'refused'], name);
		}
	},

	'ask-about-alerts.json': async ({ environment, n8n, service }, workflow) => {
		service.clearRequests();
		const endpoints = () =>
			new Set(service.requests.map(({ method, path }) => `${method} ${path}`));
		const started = await n8n.client.startWorkflow(workflow.id, 'Run Now');
		const link = await until('a mail asks for approval', async () => {
			const { status } = await n8n.client.execution(started);
			const mail = textOf(environment.mails.find((mail) => mail.includes('May the agent')));
			return status === 'waiting' ? /http[^"\s]+approved=true[^"\s]*/.exec(mail)?.[0] : undefined;
		});
		const reads = ['log-sources', 'log-sources/agents', 'log-sources/computers'].map(
			(path) => `GET /api/v2/${path}`,
		);
		deepEqual(endpoints(), new Set([...reads, 'POST /api/v2/alerts']));
		// n8n treats a client without a browser's name as a link preview.
		const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };
		await fetch(link.replaceAll('&amp;', '&'), { headers });
		const execution = requireSuccess(await n8n.client.waitForEnd(started));
		const answer = JSON.stringify(rowsOf(execution, 'Answer with the Tools'));
		const agents = [...service.world.agents.values()];
		ok(agents.length === 0 || agents.some(({ agent_name }) => answer.includes(agent_name)));
		deepEqual(service.world.logSourcesNamed('CORP-PC-01'), []);
	},

	'clean-up-decommissioned-log-sources.json': async (demo, workflow) => {
		const decommissioned = () =>
			[...demo.service.world.logSources.values()].filter(
				({ log_collector_state }) => log_collector_state === 'decommissioned_device',
			);
		const listed = decommissioned();
		const page = await answerForm(demo, workflow, 'Keep them');
		ok(page.includes(`${listed.length} log sources would be deleted in 1 request`));
		deepEqual(decommissioned(), listed);
		await answerForm(demo, workflow, 'Delete them');
		deepEqual(decommissioned(), []);
	},

	'divide-export.json': async (demo, workflow) => {
		const windows = output(await run(demo, workflow), 'Loop Over Windows');
		const files = await Promise.all(
			windows.map(async (item) => (await demo.n8n.client.file(item)).toString().trim()),
		);
		const lines = files.filter((file) => file !== '').flatMap((file) => file.split('\n'));
		const keys = lines.map((line) => (JSON.parse(line) as { alert_key: string }).alert_key);
		equal(windows.length, 6);
		equal(new Set(keys).size, demo.service.world.alerts.length);
	},

	'failed-polls-and-expired-tokens.json': async (demo, workflow) => {
		const { environment, n8n, service } = demo;
		const before = environment.mails.length;
		await run(demo, workflow);
		await run(demo, workflow);
		const mails = environment.mails.slice(before).map(textOf);
		equal(mails.length, 1);
		ok(mails[0]?.includes('The service was asked again and answered'));

		const token = service.tokenWith(['alerts.READ']);
		const account = accountOf({ url: service.url, token });
		const credentials = await n8n.client.createCredential('logManagementApi', account, 'Expires');
		const errorWorkflow = await storeChanged(n8n, workflow, 'Ask the Service', { credentials });
		await n8n.client.activate(errorWorkflow);
		const pollWorkflow = await n8n.client.createWorkflow({
			...pollingWorkflow(credentials, 'alertTrigger'),
			settings: { errorWorkflow: errorWorkflow.id },
		});
		await n8n.client.activate(pollWorkflow);
		service.revoke(token);
		await until('a mail says that the token is refused', () => {
			const subject = 'The access token of the log management service is refused';
			return Promise.resolve(environment.mails.find((mail) => textOf(mail).includes(subject)));
		});
		await n8n.client.deactivate(pollWorkflow);
		await n8n.client.deactivate(errorWorkflow);
	},

	'install-agents-and-wait.json': async (demo, workflow) => {
		const { n8n, service } = demo;
		const before = service.world.agents.size;
		const started = await n8n.client.startWorkflow(workflow.id, 'Run Now');
		const areAdded = () => Promise.resolve(service.world.agents.size === before + 2);
		await until('the agents are added', areAdded);
		// The installations began long ago, so the agents run.
		for (const agent of service.world.agents.values()) agent.addedAt &&= 0;
		const execution = requireSuccess(await n8n.client.waitForEnd(started));
		const states = rowsOf(execution, 'State of Each Device');
		deepEqual(textsOf(states, 'device_name'), ['CORP-PC-01', 'CORP-PC-02']);
		deepEqual(textsOf(states, 'status'), ['Running', 'Running']);
		deepEqual(rowsOf(execution, 'Not Running'), []);
		ok(rowsOf(await run(demo, workflow), 'Refused').length > 0);
	},

	'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
		const node = 'Log Sources That Go Silent';
		const changes = rowsOf(await run(demo, workflow, node), node);
		const names = textsOf(changes, 'name');
		const { chat, mails } = demo.environment;
		deepEqual(new Set(textsOf(changes, 'change')), new Set(['silent']));
		equal(chat.length, 1);
		for (const text of [chat[0], textOf(mails.at(-1))]) {
			for (const name of names) ok(text?.includes(name), name);
		}
	},

	'onboard-new-computers.json': async (demo, workflow) => {
		const { logSources } = demo.service.world;
		const before = logSources.size;
		const first = await run(demo, workflow);
		const again = await run(demo, workflow);
		const added = rowsOf(first, 'Added').length;
		const tickets = textsOf(rowsOf(first, 'Ticket for Each Refused One'), 'id');
		ok(added > 0 && tickets.length > 0);
		equal(logSources.size, before + added);
		deepEqual(textsOf(rowsOf(again, 'Ticket for Each Refused One'), 'id'), tickets);
	},

	'parser-rules-kept-as-data.json': async (demo, workflow) => {
		const rules = () =>
			[...demo.service.world.rules.values()].map(({ rule_name, regex }) => ({ rule_name, regex }));
		const first = await run(demo, workflow);
		const before = rules();
		const again = await run(demo, workflow);
		const details = (execution: Execution) =>
			textsOf(rowsOf(execution, 'Create or Update Rules'), 'detail');
		equal(details(first).length, 3);
		ok(details(first).includes('Created') && !details(again).includes('Created'));
		deepEqual(rules(), before);
		for (const { rule_name, regex } of rowsOf(first, 'One Item a Rule')) {
			ok(before.some((rule) => rule.rule_name === rule_name && rule.regex === regex));
		}
		const billing = [...demo.service.world.logTypes.values()].filter(
			({ log_type_display_name }) => log_type_display_name.toLowerCase() === 'billing',
		);
		equal(billing.length, 1);
	},

	'push-with-a-polling-fallback.json': async ({ n8n, service }, workflow) => {
		const { client, url } = n8n;
		equal((await client.activate(workflow)).status, 'published');
		const message = 'A pushed alert';
		service.arrive([{ severity: 'critical', message }]);
		for (const _call of [1, 2]) {
			const request = { method: 'POST', headers: { [WEBHOOK_HEADER.name]: WEBHOOK_HEADER.value } };
			equal((await fetch(`${url}/webhook/log-management-alert`, request)).status, 200);
			await client.quiet([workflow], 2);
		}
		await client.deactivate(workflow);
		const alerts = (await client.outputs(workflow, 'Handle the Alert')).flat();
		equal(alerts.filter(({ json }) => json['Message'] === message).length, 1);
		const forgotten = (await client.outputs(workflow, 'Forget Old Alerts')).flat();
		ok(forgotten.every(({ json }) => !('error' in json)));
	},

	'raw-logs-around-an-alert.json': async (demo, workflow) => {
		const execution = await run(demo, workflow);
		const [alert] = rowsOf(execution, 'Newest Critical Alert');
		const logs = rowsOf(execution, 'One Item a Log');
		deepEqual(textsOf(logs, 'query'), Array(2).fill(`SOURCE = "${asText(alert?.['LogSource'])}"`));
		const [from = 0, to = 0] = textsOf(logs, 'time').map(Date.parse);
		equal(to - from, 600_000);
	},

	'reconcile-alerts-and-tickets.json': async (demo, workflow) => {
		const first = rowsOf(await run(demo, workflow), 'Ticket for Each Missing One');
		const again = rowsOf(await run(demo, workflow), 'Ticket for Each Missing One');
		ok(first.length > 0);
		deepEqual(again, []);
	},

	'weekly-report-of-alerts.json': async (demo, workflow) => {
		const { alerts } = demo.service.world;
		await run(demo, workflow);
		const report = textOf(demo.environment.mails.find((mail) => mail.includes('of the week')));
		const counts = new Map<string, number>();
		for (const { severity, profileName } of alerts) {
			for (const kind of [severity, profileName]) counts.set(kind, (counts.get(kind) ?? 0) + 1);
		}
		for (const [kind, count] of counts) ok(report.includes(`${count}  ${kind}`), kind);
	},
};

/** Expects that an example ends well, and that a node has no output if one is named. */
const endsWell =
	(quietNode?: string): Expectation =>
	async (demo, workflow) => {
		const isTrigger = /\.manualTrigger$|log-management\.\w+Trigger$/;
		const start = workflow.nodes.find(({ type }) => isTrigger.test(type));
		const execution = await run(demo, workflow, start?.name);
		if (quietNode !== undefined) deepEqual(rowsOf(execution, quietNode), []);
	};

/** Expects that the test run of the alert trigger says that there is no alert. */
const saysNoAlert: Expectation = async (demo, workflow) => {
	await rejects(endsWell()(demo, workflow), /No alert of the last 30 days fits the filters/);
};

const allEndWell = Object.fromEntries(Object.keys(usual).map((file) => [file, endsWell()]));

/** Picks the expectations that also hold in another world. */
const asUsual = (...files: string[]) =>
	Object.fromEntries(Object.entries(usual).filter(([file]) => files.includes(file)));

export const expectations: Readonly<Record<WorldName, typeof usual>> = {
	"the demo's world": usual,
	'nothing exists yet': {
		...allEndWell,
		...asUsual(
			'ask-about-alerts.json',
			'install-agents-and-wait.json',
			'onboard-new-computers.json',
			'parser-rules-kept-as-data.json',
		),
		'clean-up-decommissioned-log-sources.json': endsWell('Ask for Confirmation'),
		'log-source-changes-to-chat-and-mail.json': endsWell('Put Them Into One List'),
	},
	'names in another case': {
		...usual,
		// n8n still knows the mails and the alerts of the first world.
		'failed-polls-and-expired-tokens.json': endsWell(),
		'push-with-a-polling-fallback.json': endsWell(),
	},
	'nothing to report': {
		...allEndWell,
		...asUsual('ask-about-alerts.json', 'divide-export.json', 'install-agents-and-wait.json'),
		'alerts-to-tickets.json': saysNoAlert,
		'clean-up-decommissioned-log-sources.json': endsWell('Ask for Confirmation'),
		'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
			await endsWell()(demo, workflow);
			const { chat, mails } = demo.environment;
			for (const text of [chat[0], textOf(mails[0])]) ok(text?.includes(': appeared, last event'));
		},
		'onboard-new-computers.json': endsWell('Ticket for Each Refused One'),
		'push-with-a-polling-fallback.json': saysNoAlert,
		'raw-logs-around-an-alert.json': endsWell('One Item a Log'),
		'reconcile-alerts-and-tickets.json': endsWell('Ticket for Each Missing One'),
		'weekly-report-of-alerts.json': async (demo, workflow) => {
			await endsWell()(demo, workflow);
			ok(textOf(demo.environment.mails[0]).includes('No alerts'));
		},
	},
};

/** Expects that no message of an example holds what an expression leaves if it finds nothing. */
export function requireWholeTexts({ chat, mails }: Demo['environment']): void {
	for (const text of [...chat, ...mails.map(textOf)]) {
		doesNotMatch(text, /\bundefined\b|\bNaN\b|\[object /);
	}
}

/** Runs an example to its end. @throws Error if the example fails */
const run = async ({ n8n }: Demo, { id }: Workflow, trigger = 'Run Now'): Promise<Execution> =>
	requireSuccess(await n8n.client.runWorkflow(id, trigger));

function requireSuccess(execution: Execution): Execution {
	equal(execution.status, 'success', execution.data.resultData.error?.message);
	return execution;
}

const storeChanged = async (
	{ client }: Demo['n8n'],
	{ nodes, connections, settings = {} }: Workflow,
	name: string,
	changes: Partial<INode>,
): Promise<Workflow> => {
	const copies = nodes.map((node) => (node.name === name ? { ...node, ...changes } : node));
	return await client.createWorkflow({ name, nodes: copies, connections, settings });
};

const rowsOf = (execution: Execution, node: string): IDataObject[] =>
	output(execution, node).map(({ json }) => json);

const textsOf = (rows: readonly IDataObject[], column: string): string[] =>
	rows.map((row) => asText(row[column])).sort();

/** Makes the texts of a mail readable: quoted-printable text, and parts in base64. */
const textOf = (mail = ''): string =>
	[
		mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='),
		...mail.split('\r\n\r\n').map((part) => Buffer.from(part, 'base64').toString()),
	].join('\n');

/** Runs the clean-up, answers its form, and waits for its end. @returns the page of the form */
async function answerForm({ n8n }: Demo, { id }: Workflow, answer: string): Promise<string> {
	const { client } = n8n;
	const started = await client.startWorkflow(id, 'Run Now');
	const link = await until('a ticket holds the link to the form', async () => {
		const execution = await client.execution(started);
		if (execution.status !== 'waiting') return undefined;
		const [ticket] = rowsOf(execution, 'Ask for Confirmation');
		return /https?:\S+/.exec(asText(ticket?.['detail']))?.[0];
	});
	const page = await (await fetch(link)).text();
	const form = new FormData();
	form.set('field-0', answer);
	await fetch(link, { method: 'POST', body: form });
	requireSuccess(await client.waitForEnd(started));
	return page;
}
