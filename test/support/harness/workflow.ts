import './log';
import './plainRegex';

import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeParameters,
	INodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { nodeOf, workflowOf } from '../host/definitions';
import { credentialReference, makeCredentialsHelper } from './credentials';
import { credentialType, nodeType, nodeTypes, typeName } from './nodePackage';

export const credentialName = 'logManagementApi';

/** A node of this package in a workflow, by its short name, with its settings. */
export interface NodeSetting {
	node: string;
	/** The parameters that the user set; the others keep their defaults. Expressions begin with `=`. */
	parameters?: INodeParameters;
	/** The decrypted data of the credential; other fields have their defaults. */
	credentials?: ICredentialDataDecryptedObject;
	onError?: NonNullable<INode['onError']>;
}

export const nodeName = 'Node';

export async function workflowNode({
	node: name,
	parameters = {},
	credentials,
	...setting
}: NodeSetting): Promise<INode> {
	const { version } = (await nodeType(name)).description;
	return nodeOf(nodeName, typeName(name), structuredClone(parameters), {
		typeVersion: [version].flat().at(-1) ?? 1,
		...(credentials && { credentials: { [credentialName]: credentialReference } }),
		...setting,
	});
}

/** Makes a workflow that connects the first output of each node to the next node. */
export async function chain(nodes: INode[], local: Record<string, INodeType> = {}) {
	return new Workflow({
		...workflowOf('Test', nodes),
		id: randomUUID(),
		active: false,
		nodeTypes: await nodeTypes(local),
		staticData: {},
		settings: { executionOrder: 'v1' },
	});
}

/** Makes the context of an execution in n8n: its hooks, and a helper with the credential. */
export async function makeAdditionalData(
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	credentials: ICredentialDataDecryptedObject = {},
): Promise<IWorkflowExecuteAdditionalData> {
	const executionId = randomUUID();
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
	const context: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: makeCredentialsHelper(await credentialType(credentialName), credentials),
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflowData),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		// n8n derives the addresses of a waiting execution from these, for expressions.
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
	};
	return context as IWorkflowExecuteAdditionalData;
}
