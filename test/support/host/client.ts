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

/** A workflow as an importable file holds it. */
export interface WorkflowDefinition {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Items that a node gives out in runs by hand, in place of its own. */
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
	/** Where the next page begins; null at the end, and absent in an older n8n. */
	nextCursor?: string | null;
}

/** An execution with what each node did and gave out. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** A row by its columns' names. */
export type DataTableRow = Record<string, string | number | boolean | null | undefined>;

/** Whether the triggers of an active workflow have started. */
export interface Publication {
	status: 'not_published' | 'in_progress' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** The account that runs the tests and the demo; nobody else reaches that n8n. */
export const owner = { email: 'owner@example.com', password: 'Log-Management-1' };

const unfinished: readonly ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];

/** Talks to an n8n as its editor does: over its REST interface, with a signed-in user's cookie. */
export class N8nClient {
	private constructor(
		readonly url: string,
		private readonly cookie: string,
	) {}

	/** Signs in; creates the owner's account first if there is none. */
	static async signIn(url: string): Promise<N8nClient> {
		const guest = new N8nClient(url, '');
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		const { userManagement } = await guest.send<Settings>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await guest.send('POST', '/owner/setup', { ...owner, firstName: 'Olga', lastName: 'Owner' });
		}
		const answer = await guest.fetch('POST', '/rest/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
		const cookie = answer.headers.getSetCookie().find((value) => value.startsWith('n8n-auth='));
		if (cookie === undefined) throw new Error('n8n gave no cookie');
		return new N8nClient(url, cookie.slice(0, cookie.indexOf(';')));
	}

	/**
	 * Any request under `/rest`.
	 *
	 * @returns the answer's `data`
	 * @throws Error with n8n's words if n8n refuses it
	 */
	async send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		const answer = await this.fetch(method, `/rest${path}`, body);
		const { data } = (await answer.json()) as { data: Answer };
		return data;
	}

	private async fetch(method: string, path: string, body?: object): Promise<Response> {
		const answer = await fetch(`${this.url}${path}`, {
			method,
			// A busy n8n closes a connection that was kept.
			headers: {
				Connection: 'close',
				cookie: this.cookie,
				'content-type': 'application/json',
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (answer.ok) return answer;
		throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
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

	/** Lets n8n test a credential as its editor does, which stores it first. */
	async testCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const stored = await this.createCredential(type, data);
		return await this.send('POST', '/credentials/test', { credentials: { ...stored, data } });
	}

	async createWorkflow(definition: WorkflowDefinition): Promise<Workflow> {
		return await this.send<Workflow>('POST', '/workflows', {
			...definition,
			settings: { executionOrder: 'v1', ...definition.settings },
			// n8n 2.0 requires it.
			active: false,
		});
	}

	/**
	 * Stores the workflow of a file, with the given credentials chosen in each node that asks for one of
	 * their types.
	 */
	async importWorkflow(file: string, credentials: Credential[]): Promise<Workflow> {
		const definition = JSON.parse(await readFile(file, 'utf8')) as WorkflowDefinition;
		const nodes = definition.nodes.map((node) => {
			if (node.credentials === undefined) return node;
			const chosen = credentials
				.filter(({ type }) => node.credentials?.[type])
				.map(({ id, name, type }) => [type, { id, name }] as const);
			return { ...node, credentials: { ...node.credentials, ...Object.fromEntries(chosen) } };
		});
		return await this.createWorkflow({ ...definition, nodes });
	}

	/** The types of all nodes as the editor gets them: n8n's own and those of installed packages. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		const answer = await this.fetch('GET', '/types/nodes.json');
		return (await answer.json()) as INodeTypeDescription[];
	}

	/** The changes of a later version of n8n, for instance `v3`, that break a stored workflow. */
	async brokenBy(version: string): Promise<string[]> {
		type Rule = { ruleTitle: string; nbAffectedWorkflows: number };
		const { report } = await this.send<{ report: { workflowResults: Rule[] } }>(
			'POST',
			`/breaking-changes/report/refresh?version=${version}`,
		);
		return report.workflowResults.map(
			({ ruleTitle, nbAffectedWorkflows }) => `${ruleTitle}: ${nbAffectedWorkflows}`,
		);
	}

	/** Stores a workflow's changes; an active one keeps its former version until it is activated again. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDefinition>): Promise<Workflow> {
		const { versionId } = await this.workflow(id);
		return await this.send<Workflow>('PATCH', `/workflows/${id}`, { ...changes, versionId });
	}

	async workflow(id: string): Promise<Workflow> {
		return await this.send<Workflow>('GET', `/workflows/${id}`);
	}

	/**
	 * Runs a workflow from its trigger `from`, as the editor's button does, and waits for its end.
	 *
	 * @throws Error if it has not ended after `timeout` ms
	 */
	async runWorkflow(id: string, from: string, timeout = 120_000): Promise<Execution> {
		const executionId = await this.startWorkflow(id, from);
		await this.ended(id, executionId, timeout);
		return await this.execution(executionId);
	}

	/** Starts a run. @returns the id of its execution, at once */
	async startWorkflow(id: string, from: string): Promise<string> {
		const { executionId } = await this.send<{ executionId?: string }>(
			'POST',
			`/workflows/${id}/run`,
			// n8n 2.0 requires the workflow; later ones read their own.
			{ triggerToStartFrom: { name: from }, workflowData: await this.workflow(id) },
		);
		if (executionId === undefined) throw new Error(`Workflow ${id} waits for its trigger`);
		return executionId;
	}

	/**
	 * Waits for the stored end of one of a workflow's newest executions, without reading its data.
	 *
	 * @throws Error if it has not ended after `timeout` ms
	 */
	async ended(workflowId: string, executionId: string, timeout = 120_000): Promise<void> {
		const deadline = Date.now() + timeout;
		for (let pause = 20; ; pause = Math.min(pause * 1.5, 250)) {
			const { results } = await this.executionsPage(workflowId);
			const execution = results.find(({ id }) => id === executionId);
			if (execution?.stoppedAt && !unfinished.includes(execution.status)) return;
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

	/** A file that an item carries, as the editor downloads it; empty if it carries none. */
	async file({ binary = {} }: INodeExecutionData): Promise<Buffer> {
		const { id, data = '' } = binary['data'] ?? {};
		if (id === undefined) return Buffer.from(data, 'base64');
		const query = new URLSearchParams({ id, action: 'download' });
		const answer = await this.fetch('GET', `/rest/binary-data?${query.toString()}`);
		return Buffer.from(await answer.arrayBuffer());
	}

	/** A workflow's executions, the newest first, all that n8n still has; in an n8n before 2.41 the newest 100. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const all: ExecutionSummary[] = [];
		for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
			const page: ExecutionsPage = await this.executionsPage(workflowId, cursor);
			all.push(...page.results);
			cursor = page.nextCursor;
		}
		return all;
	}

	private async executionsPage(workflowId: string, cursor = ''): Promise<ExecutionsPage> {
		const query = new URLSearchParams({ limit: '100', filter: JSON.stringify({ workflowId }) });
		if (cursor !== '') query.set('cursor', cursor);
		return await this.send<ExecutionsPage>('GET', `/executions?${query.toString()}`);
	}

	/**
	 * Activates a workflow and waits until its triggers have started, or have not.
	 *
	 * @throws Error if its activation is still under way after `timeout` ms
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
		const { active } = await this.workflow(id);
		const status = active ? 'published' : 'not_published';
		// n8n 1 has no such status: it starts triggers before it answers to their activation.
		return await this.send<Publication>('GET', `/workflows/${id}/publication-status`).catch(() => ({
			status,
			triggers: [],
		}));
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
	 * The first 250 rows of a data table of the owner's own project, with n8n's own columns.
	 * @throws Error if there is no table of that name
	 */
	async dataTableRows(name: string): Promise<DataTableRow[]> {
		const { id: projectId } = await this.send<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${projectId}/data-tables`;
		type Tables = { data: Array<{ id: string; name: string }> };
		const { data: known } = await this.send<Tables>('GET', `${tables}?take=100`);
		const table = known.find((each) => each.name === name);
		if (table === undefined) throw new Error(`n8n has no data table ${name}`);
		const path = `${tables}/${table.id}/rows?take=250`;
		const { data } = await this.send<{ data: DataTableRow[] }>('GET', path);
		return data;
	}
}

/** What a node gave out in its last run, on one of its outputs (0 is the first, an error output the last). */
export function output(execution: Execution, node: string, branch = 0): INodeExecutionData[] {
	const runs = execution.data.resultData.runData[node];
	return runs?.at(-1)?.data?.['main']?.[branch] ?? [];
}
