import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { accountOf } from '../../support/account';
import type { Credential, Workflow } from '../../support/host/client';
import { installN8n, reportToPerson } from '../../support/host/install';
import { startN8n, type N8n } from '../../support/host/process';
import { startServiceProcess, type ServiceProcess } from '../../support/host/serviceProcess';
import { packTarball } from '../../support/host/tarball';
import { startSurroundings, type Surroundings } from '../../support/environment/environment';

/**
 * A real n8n with the package installed, its service, what else the example workflows use, and these
 * workflows, with credentials and all that a person chooses in them.
 */
export interface Demo {
	service: ServiceProcess;
	surroundings: Surroundings;
	n8n: N8n;
	credential: Credential;
	/** The example workflows by the names of their files. */
	workflows: Map<string, Workflow>;
	stop(): Promise<void>;
}

/** Where the example workflows are that ship with the package. */
const examples = join(__dirname, '..', '..', '..', 'examples');

/**
 * Builds and installs the package and brings up all that it is shown with. What was started is
 * stopped again when a later step does not succeed.
 *
 * @param arrivals alerts a second that come in while it runs
 * @param report receives a line for each step, for a person who waits
 */
export async function startDemo({
	arrivals = 0,
	port,
	report = reportToPerson,
}: {
	arrivals?: number;
	port?: number;
	report?: (line: string) => void;
} = {}): Promise<Demo> {
	const install = await installN8n('2.41', report);
	report('Building and packing the nodes');
	const tarball = await packTarball();
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		await Promise.all(
			started.splice(0).map(async (part) => {
				await part.stop();
			}),
		);
	};
	try {
		report('Starting the service and n8n');
		const service = await startServiceProcess(['--arrivals', String(arrivals)]);
		started.push(service);
		const surroundings = await startSurroundings();
		started.push(surroundings);
		const n8n = await startN8n({
			install,
			tarball,
			env: surroundings.environment,
			...(port !== undefined && { port }),
		});
		started.push(n8n);
		const credential = await n8n.client.createCredential(
			'logManagementApi',
			accountOf(service),
			'Log Management Demo',
		);
		const credentials = [credential];
		for (const [type, data] of Object.entries(surroundings.credentials)) {
			credentials.push(await n8n.client.createCredential(type, data, `${type} of the demo`));
		}
		const workflows = new Map<string, Workflow>();
		for (const file of (await readdir(examples)).filter((name) => name.endsWith('.json')).sort()) {
			const { id, nodes } = await n8n.client.importWorkflow(join(examples, file), credentials);
			const chosen = nodes.map((node) => surroundings.chosen(node));
			workflows.set(file, await n8n.client.updateWorkflow(id, { nodes: chosen }));
		}
		return { service, surroundings, n8n, credential, workflows, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
