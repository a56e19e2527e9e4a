import { accountOf } from '../../support/account';
import { startEnvironment } from '../../support/environment/environment';
import type { Workflow } from '../../support/host/client';
import { reportToPerson } from '../../support/host/command';
import { withCredentials } from '../../support/host/definitions';
import { installN8n } from '../../support/host/install';
import { startN8n } from '../../support/host/process';
import { packTarball } from '../../support/host/tarball';
import { startService } from '../../support/service/service';
import { exampleFiles } from './exampleFiles';

/** A real n8n with the package, its service, stand-ins for what else the examples use, and the examples. */
export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** Builds and installs the package and starts all that it is shown with. */
export async function startDemo(port?: number) {
	const install = await installN8n();
	reportToPerson('Building and packing the nodes');
	const tarball = await packTarball();
	reportToPerson('Starting the service and n8n');
	const service = await startService();
	const environment = await startEnvironment(service.token);
	const env = environment.variables;
	const n8n = await startN8n({ install, tarball, env, ...(port !== undefined && { port }) });
	const { client } = n8n;
	const credentials = [
		await client.createCredential('logManagementApi', accountOf(service), 'Log Management Demo'),
	];
	for (const [type, data] of Object.entries(environment.credentials)) {
		credentials.push(await client.createCredential(type, data, `${type} of the demo`));
	}
	/** The example workflows by the names of their files. */
	const workflows = new Map<string, Workflow>();
	for (const { file, workflow } of exampleFiles()) {
		const nodes = workflow.nodes.map((node) =>
			withCredentials(environment.chosen(node), credentials),
		);
		workflows.set(file, await client.createWorkflow({ ...workflow, nodes }));
	}
	return { service, environment, n8n, workflows };
}
