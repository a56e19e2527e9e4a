import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	IConnections,
	INode,
	INodeExecutionData,
	INodeTypeDescription,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

/** A stored credential, as a node names it. */
export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** What n8n says of a credential after having tried it. */
export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

/** A workflow as it is written down: what an importable file holds. */
export interface WorkflowDefinition {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Items that a node is to give out in runs by hand, instead of what it would. */
	pinData?: IPinData;
}

/** A workflow as n8n keeps it. */
export interface Workflow extends WorkflowDefinition {
	id: string;
	versionId: string;
	active: boolean;
}

/** An execution without its data. */
export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	/** ISO 8601; null until it has started. */
	startedAt: string | null;
	/** ISO 8601; null until it has ended. */
	stoppedAt: string | null;
}

interface ExecutionsPage {
	results: ExecutionSummary[];
	/** Where to go on; null at the end; an older n8n goes on after the last id instead. */
	nextCursor?: string | null;
}

/** Executions in a page, the most that n8n gives. */
const pageSize = 100;

function nextPage({ results, nextCursor }: ExecutionsPage): Record<string, string> | undefined {
	if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
	const last = results.at(-1);
	return last && results.length === pageSize ? { lastId: last.id } : undefined;
}

/** An execution with what each node did and gave out. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** A row by its columns' names. */
export type DataTableRow = Record<string, string | number | boolean | null | undefined>;

/** Whether what an active workflow is triggered by has started. */
export interface Publication {
	status: 'not_published' | 'in_progress' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** The account that runs the tests and the demo; nobody else can reach that n8n. */
export const owner = { email: 'owner@example.com', password: 'Log-Management-1' };

const unfinished: readonly ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];

/** A request that n8n did not carry out. */
export class RestError extends Error {
	constructor(
		request: string,
		readonly status: number,
		text: string,
	) {
		super(`${request}: ${status} ${text}`);
	}
}

/** Talks to an n8n as its editor does: over its REST interface, with a signed-in user's cookie. */
export class N8nClient {
	private constructor(
		readonly url: string,
		private readonly cookie: string,
	) {}

	/** Signs in, having made the owner's account first where there is none yet. */
	static async signIn(url: string): Promise<N8nClient> {
		const guest = new N8nClient(url, '');
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		const { userManagement } = await guest.send<Settings>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await guest.send('POST', '/owner/setup', { ...owner, firstName: 'Olga', lastName: 'Owner' });
		}
		const answer = await guest.fetch('POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
		const cookie = answer.headers.getSetCookie().find((value) => value.startsWith('n8n-auth='));
		if (cookie === undefined) throw new Error(`n8n gave no cookie: ${await answer.text()}`);
		return new N8nClient(url, cookie.slice(0, cookie.indexOf(';')));
	}

	/**
	 * Any request under `/rest`, for what has no method of its own here.
	 *
	 * @returns the answer's `data`
	 * @throws RestError with n8n's words when the answer is none of success
	 */
	async send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		const answer = await this.fetch(method, path, body);
		const text = await answer.text();
		if (!answer.ok) throw new RestError(`${method} /rest${path}`, answer.status, text);
		const { data } = JSON.parse(text) as { data: Answer };
		return data;
	}

	private async fetch(method: string, path: string, body?: object): Promise<Response> {
		return await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { cookie: this.cookie, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
	}

	/** Stores a credential. */
	async createCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
		name = type,
	): Promise<Credential> {
		const { id } = await this.send<Credential>('POST', '/credentials', { name, type, data });
		return { id, name, type };
	}

	/** Has n8n try a credential as its editor does, which stores it first; it is deleted afterwards. */
	async testCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<CredentialTest> {
		const stored = await this.createCredential(type, data);
		try {
			const credentials = { ...stored, data };
			return await this.send<CredentialTest>('POST', '/credentials/test', { credentials });
		} finally {
			await this.send('DELETE', `/credentials/${stored.id}`);
		}
	}

	async createWorkflow(definition: WorkflowDefinition): Promise<Workflow> {
		return await this.send<Workflow>('POST', '/workflows', {
			...definition,
			settings: { executionOrder: 'v1', ...definition.settings },
			// n8n 2.0 asks for it; later ones have it so anyway.
			active: false,
		});
	}

	/**
	 * Stores the workflow of a file as the editor's Import from File does, with the given credentials
	 * chosen in each node that asks for one of their types.
	 */
	async importWorkflow(file: string, credentials: Credential[]): Promise<Workflow> {
		const definition = JSON.parse(await readFile(file, 'utf8')) as WorkflowDefinition;
		return await this.createWorkflow({
			...definition,
			nodes: definition.nodes.map((node) => withCredentials(node, credentials)),
		});
	}

	/** The types of all nodes as the editor gets them: its own and those of installed packages. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		const answer = await fetch(`${this.url}/types/nodes.json`, {
			headers: { cookie: this.cookie },
		});
		if (!answer.ok) throw new Error(`GET /types/nodes.json: ${answer.status}`);
		return (await answer.json()) as INodeTypeDescription[];
	}

	/** Stores a workflow's changes; an active one goes on with its former version until activated anew. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDefinition>): Promise<Workflow> {
		const workflow = await this.workflow(id);
		return await this.send<Workflow>('PATCH', `/workflows/${id}`, {
			...changes,
			versionId: workflow.versionId,
		});
	}

	async workflow(id: string): Promise<Workflow> {
		return await this.send<Workflow>('GET', `/workflows/${id}`);
	}

	/** Deletes a workflow and its executions; an active one is deactivated first. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.send('POST', `/workflows/${id}/archive`, {});
		await this.send('DELETE', `/workflows/${id}`);
	}

	/**
	 * Runs a workflow from its trigger `from`, as the editor's button does, and waits for its end.
	 *
	 * @throws Error when it has not ended after `timeout` ms
	 */
	async runWorkflow(id: string, from: string, timeout = 120_000): Promise<Execution> {
		const executionId = await this.startWorkflow(id, from);
		await this.ended(id, executionId, timeout);
		return await this.execution(executionId);
	}

	/** Starts a run and answers its execution's id at once. */
	async startWorkflow(id: string, from: string): Promise<string> {
		const { executionId } = await this.send<{ executionId?: string }>(
			'POST',
			`/workflows/${id}/run`,
			// n8n 2.0 asks for the workflow; later ones read their own.
			{ triggerToStartFrom: { name: from }, workflowData: await this.workflow(id) },
		);
		if (executionId === undefined) throw new Error(`Workflow ${id} waits instead of running`);
		return executionId;
	}

	/**
	 * Waits for the stored end of a workflow's execution, without reading its data.
	 *
	 * @throws Error when it has not ended after `timeout` ms
	 */
	async ended(
		workflowId: string,
		executionId: string,
		timeout = 120_000,
	): Promise<ExecutionSummary> {
		const deadline = Date.now() + timeout;
		for (let pause = 20; ; pause = Math.min(pause * 1.5, 250)) {
			const { results } = await this.executionsPage(workflowId);
			const execution = results.find(({ id }) => id === executionId);
			if (execution?.stoppedAt && !unfinished.includes(execution.status)) return execution;
			if (Date.now() > deadline) {
				throw new Error(`Execution ${executionId} is still ${execution?.status ?? 'unknown'}`);
			}
			await sleep(pause);
		}
	}

	/** An execution with its data, finished or not. */
	async execution(id: string): Promise<Execution> {
		const stored = await this.send<ExecutionSummary & { data: string }>('GET', `/executions/${id}`);
		const { parse } = await import('flatted');
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** A file that an item carries, as the editor downloads it; empty where it carries none */
	async file({ binary = {} }: INodeExecutionData): Promise<Buffer> {
		const { id, data = '' } = binary['data'] ?? {};
		if (id === undefined) return Buffer.from(data, 'base64');
		const path = `/binary-data?id=${encodeURIComponent(id)}&action=download`;
		const answer = await this.fetch('GET', path);
		if (!answer.ok) throw new Error(`GET /rest${path}: ${answer.status}`);
		return Buffer.from(await answer.arrayBuffer());
	}

	/** A workflow's executions, the newest first, all that n8n still has. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const all: ExecutionSummary[] = [];
		for (let next: Record<string, string> | undefined = {}; next !== undefined;) {
			const page: ExecutionsPage = await this.executionsPage(workflowId, next);
			all.push(...page.results);
			next = nextPage(page);
		}
		return all;
	}

	private async executionsPage(
		workflowId: string,
		from: Record<string, string> = {},
	): Promise<ExecutionsPage> {
		const filter = JSON.stringify({ workflowId });
		const query = new URLSearchParams({ limit: String(pageSize), filter, ...from });
		return await this.send<ExecutionsPage>('GET', `/executions?${query.toString()}`);
	}

	async deleteExecutions(ids: string[]): Promise<void> {
		await this.send('POST', '/executions/delete', { ids });
	}

	/**
	 * Activates a workflow and waits until its triggers have started, or have not.
	 *
	 * @throws Error when its activation is still under way after `timeout` ms
	 */
	async activate(id: string, timeout = 30_000): Promise<Publication> {
		const { versionId } = await this.workflow(id);
		await this.send('POST', `/workflows/${id}/activate`, { versionId });
		return await this.settled(id, timeout);
	}

	/** Deactivates a workflow and waits until its triggers have stopped. @throws Error after `timeout` ms */
	async deactivate(id: string, timeout = 30_000): Promise<Publication> {
		await this.send('POST', `/workflows/${id}/deactivate`, {});
		return await this.settled(id, timeout);
	}

	/** Whether a workflow's triggers run, as the editor shows it. */
	async publication(id: string): Promise<Publication> {
		try {
			return await this.send<Publication>('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (!(error instanceof RestError && error.status === 404)) throw error;
			// An older n8n starts triggers before it answers to their activation.
			const { active } = await this.workflow(id);
			return { status: active ? 'published' : 'not_published', triggers: [] };
		}
	}

	private async settled(id: string, timeout: number): Promise<Publication> {
		const deadline = Date.now() + timeout;
		for (;;) {
			const publication = await this.publication(id);
			if (publication.status !== 'in_progress') return publication;
			if (Date.now() > deadline) throw new Error(`Workflow ${id} is still starting or stopping`);
			await sleep(50);
		}
	}

	/**
	 * All rows of a data table of the owner's own project, with n8n's own id, createdAt and updatedAt.
	 * @throws Error where there is no table of that name
	 */
	async dataTableRows(name: string): Promise<DataTableRow[]> {
		const { id: projectId } = await this.send<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${projectId}/data-tables`;
		const { data } = await this.send<{ data: Array<{ id: string; name: string }> }>(
			'GET',
			`${tables}?take=250`,
		);
		const table = data.find((known) => known.name === name);
		if (table === undefined) throw new Error(`n8n has no data table ${name}`);
		const rows: DataTableRow[] = [];
		for (let count = Infinity; rows.length < count;) {
			const page = await this.send<{ count: number; data: DataTableRow[] }>(
				'GET',
				`${tables}/${table.id}/rows?take=100&skip=${rows.length}`,
			);
			rows.push(...page.data);
			count = page.data.length === 0 ? 0 : page.count;
		}
		return rows;
	}
}

/** What a node gave out in its last run, on one of its outputs (0 is the first, an error output the last). */
export function output(execution: Execution, node: string, branch = 0): INodeExecutionData[] {
	const runs = execution.data.resultData.runData[node];
	return runs?.at(-1)?.data?.['main']?.[branch] ?? [];
}

function withCredentials(node: INode, credentials: Credential[]): INode {
	const chosen = credentials.filter(({ type }) => node.credentials?.[type]);
	return chosen.length === 0
		? node
		: {
				...node,
				credentials: {
					...node.credentials,
					...Object.fromEntries(chosen.map(({ id, name, type }) => [type, { id, name }])),
				},
			};
}
