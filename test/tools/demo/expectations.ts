import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { COUNT_CAP } from '../../../nodes/alerts/alertPages';
import { asText } from '../../../nodes/shared/texts';
import { accountOf } from '../../support/account';
import { WEBHOOK_HEADER } from '../../support/environment/environment';
import type { Execution, Workflow } from '../../support/host/client';
import { pollingWorkflow } from '../../support/host/definitions';
import { until } from '../../support/host/until';
import type { Alert } from '../../support/service/demoWorld';
import { newAgent } from '../../support/service/records';
import type { Demo } from './demo';
import { replaceIn, requireSuccess, rowsOf, run, storeChanged, textsOf } from './runs';
import { requireOneTicketEach, requireRetry, withTickets } from './ticketHistories';
import type { WorldName } from './worlds';

/** Runs an example and compares its results with the data of the service, n8n and the stand-ins. */
type Expectation = (demo: Demo, workflow: Workflow) => Promise<void>;

/** The expectations of the example workflows by file; a later workflow finds the data of the earlier ones. */
const usual: Readonly<Record<string, Expectation>> = {
	'alerts-to-tickets.json': async (demo, workflow) => {
		const execution = await run(demo, workflow, 'New Alerts');
		const keys = textsOf(rowsOf(execution, 'New Alerts'), 'alert_key');
		deepEqual(textsOf(rowsOf(execution, 'Claim the Rows'), 'alert_key'), keys);
		deepEqual(rowsOf(await run(demo, workflow, 'New Alerts'), 'Claim the Rows'), []);
		for (const system of ['jira', 'serviceNow']) {
			const enabled = await withTickets(demo, workflow, system);
			await requireRetry(demo, enabled, enabled);
			// Reconcile Alerts and Tickets shows that for Jira.
			if (system === 'serviceNow') await requireOneTicketEach(demo, enabled);
		}
	},

	'approve-then-act.json': async (demo, workflow) => {
		const { environment, service } = demo;
		const { users, blocked, ticketSystem } = environment;
		const message = 'Failed logons from 203.0.113.9';
		const bruteForce = { severity: 'critical', profileName: 'Brute force', message } as const;
		const names = ['CORP\\j.doe', 'm.rossi', 'CORP\\administrator'];
		service.arrive(names.map((userName) => ({ ...bruteForce, userName })));
		const ask = async (asking: Workflow) =>
			rowsOf(await run(demo, asking, 'New Alerts'), 'Remember the Question');

		const asked = textsOf(await ask(workflow), 'user');
		ok(asked.includes('j.doe') && !asked.includes('administrator'));
		deepEqual(await ask(workflow), []);
		const dryRun = await answerMail(demo, workflow, 'j.doe', true);
		ok(dryRun.startsWith('Dry run: would disable CN=j.doe,'), dryRun);
		equal(users.get('j.doe'), '66048');

		const withActions = await storeChanged(demo, workflow, (node) => ({
			...replaceIn(replaceIn(node, 'dry run', 'act'), '$now.toISODate()', "'again'"),
			...(/serviceNow|httpRequest/.test(node.type) && { disabled: false }),
		}));
		environment.mails.length = 0;
		const tickets = (await ask(withActions)).map(({ user, alert_key }) => ({
			number: `INC-${asText(user)}`,
			key: asText(alert_key),
			description: '',
			notes: [],
		}));
		ticketSystem.tickets.push(...tickets);
		const refused = await answerMail(demo, withActions, 'm.rossi', false);
		equal(refused, 'Not approved: nothing was done');
		deepEqual(blocked, []);
		const done = await answerMail(demo, withActions, 'j.doe', true);
		ok(done.startsWith('Approved: disabled CN=j.doe,'), done);
		equal(users.get('j.doe'), '66050');
		deepEqual(blocked, ['203.0.113.9']);
		deepEqual(tickets.find(({ number }) => number.includes('j.doe'))?.notes, [done]);
	},

	'ask-about-alerts.json': async ({ environment, n8n, service }, workflow) => {
		service.clearRequests();
		const started = await n8n.client.startWorkflow(workflow.id, 'Run Now');
		const link = await until('a mail asks for approval', async () => {
			const { status } = await n8n.client.execution(started);
			const mail = textOf(environment.mails.find((mail) => mail.includes('May the agent')));
			return status === 'waiting' ? /http[^"\s]+approved=true[^"\s]*/.exec(mail)?.[0] : undefined;
		});
		const reads = ['log-sources', 'log-sources/agents', 'log-sources/computers'].map(
			(path) => `GET /api/v2/${path}`,
		);
		const endpoints = service.requests.map(({ method, path }) => `${method} ${path}`);
		deepEqual(new Set(endpoints), new Set([...reads, 'POST /api/v2/alerts']));
		await press(link);
		const execution = requireSuccess(await n8n.client.waitForEnd(started));
		const answer = JSON.stringify(rowsOf(execution, 'Answer with the Tools'));
		const agents = [...service.world.agents.values()];
		ok(agents.length === 0 || agents.some(({ agent_name }) => answer.includes(agent_name)));
		deepEqual(service.world.logSourcesNamed('CORP-PC-01'), []);
	},

	'clean-up-decommissioned-log-sources.json': async (demo, workflow) => {
		const { logSources } = demo.service.world;
		const decommissioned = () =>
			[...logSources.values()].filter(
				({ log_collector_state }) => log_collector_state === 'decommissioned_device',
			);
		const listed = decommissioned();
		const [revived] = listed;
		const page = await answerForm(demo, workflow, 'Keep them', async () => {
			deepEqual(rowsOf(await run(demo, workflow), 'Ask for Confirmation'), []);
		});
		ok(page.includes(`${listed.length} log sources would be deleted in 1 request`));
		deepEqual(decommissioned(), listed);
		await answerForm(demo, workflow, 'Delete them', () => {
			if (revived) revived.log_collector_state = 'active';
		});
		deepEqual(decommissioned(), []);
		ok(revived && logSources.has(revived.log_source_id));
	},

	'enrich-an-alert.json': async (demo, workflow) => {
		const { environment, service, workflows } = demo;
		const { ticketSystem, lookUps, chat } = environment;
		const alertsToTickets = workflows.get('alerts-to-tickets.json') ?? workflow;
		await run(demo, alertsToTickets, 'New Alerts');
		await run(demo, workflow);
		for (const system of ['serviceNow', 'jira']) {
			const messages = [1, 2].map(
				(number) => `Logon of account: r.roe from 203.0.113.7 to 10.0.0.${number}, ${randomUUID()}`,
			);
			service.arrive(messages.map((message) => ({ severity: 'critical', message })));
			await run(demo, await withTickets(demo, alertsToTickets, system), 'New Alerts');
			const enrich = await withTickets(demo, workflow, system);
			ticketSystem.refuses = true;
			equal(rowsOf(await run(demo, enrich), 'Try Again Later').length, 2);
			ticketSystem.refuses = false;
			await run(demo, enrich);
			await run(demo, enrich);
			const opened = ticketSystem.tickets.filter(({ description }) =>
				messages.some((message) => description.includes(message)),
			);
			for (const { number, notes } of opened) {
				equal(notes.length, 1);
				match(notes[0] ?? '', /^203\.0\.113\.7: 7 of 94 scanners report it\nUsers: r\.roe/);
				equal(chat.filter((text) => text.includes(number)).length, 1);
			}
			equal(opened.length, 2);
		}
		equal(lookUps.filter((address) => address === '203.0.113.7').length, 1);
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
		const errorWorkflow = await storeChanged(demo, workflow, (node) =>
			node.name === 'Ask the Service' ? { ...node, credentials } : node,
		);
		await n8n.client.activate(errorWorkflow);
		const pollWorkflow = await n8n.client.createWorkflow({
			...pollingWorkflow(credentials, 'alertTrigger'),
			settings: { errorWorkflow: errorWorkflow.id },
		});
		await n8n.client.activate(pollWorkflow);
		service.revoke(token);
		await until('a mail says that the token is refused', () => {
			const subject = 'The access token of the log management service is refused';
			return environment.mails.find((mail) => textOf(mail).includes(subject));
		});
		await n8n.client.deactivate(pollWorkflow);
		await n8n.client.deactivate(errorWorkflow);
	},

	'install-agents-and-wait.json': async (demo, workflow) => {
		const { n8n, service } = demo;
		const before = service.world.agents.size;
		const started = await n8n.client.startWorkflow(workflow.id, 'Run Now');
		await until('the agents are added', () => service.world.agents.size === before + 2);
		// The installations began long ago, so the agents run.
		for (const agent of service.world.agents.values()) agent.addedAt &&= 0;
		const id = service.world.nextId('agent');
		service.world.agents.set(id, { ...newAgent(id, 'CORP-PC-02', 0), status: 'stopped' });
		const execution = requireSuccess(await n8n.client.waitForEnd(started));
		const states = rowsOf(execution, 'State of Each Device');
		deepEqual(textsOf(states, 'device_name'), ['CORP-PC-01', 'CORP-PC-02']);
		// The list of agents does not say which of two agents belongs to the device.
		deepEqual(textsOf(rowsOf(execution, 'Not Running'), 'device_name'), ['CORP-PC-02']);
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

	'one-ticket-for-a-storm.json': async (demo, workflow) => {
		const { environment, service } = demo;
		await run(demo, workflow, 'New Alerts');
		for (const system of ['serviceNow', 'jira']) {
			const enabled = await withTickets(demo, workflow, system);
			const eventTime = Math.floor(service.clock.now() / 1000);
			const logSource = randomUUID();
			const storm = { severity: 'critical', profileName: 'Storm', logSource, eventTime } as const;
			for (const count of [5, 2]) {
				service.arrive(Array<Partial<Alert>>(count).fill(storm));
				await run(demo, enabled, 'New Alerts');
			}
			const opened = environment.ticketSystem.tickets.filter(({ description }) =>
				description.includes(logSource),
			);
			equal(opened.length, 1);
			const counts = opened[0]?.notes.map((note) => note.split(' ', 1).join());
			deepEqual(counts, ['5', '7']);
		}
		const enabled = await withTickets(demo, workflow, 'serviceNow');
		await requireRetry(demo, enabled, enabled);
		await requireOneTicketEach(demo, enabled);
	},

	'onboard-new-computers.json': async (demo, workflow) => {
		const { logSources } = demo.service.world;
		const before = logSources.size;
		const firstTry = rowsOf(await run(demo, workflow), 'Added');
		ok(firstTry.length > 0 && firstTry.length <= 5);
		equal(logSources.size, before + firstTry.length);
		// A computer without Windows is refused.
		const all = await storeChanged(demo, workflow, (node) => ({
			...replaceIn(
				replaceIn(node, '"returnAll":false', '"returnAll":true'),
				'"rightValue":20',
				'"rightValue":5',
			),
			...(node.name === 'Computers to Add' && { disabled: true }),
		}));
		await answerForm(demo, all, 'Add none');
		equal(logSources.size, before + firstTry.length);
		await answerForm(demo, all, 'Add them');
		const again = await run(demo, all);
		ok(logSources.size > before + firstTry.length);
		deepEqual(rowsOf(again, 'Added'), []);
		equal(rowsOf(again, 'Ticket for Each Refused One').length, 1);
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
		const withBadRule = await storeChanged(demo, workflow, (node) =>
			replaceIn(node, 'Payment refused', ''),
		);
		equal(rowsOf(await run(demo, withBadRule), 'Refused').length, 1);
	},

	'push-with-a-polling-fallback.json': async ({ n8n, service }, workflow) => {
		const { client, url } = n8n;
		equal((await client.activate(workflow)).status, 'published');
		service.arrive(Array(3).fill({ severity: 'critical' }));
		const request = { method: 'POST', headers: { [WEBHOOK_HEADER.name]: WEBHOOK_HEADER.value } };
		const calls = Array.from({ length: 20 }, async () => {
			equal((await fetch(`${url}/webhook/log-management-alert`, request)).status, 200);
		});
		await Promise.all(calls);
		await client.quiet([workflow], 5);
		await client.deactivate(workflow);
		const executions = await client.executions(workflow.id);
		ok(executions.every(({ status }) => status === 'success'));
		const alerts = (await client.outputs(workflow, 'Handle the Alert')).flat();
		const keys = alerts.map(({ json }) => asText(json['alert_key']));
		ok(keys.length >= 3);
		deepEqual([...new Set(keys)], keys);
		const forgotten = (await client.outputs(workflow, 'Forget Old Alerts')).flat();
		ok(forgotten.every(({ json }) => !('error' in json)));
	},

	'reconcile-alerts-and-tickets.json': async (demo, workflow) => {
		await run(demo, workflow);
		deepEqual(rowsOf(await run(demo, workflow), 'Claim the Rows'), []);
		const trigger = demo.workflows.get('alerts-to-tickets.json') ?? workflow;
		const enabled = await withTickets(demo, workflow, 'jira');
		const other = await withTickets(demo, trigger, 'jira');
		await requireRetry(demo, enabled, other);
		await requireRetry(demo, other, enabled);
		await requireOneTicketEach(demo, enabled);
	},

	'weekly-report-of-alerts.json': async (demo, workflow) => {
		const { alerts, profiles } = demo.service.world;
		await run(demo, workflow);
		const report = textOf(demo.environment.mails.find((mail) => mail.includes('of the week')));
		const counts = new Map<string, number>();
		for (const { severity, profileId } of alerts) {
			const profile = profiles.find(({ profile_id }) => profile_id === profileId);
			for (const kind of [severity, asText(profile?.profile_name)]) {
				counts.set(kind, (counts.get(kind) ?? 0) + 1);
			}
		}
		for (const [kind, count] of counts) ok(report.includes(`\n${count}  ${kind}`), report);
		const missing = COUNT_CAP - (counts.get('critical') ?? 0);
		demo.service.arrive(Array<object>(missing).fill({ severity: 'critical' }));
		await run(demo, workflow);
		ok(textOf(demo.environment.mails.at(-1)).includes('10,000 or more  critical'));
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
		'approve-then-act.json': endsWell(),
		// The outcome of a refused ticket does not depend on names.
		'alerts-to-tickets.json': endsWell(),
		'one-ticket-for-a-storm.json': endsWell(),
		'reconcile-alerts-and-tickets.json': endsWell(),
	},
	'nothing to report': {
		...allEndWell,
		...asUsual('ask-about-alerts.json', 'install-agents-and-wait.json'),
		'alerts-to-tickets.json': saysNoAlert,
		'approve-then-act.json': saysNoAlert,
		'one-ticket-for-a-storm.json': saysNoAlert,
		'clean-up-decommissioned-log-sources.json': endsWell('Ask for Confirmation'),
		'log-source-changes-to-chat-and-mail.json': async (demo, workflow) => {
			await endsWell()(demo, workflow);
			const { chat, mails } = demo.environment;
			for (const text of [chat[0], textOf(mails[0])]) ok(text?.includes(': appeared, last event'));
		},
		'onboard-new-computers.json': endsWell('Ticket for Each Refused One'),
		'push-with-a-polling-fallback.json': saysNoAlert,
		'reconcile-alerts-and-tickets.json': endsWell('Claim the Rows'),
		'weekly-report-of-alerts.json': async (demo, workflow) => {
			await endsWell()(demo, workflow);
			ok(textOf(demo.environment.mails[0]).includes('No alerts'));
		},
	},
};

/** Expects that no message of an example holds the trace of an expression that found nothing. */
export function requireWholeTexts({ chat, mails }: Demo['environment']): void {
	for (const text of [...chat, ...mails.map(textOf)]) {
		doesNotMatch(text, /\bundefined\b|\bNaN\b|\[object /);
	}
}

/** Makes the texts of a mail readable: quoted-printable text, and parts in base64. */
const textOf = (mail = ''): string =>
	[
		mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='),
		...mail.split('\r\n\r\n').map((part) => Buffer.from(part, 'base64').toString()),
	].join('\n');

async function press(link: string): Promise<void> {
	// n8n treats a client without a browser's name as a link preview.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };
	await fetch(link.replaceAll('&amp;', '&'), { headers });
}

/** Answers the question of a mail about a user. @returns the outcome */
async function answerMail(
	{ n8n, environment }: Demo,
	workflow: Workflow,
	user: string,
	approved: boolean,
): Promise<string> {
	const link = await until(`a mail asks about ${user}`, () => {
		const mails = environment.mails.map(textOf);
		const mail = mails.find((text) => text.includes(`Approve to disable ${user} `));
		const pattern = new RegExp(`http[^"\\s]+approved=${String(approved)}[^"\\s]*`);
		return pattern.exec(mail ?? '')?.[0];
	});
	return await until('there is an outcome', async () => {
		// An execution does not wait yet while its mail leaves.
		await press(link);
		const outcomes = (await n8n.client.outputs(workflow, 'Outcome')).flat();
		const outcome = outcomes.find(({ json }) => json['user'] === user)?.json['outcome'];
		return outcome === undefined ? undefined : asText(outcome);
	});
}

/** Runs a workflow that asks, answers its form, and waits for its end. @returns the page of the form */
async function answerForm(
	{ n8n }: Demo,
	{ id }: Workflow,
	answer: string,
	meanwhile: () => unknown = () => undefined,
): Promise<string> {
	const { client } = n8n;
	const started = await client.startWorkflow(id, 'Run Now');
	const link = await until('a ticket holds the link to the form', async () => {
		const execution = await client.execution(started);
		if (execution.status !== 'waiting') return undefined;
		const [ticket] = rowsOf(execution, 'Ask for Confirmation');
		return /https?:\S+/.exec(asText(ticket?.['detail']))?.[0];
	});
	await meanwhile();
	const page = await (await fetch(link)).text();
	const form = new FormData();
	form.set('field-0', answer);
	await fetch(link, { method: 'POST', body: form });
	requireSuccess(await client.waitForEnd(started));
	return page;
}
