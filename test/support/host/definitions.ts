import { randomUUID } from 'node:crypto';
import type {
	IConnections,
	INode,
	INodeCredentials,
	INodeParameters,
	IWorkflowBase,
} from 'n8n-workflow';

/** A workflow in an importable file; `pinData` holds items that replace the output of nodes. */
export type WorkflowDefinition = Pick<
	IWorkflowBase,
	'name' | 'nodes' | 'connections' | 'settings' | 'pinData'
>;

export const nodeOf = (
	name: string,
	type: string,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

export const workflowOf = (name: string, nodes: INode[]): WorkflowDefinition => {
	const connections: IConnections = {};
	for (const [index, { name: node }] of nodes.slice(1).entries()) {
		connections[nodes[index]?.name ?? ''] = { main: [[{ node, type: 'main', index: 0 }]] };
	}
	return { name, nodes, connections };
};

/** Gives a node of a file the stored credential of each type that the file names. */
export const withCredentials = (
	{ credentials = {}, ...node }: INode,
	stored: INodeCredentials,
): INode => ({
	...node,
	credentials: Object.fromEntries(
		Object.entries(credentials).map(([type, reference]) => [type, stored[type] ?? reference]),
	),
});

/** Makes a workflow of a trigger, `Trigger`, polled every two seconds, and a node `Work` that takes a second. */
export const pollingWorkflow = (
	credentials: INodeCredentials,
	type: 'alertTrigger' | 'healthTrigger',
	parameters: INodeParameters = {},
): WorkflowDefinition => {
	// n8n refuses intervals below a minute, but accepts many times in a minute.
	const item = Array.from({ length: 30 }, (_none, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	}));
	const triggerFields = { pollTimes: { item }, ...parameters };
	const oneSecond = { amount: 1, unit: 'seconds' };
	return workflowOf(type, [
		nodeOf('Trigger', `n8n-nodes-log-management.${type}`, triggerFields, { credentials }),
		nodeOf('Work', 'n8n-nodes-base.wait', oneSecond, { typeVersion: 1.1 }),
	]);
};
