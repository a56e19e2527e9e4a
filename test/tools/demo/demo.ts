import { join } from 'node:path';

import { accountOf } from '../../support/account';
import { startSurroundings } from '../../support/environment/environment';
import type { Workflow } from '../../support/host/client';
import { reportToPerson } from '../../support/host/command';
import { startParts } from '../../support/host/daemon';
import { installN8n } from '../../support/host/install';
import { startN8n } from '../../support/host/process';
import { startServiceProcess } from '../../support/host/serviceProcess';
import { packTarball } from '../../support/host/tarball';
import { exampleFiles, folder } from './exampleFiles';

/**
 * A real n8n with the package installed, its service, what else the example workflows use, and these
 * workflows, with credentials and all that a person chooses in them.
 */
export type Demo = Awaited<ReturnType<typeof startDemo>>;

/**
 * Builds and installs the package and brings up all that it is shown with. What was started is
 * stopped again when a later step does not succeed.
 *
 * @param arrivals alerts a second that come in while it runs
 */
export async function startDemo({ arrivals = 0, port }: { arrivals?: number; port?: number } = {}) {
	const install = await installN8n('2.41');
	reportToPerson('Building and packing the nodes');
	const tarball = await packTarball();
	return await startParts(async (keep) => {
		reportToPerson('Starting the service and n8n');
		const service = keep(await startServiceProcess(['--arrivals', String(arrivals)]));
		const surroundings = keep(await startSurroundings());
		const n8n = keep(
			await startN8n({
				install,
				tarball,
				env: surroundings.environment,
				...(port !== undefined && { port }),
			}),
		);
		const account = accountOf(service);
		const credentials = [
			await n8n.client.createCredential('logManagementApi', account, 'Log Management Demo'),
		];
		for (const [type, data] of Object.entries(surroundings.credentials)) {
			credentials.push(await n8n.client.createCredential(type, data, `${type} of the demo`));
		}
		/** The example workflows by the names of their files. */
		const workflows = new Map<string, Workflow>();
		for (const { file } of exampleFiles()) {
			const { id, nodes } = await n8n.client.importWorkflow(join(folder, file), credentials);
			const chosen = nodes.map((node) => surroundings.chosen(node));
			workflows.set(file, await n8n.client.updateWorkflow(id, { nodes: chosen }));
		}
		return { service, surroundings, n8n, workflows };
	});
}
