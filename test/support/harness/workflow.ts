import './log';
import './plainRegex';

import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeConnections,
	INodeParameters,
	INodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { credentialReference, oneCredential } from './credentials';
import { credentialType, nodeType, nodeTypes, typeName } from './nodePackage';

/** The one credential that the nodes of this package use. */
export const credentialName = 'logManagementApi';

/** The decrypted data of that credential; what is left out takes its default. */
export interface Account extends ICredentialDataDecryptedObject {
	baseUrl: string;
	accessToken: string;
}

/** A node of this package in a workflow, by its short name, and what the user set on it. */
export interface NodeSetting {
	node: string;
	/** What the user set; the rest takes its default. Expressions begin with `=`. */
	parameters?: INodeParameters;
	/** Without it the node has no credential. */
	credentials?: Account;
	onError?: NonNullable<INode['onError']>;
}

/** The name that the node under test has in its workflow. */
export const nodeName = 'Node';

/** That node as n8n saves it in a workflow. */
export async function workflowNode({
	node: name,
	parameters = {},
	credentials,
	...setting
}: NodeSetting): Promise<INode> {
	const { version } = (await nodeType(name)).description;
	const versions = Array.isArray(version) ? version : [version];
	return {
		id: randomUUID(),
		name: nodeName,
		type: typeName(name),
		typeVersion: versions.at(-1) ?? 1,
		position: [0, 0],
		parameters: structuredClone(parameters),
		...(credentials && { credentials: { [credentialName]: credentialReference } }),
		...setting,
	};
}

/** A workflow of these nodes, each connected to the next by its first output. */
export async function chain(
	nodes: INode[],
	local: Record<string, INodeType> = {},
): Promise<Workflow> {
	const links = nodes
		.slice(1)
		.map((node, index): [string, INodeConnections] => [
			nodes[index]?.name ?? '',
			{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
		]);
	return new Workflow({
		id: randomUUID(),
		name: 'Test',
		nodes,
		connections: Object.fromEntries(links),
		active: false,
		nodeTypes: await nodeTypes(local),
		staticData: {},
		settings: { executionOrder: 'v1' },
	});
}

/** What surrounds an execution in n8n: hooks, and a helper that holds the one credential. */
export async function surroundings(
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	credentials: ICredentialDataDecryptedObject = {},
): Promise<IWorkflowExecuteAdditionalData> {
	const executionId = randomUUID();
	const base = 'http://127.0.0.1:5678';
	const workflowData: IWorkflowBase = {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	};
	const around: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: oneCredential(await credentialType(credentialName), credentials),
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflowData),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		instanceBaseUrl: base,
		restApiUrl: `${base}/rest`,
		// Expressions have the addresses of a waiting execution.
		formWaitingBaseUrl: `${base}/form-waiting`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
	};
	return around as IWorkflowExecuteAdditionalData;
}
