import { parseArgs } from 'node:util';

import { startDemo, type Demo } from './demo';
import { examples } from './expectations';

const { values } = parseArgs({
	options: { once: { type: 'boolean', default: false }, port: { type: 'string' } },
});

let demo: Demo | undefined;
let stopping = false;

/** Ends everything and then this process; a second Ctrl-C does not interrupt that. */
async function end(code: number): Promise<void> {
	if (stopping) return;
	stopping = true;
	await demo?.stop();
	process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => void end(130));
}
// npm passes a signal on to the shell alone: its end is told by a new parent.
const parent = process.ppid;
setInterval(() => {
	if (process.ppid !== parent) void end(130);
}, 500).unref();

/** Leaves n8n open for a person, with alerts coming in all the while. */
async function open(): Promise<void> {
	demo = await startDemo({
		arrivals: 0.1,
		...(values.port !== undefined && { port: Number(values.port) }),
	});
	const { n8n, service, surroundings, workflows } = demo;
	console.log(`
n8n is open at      ${n8n.url}
  e-mail            ${n8n.login.email}
  password          ${n8n.login.password}
The service is at   ${service.url}
  access token      ${service.token}
Jira, ServiceNow, PagerDuty, Slack, mail and the chat model are stand-ins; files are in
                    ${surroundings.files}

Example workflows, each with a trigger "Run Now":
${[...workflows.values()].map(({ id, name }) => `  ${name}\n    ${n8n.url}/workflow/${id}`).join('\n')}

Press Ctrl-C to stop everything.`);
}

/** Runs every example to its end. @returns whether all did what they should */
async function runOnce(): Promise<boolean> {
	demo = await startDemo();
	let isRight = demo.workflows.size > 0;
	for (const [file, workflow] of demo.workflows) {
		const started = Date.now();
		const run = examples[file] ?? (() => Promise.reject(new Error('Nothing is expected of it')));
		const failure = await run(demo, workflow).then(
			() => '',
			(error: unknown) => String(error),
		);
		isRight &&= failure === '';
		const seconds = ((Date.now() - started) / 1_000).toFixed(1);
		console.log(`${failure === '' ? 'ok  ' : 'FAIL'} ${workflow.name}, ${seconds} s  ${failure}`);
	}
	return isRight;
}

const main = async () => {
	if (!values.once) await open();
	else await end((await runOnce()) ? 0 : 1);
};
main().catch(async (error: unknown) => {
	console.error(error);
	await end(1);
});
