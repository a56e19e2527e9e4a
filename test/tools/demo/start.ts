import { deepEqual } from 'node:assert/strict';
import { parseArgs } from 'node:util';

import { owner } from '../../support/host/client';
import { startDemo, type Demo } from './demo';
import { invalidNodes } from './exampleFiles';
import { expectations, requireWholeTexts } from './expectations';
import { worlds, type WorldName } from './worlds';

const { values } = parseArgs({
	options: { once: { type: 'boolean', default: false }, port: { type: 'string' } },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => process.exit(130));
}

/** Leaves n8n open for a person while alerts arrive. */
function show({ n8n, service, workflows }: Demo): void {
	setInterval(() => service.arrive([{}]), 10_000);
	console.log(`
n8n is open at      ${n8n.url}
  e-mail            ${owner.email}
  password          ${owner.password}
The service is at   ${service.url}
  access token      ${service.token}
Jira, ServiceNow, Slack, mail, VirusTotal, Active Directory, a firewall and the chat model are stand-ins.

Example workflows:
${[...workflows.values()].map(({ id, name }) => `  ${name}\n    ${n8n.url}/workflow/${id}`).join('\n')}

Press Ctrl-C to stop everything.`);
}

/** Runs every example to its end in each world. @returns whether all met their expectations */
async function runOnce(demo: Demo): Promise<boolean> {
	const { n8n, service, environment, workflows } = demo;
	let failures = 0;
	const report = async (name: string, check: () => Promise<void>) => {
		const started = Date.now();
		const error = await check().catch((reason: unknown) => {
			failures += 1;
			return String(reason);
		});
		const seconds = ((Date.now() - started) / 1_000).toFixed(1);
		console.log(`${error === undefined ? 'ok  ' : 'FAIL'} ${name}, ${seconds} s  ${error ?? ''}`);
	};
	await report("n8n's own rules for version 3", async () => {
		const path = '/breaking-changes/report/refresh?version=v3';
		type Answer = { report: { workflowResults: Array<{ ruleId: string }> } };
		const answer = await n8n.client.send<Answer>('POST', path);
		deepEqual(answer.report.workflowResults, []);
	});
	const types = await n8n.client.nodeTypes();
	for (const [world, makeWorld] of Object.entries(worlds)) {
		service.enter(makeWorld);
		for (const [file, workflow] of workflows) {
			await report(`${workflow.name} (${world})`, async () => {
				environment.mails.length = 0;
				environment.chat.length = 0;
				deepEqual(invalidNodes(types, workflow), []);
				await expectations[world as WorldName][file]?.(demo, workflow);
				requireWholeTexts(environment);
			});
		}
	}
	return failures === 0;
}

const main = async () => {
	const demo = await startDemo(values.port);
	if (!values.once) {
		show(demo);
		return;
	}
	const isSuccess = await runOnce(demo);
	await demo.n8n.stop();
	process.exit(isSuccess ? 0 : 1);
};
void main();
