import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { accountOf } from '../../support/account';
import { WEBHOOK_HEADER } from '../../support/environment/environment';
import { alertWorkflow, credentialsOf } from '../../support/host/alertWorkflow';
import { output, type Execution, type Workflow } from '../../support/host/client';
import type { Alert } from '../../support/service/alertStore';
import type { Demo } from './demo';

/** Runs an example and compares what it did with what the service, n8n and the stand-ins then hold. */
type Expectation = (demo: Demo, workflow: Workflow) => Promise<void>;

const TICKETS = 'Log Management Tickets';
const ALERT_TICKETS = 'Log Management Alert Tickets';

/** What each example workflow does, by its file; a later one finds what an earlier one left. */
export const expectations: Readonly<Record<string, Expectation>> = {
	'alerts-to-tickets.json': async (demo, workflow) => {
		const { client } = demo.n8n;
		const alerts = rowsOf(await run(demo, workflow, 'New Alerts'), 'New Alerts');
		await run(demo, workflow, 'New Alerts');
		const tickets = await client.dataTableRows(ALERT_TICKETS);
		ok(alerts.length > 1);
		deepEqual(textsOf(tickets, 'alert_key'), textsOf(alerts, 'alert_key'));
		ok(tickets.every(({ ticket, state }) => /^n8n-\d+$/.test(asText(ticket)) && state === 'open'));
		for (const [node, system] of [
			['Incident in ServiceNow', demo.environment.serviceNow],
			['Ticket in Jira', demo.environment.jira],
		] as const) {
			const before = (await client.dataTableRows(ALERT_TICKETS)).length;
			demo.service.arrive([{ severity: 'critical' }, { severity: 'trouble' }]);
			system.refuseNext = 1;
			const nodes = workflow.nodes.map((each) =>
				each.name === node ? { ...each, disabled: false } : each,
			);
			await client.updateWorkflow(workflow.id, { nodes });
			await run(demo, workflow, 'New Alerts');
			const made = (await client.dataTableRows(ALERT_TICKETS)).slice(before);
			deepEqual(textsOf(made, 'state'), ['open', 'refused'], textsOf(made, 'ticket').join('; '));
			const open = made.find(({ state }) => state === 'open');
			equal(system.tickets.length, 1);
			equal(open?.['ticket'], system.tickets[0]?.number);
			ok(system.tickets[0]?.description.includes(asText(open?.['alert_key'])));
			ok(made.some(({ ticket }) => asText(ticket).startsWith('Refused: ')));
		}
		await client.updateWorkflow(workflow.id, { nodes: workflow.nodes });
	},

	'ask-about-alerts.json': async (demo, workflow) => {
		const { client } = demo.n8n;
		const { service } = demo;
		service.clearRequests();
		const asked = () => {
			const names = service.requests.map(
				({ method, path }) => `${method} ${path.replace('/api/v2', '')}`,
			);
			return [...new Set(names)].sort();
		};
		const started = await client.startWorkflow(workflow.id, 'Run Now');
		const link = await until('A mail asks for approval', async () => {
			const { status } = await client.execution(started);
			const mail = textOf(demo.environment.mails.find((each) => each.includes('May the agent')));
			return status === 'waiting' ? /http[^"\s]+approved=true[^"\s]*/.exec(mail)?.[0] : undefined;
		});
		const reads = [
			'GET /alerts/profile',
			'GET /log-sources',
			'GET /log-sources/agents',
			'POST /alerts',
		];
		deepEqual(asked(), reads);
		// n8n takes a client without a browser's name for a preview of the link.
		const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };
		const approved = await fetch(link.replaceAll('&amp;', '&'), { headers });
		ok(approved.ok, `n8n answers ${approved.status}`);
		await client.ended(workflow.id, started);
		const execution = succeeded(await client.execution(started));
		const answer = JSON.stringify(rowsOf(execution, 'Answer with the Tools'));
		deepEqual(asked(), ['DELETE /log-sources/windows', ...reads]);
		deepEqual(service.world.logSourcesNamed('CORP-PC-01'), []);
		const agents = [...service.world.agents.values()].filter(
			({ status }) => status === 'agent_not_communicating',
		);
		ok(agents.length > 0 && agents.every(({ agent_name }) => answer.includes(agent_name)));
	},

	'clean-up-decommissioned-log-sources.json': async (demo, workflow) => {
		const decommissioned = () =>
			[...demo.service.world.logSources.values()].filter(
				({ log_collector_state }) => log_collector_state === 'decommissioned_device',
			);
		const listed = decommissioned();
		const page = await answerForm(demo, workflow, 'Keep them');
		ok(listed.length > 1);
		ok(listed.every(({ log_source }) => page.includes(log_source)));
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
		equal(new Set(keys).size, demo.service.world.alerts.count);
	},

	'failed-polls-and-expired-tokens.json': async (demo, workflow) => {
		const { client } = demo.n8n;
		const { mails } = demo.environment;
		const before = mails.length;
		await run(demo, workflow);
		await run(demo, workflow);
		equal(mails.length, before + 1);
		ok(textOf(mails.at(-1)).includes('The service was asked again and answered'));

		const account = accountOf(demo.service);
		const credential = await client.createCredential('logManagementApi', account, 'Expires');
		const nodes = workflow.nodes.map((node) =>
			node.name === 'Ask the Service'
				? Object.assign({}, node, { credentials: credentialsOf(credential) })
				: node,
		);
		await client.updateWorkflow(workflow.id, { nodes });
		await client.activate(workflow.id);
		const polling = await client.createWorkflow({
			...alertWorkflow(credential, 'Polls With a Token That Expires'),
			settings: { errorWorkflow: workflow.id },
		});
		await client.activate(polling.id);
		const data = { ...account, accessToken: 'expired' };
		await client.send('PATCH', `/credentials/${credential.id}`, { ...credential, data });
		await until('Three polls fail', async () => {
			const all = await client.executions(polling.id);
			return all.filter(({ status }) => status === 'error').length >= 3 ? true : undefined;
		});
		await client.deactivate(polling.id);
		await client.deactivate(workflow.id);
		equal(mails.length, before + 2);
		ok(textOf(mails.at(-1)).includes('The access token of the log management service is refused'));
	},

	'install-agents-and-wait.json': async (demo, workflow) => {
		const execution = await run(demo, workflow);
		const devices = rowsOf(execution, 'Add Agents');
		const states = rowsOf(execution, 'State of Each Device');
		equal(devices.length, 2);
		deepEqual(textsOf(states, 'device_name'), textsOf(devices, 'device_name'));
		ok(states.every(({ agent_id, status }) => asText(agent_id) !== '' && asText(status) !== ''));
	},

	'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
		const node = 'Log Sources That Go Silent';
		const changes = rowsOf(await run(demo, workflow, node), node);
		const [message = '', ...more] = demo.environment.chat;
		const mail = textOf(demo.environment.mails.at(-1));
		ok(changes.length > 0);
		equal(more.length, 0);
		for (const { name } of changes) {
			ok(message.includes(`• ${asText(name)} in`) && mail.includes(asText(name)), asText(name));
		}
	},

	'onboard-new-computers.json': async (demo, workflow) => {
		const { logSources } = demo.service.world;
		const before = logSources.size;
		const execution = await run(demo, workflow);
		const added = rowsOf(execution, 'Added').length;
		const refused = rowsOf(execution, 'Add Log Sources', 1).length;
		const again = await run(demo, workflow);
		ok(added > 0 && refused > 0);
		equal(logSources.size, before + added);
		equal(rowsOf(again, 'Computers Not Configured').length, refused);
		equal((await demo.n8n.client.dataTableRows(TICKETS)).filter(isOnboarding).length, refused);
	},

	'parser-rules-kept-as-data.json': async (demo, workflow) => {
		const first = await run(demo, workflow);
		const kept = rowsOf(first, 'One Item a Rule');
		const heldRules = () => [...demo.service.world.rules.values()];
		const rules = heldRules();
		const details = (execution: Execution) =>
			rowsOf(execution, 'Create or Update Rules').map(({ detail }) => asText(detail));
		ok(details(first).includes('Created'));
		ok(!details(await run(demo, workflow)).includes('Created'));
		deepEqual(heldRules(), rules);
		for (const { rule_name, regex } of kept) {
			ok(rules.some((rule) => rule.rule_name === rule_name && rule.regex === regex));
		}
	},

	'push-with-the-poller-as-the-net.json': async (demo, workflow) => {
		const { client, url } = demo.n8n;
		equal((await client.activate(workflow.id)).status, 'published');
		const push = async (token: string) => {
			const headers = { [WEBHOOK_HEADER.name]: token };
			const path = `${url}/webhook/log-management-alert`;
			return (await fetch(path, { method: 'POST', headers })).status;
		};
		const handled = async () => {
			const executions = await client.executions(workflow.id);
			const all = await Promise.all(executions.map(async ({ id }) => await client.execution(id)));
			return all.flatMap((execution) => rowsOf(execution, 'Handle the Alert'));
		};
		equal(await push('another token'), 403);
		const message = 'A pushed alert';
		demo.service.arrive([{ severity: 'critical', message }]);
		for (const calls of [1, 2]) {
			equal(await push(WEBHOOK_HEADER.value), 200);
			await until('The call is worked off', async () => {
				const executions = await client.executions(workflow.id);
				const done = executions.filter(({ status }) => status === 'success');
				return done.length >= calls ? true : undefined;
			});
			await sleep(1_000);
		}
		await client.deactivate(workflow.id);
		const alerts = await handled();
		equal(alerts.filter(({ Message }) => Message === message).length, 1);
		equal(new Set(textsOf(alerts, 'alert_key')).size, alerts.length);
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
		const before = (await demo.n8n.client.dataTableRows(ALERT_TICKETS)).length;
		const alerts = rowsOf(await run(demo, workflow), 'Alerts of the Last Day');
		const tickets = await demo.n8n.client.dataTableRows(ALERT_TICKETS);
		const known = textsOf(tickets, 'alert_key');
		ok(tickets.length > before);
		ok(alerts.every(({ alert_key }) => known.includes(asText(alert_key))));
		equal(new Set(known).size, known.length);
		const again = await run(demo, workflow);
		deepEqual(rowsOf(again, 'Ticket for Each Missing One'), []);
	},

	'weekly-report-of-alerts.json': async (demo, workflow) => {
		const held = demo.service.world.alerts;
		const alerts = Array.from({ length: held.count }, (_none, index) => held.at(index));
		await run(demo, workflow);
		const report = textOf(demo.environment.mails.find((each) => each.includes('of the week')));
		for (const kindOf of [
			({ severity }: Alert) => severity,
			({ profileName }: Alert) => profileName,
		]) {
			for (const kind of new Set(alerts.map(kindOf))) {
				const count = alerts.filter((alert) => kindOf(alert) === kind).length;
				ok(report.includes(`${count}  ${kind}`), `${count}  ${kind}`);
			}
		}
	},
};

/** What a look finds, again and again. @throws Error after a minute */
async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
	for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(200);
	}
	throw new Error(`This did not happen within a minute: ${what}`);
}

/** Runs an example to its end. @throws Error if it does not end well */
const run = async ({ n8n }: Demo, { id }: Workflow, trigger = 'Run Now'): Promise<Execution> =>
	succeeded(await n8n.client.runWorkflow(id, trigger));

function succeeded(execution: Execution): Execution {
	const { status, data } = execution;
	if (status === 'success') return execution;
	throw new Error(`It ended with ${status}: ${data.resultData.error?.message ?? ''}`);
}

const rowsOf = (execution: Execution, node: string, branch = 0): IDataObject[] =>
	output(execution, node, branch).map(({ json }) => json);

/** The texts of a column, sorted. */
const textsOf = (rows: ReadonlyArray<Record<string, unknown>>, column: string): string[] =>
	rows.map((row) => asText(row[column])).sort();

const isOnboarding = ({ key }: Record<string, unknown>): boolean =>
	asText(key).startsWith('log source ');

/** A mail with its texts readable: quoted-printable, and its parts in base64. */
const textOf = (mail = ''): string =>
	[
		mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='),
		...mail.split('\r\n\r\n').map((part) => Buffer.from(part, 'base64').toString()),
	].join('\n');

/** Runs the clean-up, gives an answer in its form, and waits for its end. @returns the page of the form */
async function answerForm({ n8n }: Demo, { id }: Workflow, answer: string): Promise<string> {
	const { client } = n8n;
	const started = await client.startWorkflow(id, 'Run Now');
	const link = await until('A ticket holds the link to the form', async () => {
		const { status } = await client.execution(started);
		if (status !== 'waiting') return undefined;
		const tickets = await client.dataTableRows(TICKETS);
		const ticket = tickets.find(({ key }) => key === `clean-up ${started}`);
		return /https?:\S+/.exec(asText(ticket?.['detail']))?.[0];
	});
	const page = await (await fetch(link)).text();
	const form = new FormData();
	form.set('field-0', answer);
	const posted = await fetch(link, { method: 'POST', body: form });
	ok(posted.ok, `The form answers ${posted.status}`);
	await client.ended(id, started);
	succeeded(await client.execution(started));
	return page;
}
