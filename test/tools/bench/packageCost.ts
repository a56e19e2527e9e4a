import { mkdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { run } from '../../support/host/command';
import type { N8nInstall } from '../../support/host/install';
import { installPackage } from '../../support/host/process';
import { temporaryFolder } from '../../support/host/temporaryFolder';

const LOADS = `
const { PackageDirectoryLoader } = require('n8n-core');
require('n8n-workflow');
const folder = process.argv[1];
const started = process.cpuUsage();
new PackageDirectoryLoader(folder).loadAll().then(() => {
	const { user, system } = process.cpuUsage(started);
	process.stdout.write(String((user + system) / 1000));
});
`;

/** The CPU that n8n's own loader takes for the installed package, in ms, each time in a process of its own. */
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
		const answer = await run(
			install.node,
			['-e', LOADS, join(nodes, 'n8n-nodes-log-management')],
			join(core, 'n8n'),
		);
		times.push(Number(answer));
	}
	return times;
}

/** The size of the packed package in kB. */
export const tarballSize = async (tarball: string): Promise<number> =>
	(await stat(tarball)).size / 1000;
