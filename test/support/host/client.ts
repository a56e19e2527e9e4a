import { setTimeout as sleep } from 'node:timers/promises';
import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeTypeDescription,
	IRunExecutionData,
} from 'n8n-workflow';

import { isObject } from '../../../nodes/shared/json';
import type { WorkflowDefinition } from './definitions';
import { until } from './until';

export interface Workflow extends WorkflowDefinition {
	id: string;
	versionId: string;
}

export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
	/** ISO 8601; null until it has started. */
	startedAt: string | null;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** The account of the tests and the demo, whose n8n nobody else can reach. */
export const owner = { email: 'owner@example.com', password: 'Log-Management-1' };

const isRunning = ({ status }: ExecutionSummary): boolean =>
	['new', 'running', 'waiting', 'unknown'].includes(status);

/** Controls an n8n as its editor does: over its REST interface, with the cookie of a signed-in user. */
export class N8nClient {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	static async signUp(url: string): Promise<N8nClient> {
		const account = { ...owner, firstName: 'Olga', lastName: 'Owner' };
		const { headers } = await new N8nClient(url, '').fetch('POST', '/rest/owner/setup', account);
		const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1).join());
		return new N8nClient(url, cookies.join('; '));
	}

	/** Sends a request under `/rest`. @returns the response's `data` @throws Error with n8n's message if n8n refuses it */
	async send<Data>(method: string, path: string, body?: object): Promise<Data> {
		const response = await this.fetch(method, `/rest${path}`, body);
		const { data } = (await response.json()) as { data: Data };
		return data;
	}

	private async fetch(method: string, path: string, body?: object): Promise<Response> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			// A busy n8n closes connections that a client keeps open.
			headers: { connection: 'close', cookie: this.cookie, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		if (response.ok) return response;
		throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	}

	/** Stores a credential. @returns the reference for the nodes that use it */
	async createCredential(type: string, data: ICredentialDataDecryptedObject, name = type) {
		const { id } = await this.send<{ id: string }>('POST', '/credentials', { name, type, data });
		return { [type]: { id, name } };
	}

	async createWorkflow(definition: WorkflowDefinition): Promise<Workflow> {
		return await this.send<Workflow>('POST', '/workflows', {
			...definition,
			settings: { executionOrder: 'v1', ...definition.settings },
			// n8n 2.0 requires this field.
			active: false,
		});
	}

	/** Returns the types of all nodes as the editor gets them: n8n's nodes and installed packages. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		const response = await this.fetch('GET', '/types/nodes.json');
		return (await response.json()) as INodeTypeDescription[];
	}

	/** Runs a workflow from the trigger `from` to its end, as the editor's button does. */
	async runWorkflow(id: string, from: string): Promise<Execution> {
		return await this.waitForEnd(await this.startWorkflow(id, from));
	}

	/** Starts a run without a wait. @returns the id of the execution */
	async startWorkflow(id: string, from: string): Promise<string> {
		// n8n 2.0 requires the workflow; later releases read the stored workflow.
		const workflowData = await this.send('GET', `/workflows/${id}`);
		const body = { triggerToStartFrom: { name: from }, workflowData };
		type Data = { executionId: string };
		return (await this.send<Data>('POST', `/workflows/${id}/run`, body)).executionId;
	}

	/** Waits for an execution's end. @throws Error after two minutes */
	async waitForEnd(id: string): Promise<Execution> {
		return await until(`execution ${id} ends`, async () => {
			const execution = await this.execution(id);
			// An older n8n shows the end of an execution before it stores the data.
			return !isRunning(execution) && isObject(execution.data) && execution;
		});
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.send<ExecutionSummary & { data: string }>('GET', `/executions/${id}`);
		const { parse } = await import('flatted');
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** Downloads the file of an item as the editor does; an item without a file gives an empty buffer. */
	async file({ binary = {} }: INodeExecutionData): Promise<Buffer> {
		const { id, data = '' } = binary['data'] ?? {};
		if (id === undefined) return Buffer.from(data, 'base64');
		const query = new URLSearchParams({ id, action: 'download' });
		const response = await this.fetch('GET', `/rest/binary-data?${query.toString()}`);
		return Buffer.from(await response.arrayBuffer());
	}

	/** Returns a workflow's executions that n8n still has, newest first; before n8n 2.41 only the newest 100. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		type Page = { results: ExecutionSummary[]; nextCursor?: string | null };
		const query = new URLSearchParams({ limit: '100', filter: JSON.stringify({ workflowId }) });
		const all: ExecutionSummary[] = [];
		for (;;) {
			const { results, nextCursor } = await this.send<Page>('GET', `/executions?${String(query)}`);
			all.push(...results);
			if (typeof nextCursor !== 'string') return all;
			query.set('cursor', nextCursor);
		}
	}

	/** Returns the output of a node in each successful execution of a workflow, newest first. */
	async outputs({ id }: Workflow, node: string): Promise<INodeExecutionData[][]> {
		const successes = (await this.executions(id)).filter(({ status }) => status === 'success');
		const all = await Promise.all(successes.map((summary) => this.execution(summary.id)));
		return all.map((execution) => output(execution, node));
	}

	/** Waits until the workflows had no execution for this time, which is longer than a poll. */
	async quiet(workflows: readonly Workflow[], seconds = 10): Promise<void> {
		const listExecutions = async () => {
			const lists = await Promise.all(workflows.map(({ id }) => this.executions(id)));
			return lists.flat();
		};
		const isQuiet = async () => {
			const before = await listExecutions();
			await sleep(seconds * 1000);
			return (await listExecutions()).length === before.length && !before.some(isRunning);
		};
		await until('n8n has no more to do', isQuiet, 300_000);
	}

	/** Activates a workflow. @returns its {@link publication} */
	async activate({ id, versionId }: Workflow): Promise<{ status: string }> {
		await this.send('POST', `/workflows/${id}/activate`, { versionId });
		return await this.publication(id);
	}

	async deactivate({ id }: Workflow): Promise<void> {
		await this.send('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Waits until n8n knows whether a workflow's triggers have started. */
	async publication(id: string): Promise<{ status: string }> {
		return await until(`workflow ${id} has started or stopped`, async () => {
			const path = `/workflows/${id}/publication-status`;
			const state = await this.send<{ status: string }>('GET', path).catch((error: unknown) => {
				// An older n8n has no such status: it starts triggers before it responds to their activation.
				if (String(error).includes(': 404 ')) return { status: 'published' };
				throw error;
			});
			return state.status !== 'in_progress' && state;
		});
	}
}

/** Returns the items of one output of a node in its last run (0 is the first, an error output the last). */
export function output(execution: Execution, node: string, branch = 0): INodeExecutionData[] {
	const runs = execution.data.resultData.runData[node];
	return runs?.at(-1)?.data?.['main']?.[branch] ?? [];
}
