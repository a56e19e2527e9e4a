import { randomUUID } from 'node:crypto';
import type { INode, INodeConnections, INodeParameters } from 'n8n-workflow';

import type { Credential, WorkflowDefinition } from './client';

/** n8n refuses intervals below a minute, but takes many times in one. */
const everyTwoSeconds = {
	item: Array.from({ length: 30 }, (_none, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

export const nodeOf = (
	name: string,
	type: string,
	parameters: INodeParameters,
	more = {},
): INode => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

/** A workflow of nodes, each after the first connected to the one before it. */
export const workflowOf = (name: string, nodes: INode[]): WorkflowDefinition => ({
	name,
	nodes,
	connections: Object.fromEntries(
		nodes
			.slice(1)
			.map((node, index): [string, INodeConnections] => [
				nodes[index]?.name ?? '',
				{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
			]),
	),
});

/** The webhook `Called`, of that path, which answers before its workflow runs. */
export const calledBy = (path: string): INode =>
	nodeOf(
		'Called',
		'n8n-nodes-base.webhook',
		{ path, httpMethod: 'POST', responseMode: 'onReceived' },
		{ typeVersion: 2, webhookId: path },
	);

/** Calls the webhook of that path in the n8n at `url`. @throws Error where n8n refuses it */
export async function callWebhook(url: string, path: string, body: object = {}): Promise<void> {
	const answer = await fetch(`${url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`Webhook ${path}: ${answer.status} ${await answer.text()}`);
}

/** A credential as a node names it. */
export const credentialsOf = ({ id, name, type }: Credential): INode['credentials'] => ({
	[type]: { id, name },
});

/** A second of work. */
export const work = nodeOf(
	'Work',
	'n8n-nodes-base.wait',
	{ amount: 1, unit: 'seconds' },
	{ typeVersion: 1.1 },
);

/** A workflow of the trigger, `Alerts`, polled every two seconds, and the nodes that follow it one after the other. */
export const alertWorkflow = (
	credential: Credential,
	name: string,
	options: INodeParameters = {},
	following: INode[] = [],
): WorkflowDefinition =>
	pollingWorkflow(credential, name, ['alertTrigger', { simplify: false, options }], following);

/** A workflow of the health trigger that tells new log sources, in the same way. */
export const healthWorkflow = (
	credential: Credential,
	name: string,
	options: INodeParameters = {},
	following: INode[] = [],
): WorkflowDefinition =>
	pollingWorkflow(
		credential,
		name,
		['healthTrigger', { logSourceChanges: ['appeared'], options }],
		following,
	);

function pollingWorkflow(
	credential: Credential,
	name: string,
	[type, parameters]: [string, INodeParameters],
	following: INode[],
): WorkflowDefinition {
	const trigger = nodeOf(
		'Alerts',
		`n8n-nodes-log-management.${type}`,
		{ pollTimes: everyTwoSeconds, ...parameters },
		{ credentials: credentialsOf(credential) },
	);
	return workflowOf(name, [trigger, ...following]);
}
