import { accountOf } from '../../support/account';
import { choicesFor, startEnvironment } from '../../support/environment/environment';
import type { Workflow } from '../../support/host/client';
import { withCredentials } from '../../support/host/definitions';
import { startN8n } from '../../support/host/process';
import { startService } from '../../support/service/service';
import { exampleFiles } from './exampleFiles';

/** The start in an example that creates its data tables. */
const SETUP = 'Run Once First';

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** Builds and installs the package and starts everything that the demo uses. */
export async function startDemo(port?: string) {
	console.error('Building the nodes and starting n8n');
	const service = await startService();
	const environment = await startEnvironment();
	const n8n = await startN8n({ ...environment.variables, ...(port && { N8N_PORT: port }) });
	const { client } = n8n;
	const account = ['logManagementApi', accountOf(service), 'Log Management Demo'] as const;
	const credentials = await client.createCredential(...account);
	for (const [type, data] of Object.entries(environment.credentials)) {
		Object.assign(credentials, await client.createCredential(type, data, `${type} of the demo`));
	}
	const workflows = new Map<string, Workflow>();
	for (const { file, workflow } of exampleFiles()) {
		const nodes = workflow.nodes.map((node) => ({
			...withCredentials(node, credentials),
			parameters: { ...node.parameters, ...choicesFor(node) },
		}));
		const stored = await client.createWorkflow({ ...workflow, nodes });
		if (nodes.some(({ name }) => name === SETUP)) await client.runWorkflow(stored.id, SETUP);
		workflows.set(file, stored);
	}
	return { service, environment, n8n, workflows };
}
