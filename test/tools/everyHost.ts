import { spawn } from 'node:child_process';

import { reportToPerson, run } from '../support/host/command';
import { installN8n, n8nVersions, type N8nInstall } from '../support/host/install';

/**
 * Runs the installed package in every n8n that it supports, each on its own Node.js and on that of
 * the newest, one after the other. Ends with a line for each, and with code 1 where one did not pass.
 */
async function main(): Promise<void> {
	const newest = await installN8n();
	const hosts: N8nInstall[] = [];
	for (const version of n8nVersions) {
		const install = await installN8n(version);
		const nodes = new Set([install.node, newest.node]);
		hosts.push(...[...nodes].map((node) => ({ ...install, node })));
	}
	const lines: string[] = [];
	for (const { version, node } of hosts) {
		const name = `n8n ${version} on Node.js ${(await run(node, ['--version'], '.')).trim()}`;
		reportToPerson(`\n${name}`);
		const passed = await passes({ N8N_VERSION: version, N8N_NODE: node });
		if (!passed) process.exitCode = 1;
		lines.push(`${name}: ${passed ? 'passed' : 'failed'}`);
	}
	reportToPerson(['', ...lines].join('\n'));
}

/** Whether all tests of the installed package pass in a host. */
async function passes(host: NodeJS.ProcessEnv): Promise<boolean> {
	const jest = spawn('npm', ['run', 'test:n8n', '--', 'host/installedPackage'], {
		env: { ...process.env, ...host },
		stdio: 'inherit',
	});
	return await new Promise((resolve, reject) => {
		jest.once('error', reject).once('exit', (code) => {
			resolve(code === 0);
		});
	});
}

main().catch((error: unknown) => {
	reportToPerson(String(error));
	process.exitCode = 1;
});
