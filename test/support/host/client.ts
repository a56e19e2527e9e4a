import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeTypeDescription,
	IRunExecutionData,
} from 'n8n-workflow';

import { until } from './until';
import type { Credential, WorkflowDefinition } from './definitions';

/** A workflow as n8n keeps it. */
export interface Workflow extends WorkflowDefinition {
	id: string;
	versionId: string;
}

/** An execution without its data. */
export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
	/** ISO 8601; null until it has started. */
	startedAt: string | null;
	/** ISO 8601; null until it has ended. */
	stoppedAt: string | null;
}

/** An execution with what each node did and gave out. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** Whether the triggers of an active workflow have started. */
export interface Publication {
	status: 'not_published' | 'in_progress' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** The account that runs the tests and the demo; nobody else reaches that n8n. */
export const owner = { email: 'owner@example.com', password: 'Log-Management-1' };

/** Whether an execution has not ended. */
export const isUnderWay = ({ status }: ExecutionSummary): boolean =>
	['new', 'running', 'waiting', 'unknown'].includes(status);

/** Talks to an n8n as its editor does: over its REST interface, with a signed-in user's cookie. */
export class N8nClient {
	private constructor(
		readonly url: string,
		/** The name and value of the owner's cookie. */
		readonly cookie: string,
	) {}

	/** Creates the owner's account in a new n8n, which signs in. */
	static async signUp(url: string): Promise<N8nClient> {
		const account = { ...owner, firstName: 'Olga', lastName: 'Owner' };
		const answer = await new N8nClient(url, '').fetch('POST', '/rest/owner/setup', account);
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

	async createWorkflow(definition: WorkflowDefinition): Promise<Workflow> {
		return await this.send<Workflow>('POST', '/workflows', {
			...definition,
			settings: { executionOrder: 'v1', ...definition.settings },
			// n8n 2.0 requires it.
			active: false,
		});
	}

	/** The types of all nodes as the editor gets them: n8n's own and those of installed packages. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		const answer = await this.fetch('GET', '/types/nodes.json');
		return (await answer.json()) as INodeTypeDescription[];
	}

	/** Runs a workflow from its trigger `from`, as the editor's button does, to its end. */
	async runWorkflow(id: string, from: string): Promise<Execution> {
		return await this.ended(await this.startWorkflow(id, from));
	}

	/** Starts a run. @returns the id of its execution, at once */
	async startWorkflow(id: string, from: string): Promise<string> {
		// n8n 2.0 requires the workflow; later ones read their own.
		const workflowData = await this.send('GET', `/workflows/${id}`);
		const { executionId } = await this.send<{ executionId?: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ triggerToStartFrom: { name: from }, workflowData },
		);
		if (executionId === undefined) throw new Error(`Workflow ${id} waits for its trigger`);
		return executionId;
	}

	/** Waits for an execution's end. @throws Error if that takes more than two minutes */
	async ended(id: string): Promise<Execution> {
		return await until(`execution ${id} ends`, async () => {
			const execution = await this.execution(id);
			return isUnderWay(execution) ? undefined : execution;
		});
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

	/** Resolves once no execution of workflows was added or ended for so many seconds: longer than a poll takes. */
	async quiet(workflows: readonly Workflow[], seconds = 10): Promise<void> {
		let before = '';
		let since = Date.now();
		await until(
			'n8n has no more to do',
			async () => {
				const lists = await Promise.all(workflows.map(({ id }) => this.executions(id)));
				const all = lists.flat();
				const now = all.map(({ id, status }) => `${id} ${status}`).join();
				if (now !== before || all.some(isUnderWay)) since = Date.now();
				before = now;
				return Date.now() - since > seconds * 1000 ? true : undefined;
			},
			300_000,
		);
	}

	/** Activates a workflow and waits until its triggers have started, or have not. */
	async activate({ id, versionId }: Workflow): Promise<Publication> {
		await this.send('POST', `/workflows/${id}/activate`, { versionId });
		return await this.publication(id);
	}

	async deactivate({ id }: Workflow): Promise<void> {
		await this.send('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Whether a workflow's triggers run, once that is decided. */
	async publication(id: string): Promise<Publication> {
		return await until(`workflow ${id} has started or stopped`, async () => {
			const publication = await this.send<Publication>(
				'GET',
				`/workflows/${id}/publication-status`,
			).catch((error: unknown): Publication => {
				// An older n8n has no such status: it starts triggers before it answers to their activation.
				if (String(error).includes(': 404 ')) return { status: 'published', triggers: [] };
				throw error;
			});
			return publication.status === 'in_progress' ? undefined : publication;
		});
	}
}

/** What a node gave out in its last run, on one of its outputs (0 is the first, an error output the last). */
export function output(execution: Execution, node: string, branch = 0): INodeExecutionData[] {
	const runs = execution.data.resultData.runData[node];
	return runs?.at(-1)?.data?.['main']?.[branch] ?? [];
}
