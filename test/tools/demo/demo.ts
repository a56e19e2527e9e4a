import { join } from 'node:path';

import { accountOf } from '../../support/account';
import { startEnvironment } from '../../support/environment/environment';
import type { Workflow } from '../../support/host/client';
import { reportToPerson } from '../../support/host/command';
import { startParts } from '../../support/host/startParts';
import { installN8n } from '../../support/host/install';
import { startN8n } from '../../support/host/process';
import { packTarball } from '../../support/host/tarball';
import { startService } from '../../support/service/service';
import { exampleFiles, folder } from './exampleFiles';

/** A real n8n with the package, its service, stand-ins for what else the examples use, and the examples. */
export type Demo = Awaited<ReturnType<typeof startDemo>>;

/**
 * Builds and installs the package and starts all that it is shown with.
 *
 * @param arrivals alerts a second that come in while it runs
 */
export async function startDemo({ arrivals = 0, port }: { arrivals?: number; port?: number } = {}) {
	const install = await installN8n();
	reportToPerson('Building and packing the nodes');
	const tarball = await packTarball();
	return await startParts(async (keep) => {
		reportToPerson('Starting the service and n8n');
		const service = keep(await startService());
		if (arrivals > 0) setInterval(() => service.arrive([{}]), 1000 / arrivals).unref();
		const environment = keep(await startEnvironment(service.token));
		const env = environment.variables;
		const n8n = keep(await startN8n({ install, tarball, env, ...(port && { port }) }));
		const { client } = n8n;
		const credentials = [
			await client.createCredential('logManagementApi', accountOf(service), 'Log Management Demo'),
		];
		for (const [type, data] of Object.entries(environment.credentials)) {
			credentials.push(await client.createCredential(type, data, `${type} of the demo`));
		}
		/** The example workflows by the names of their files. */
		const workflows = new Map<string, Workflow>();
		for (const { file } of exampleFiles()) {
			const { id, nodes } = await client.importWorkflow(join(folder, file), credentials);
			const chosen = nodes.map((node) => environment.chosen(node));
			workflows.set(file, await client.updateWorkflow(id, { nodes: chosen }));
		}
		return { service, environment, n8n, workflows };
	});
}
