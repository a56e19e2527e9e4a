import { parseArgs } from 'node:util';

import { startDemo, type Demo } from './demo';
import { exampleFiles, invalidNodes } from './exampleFiles';
import { expectations } from './expectations';

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
// npm passes a signal to the shell alone, whose end shows as a new parent.
const parent = process.ppid;
setInterval(() => {
	if (process.ppid !== parent) void end(130);
}, 500).unref();

/** Leaves n8n open for a person, with alerts coming in. */
async function open(): Promise<void> {
	demo = await startDemo({ arrivals: 0.1, ...(values.port && { port: Number(values.port) }) });
	const { n8n, service, workflows } = demo;
	console.log(`
n8n is open at      ${n8n.url}
  e-mail            ${n8n.login.email}
  password          ${n8n.login.password}
The service is at   ${service.url}
  access token      ${service.token}
Jira, ServiceNow, Slack, mail, the chat model and the search of raw logs are stand-ins.

Example workflows:
${[...workflows.values()].map(({ id, name }) => `  ${name}\n    ${n8n.url}/workflow/${id}`).join('\n')}

Press Ctrl-C to stop everything.`);
}

/** Prints whether a check passes, and its time. */
async function passes(name: string, check: () => Promise<void>): Promise<boolean> {
	const started = Date.now();
	const failure = await check().then(
		() => '',
		(error: unknown) => String(error),
	);
	const seconds = ((Date.now() - started) / 1_000).toFixed(1);
	console.log(`${failure === '' ? 'ok  ' : 'FAIL'} ${name}, ${seconds} s  ${failure}`);
	return failure === '';
}

/** Runs every example to its end. @returns whether all did what they should */
async function runOnce(): Promise<boolean> {
	const running = (demo = await startDemo());
	const { client } = running.n8n;
	const results = [
		await passes("n8n's own rules for version 3", async () => {
			const broken = await client.brokenBy('v3');
			if (broken.length > 0) throw new Error(broken.join('; '));
		}),
	];
	for (const [file, workflow] of running.workflows) {
		const check = expectations[file];
		results.push(
			await passes(workflow.name, async () => {
				if (check === undefined) throw new Error('Nothing is expected of it');
				await check(running, workflow);
			}),
		);
	}
	results.push(
		await passes('Nodes and parameters of all examples', async () => {
			const types = await client.nodeTypes();
			const invalid = exampleFiles().flatMap(({ workflow }) => invalidNodes(types, workflow));
			if (invalid.length > 0) throw new Error(invalid.join('; '));
		}),
	);
	return results.every(Boolean);
}

const main = async () => {
	if (!values.once) await open();
	else await end((await runOnce()) ? 0 : 1);
};
main().catch(async (error: unknown) => {
	console.error(error);
	await end(1);
});
