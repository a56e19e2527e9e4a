import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { run } from '../../support/host/command';
import type { N8nInstall } from '../../support/host/install';
import { installPackage } from '../../support/host/process';
import { temporaryFolder } from '../../support/host/temporaryFolder';

/** What n8n does with a package when it starts: the credentials are loaded in any case. */
const LOADS = `
const loader = new (require('n8n-core').LazyPackageDirectoryLoader)(process.argv[1]);
global.gc();
const started = process.cpuUsage();
loader.loadAll().then(() => {
	for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
	const { user, system } = process.cpuUsage(started);
	process.stdout.write(String((user + system) / 1000));
});
`;

/** The CPU that n8n takes at its start for the installed package, in ms, each time in a process of its own. */
export async function loadingTimes(
	install: N8nInstall,
	tarball: string,
	rounds: number,
): Promise<number[]> {
	const folder = await temporaryFolder('loading');
	await installPackage(folder, tarball);
	const nodes = join(folder, '.n8n', 'nodes', 'node_modules');
	const core = join(dirname(dirname(dirname(install.bin))));
	await mkdir(nodes, { recursive: true });
	// In n8n the package finds n8n-workflow beside n8n itself.
	await symlink(join(core, 'n8n-workflow'), join(nodes, 'n8n-workflow'));
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const command = ['--expose-gc', '-e', LOADS, join(nodes, 'n8n-nodes-log-management')];
		times.push(Number(await run(install.node, command, join(core, 'n8n'))));
	}
	return times;
}
