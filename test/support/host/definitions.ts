import { randomUUID } from 'node:crypto';
import type {
	IConnections,
	INode,
	INodeConnections,
	INodeCredentials,
	INodeParameters,
	IPinData,
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

/** A credential as a node names it. */
export const credentialsOf = ({ id, name, type }: Credential): INodeCredentials => ({
	[type]: { id, name },
});

/** A node of a file with the stored credential of each type that it asks for. */
export const withCredentials = (node: INode, credentials: Credential[]): INode => {
	const { credentials: asked } = node;
	if (asked === undefined) return node;
	const stored = credentials.filter(({ type }) => asked[type]);
	return {
		...node,
		credentials: stored.reduce((all, each) => ({ ...all, ...credentialsOf(each) }), asked),
	};
};

/** A second of work. */
export const work = nodeOf(
	'Work',
	'n8n-nodes-base.wait',
	{ amount: 1, unit: 'seconds' },
	{ typeVersion: 1.1 },
);

/** A workflow of a trigger of the package, `Trigger`, polled every two seconds, and a node that follows it. */
export const pollingWorkflow = (
	credential: Credential,
	type: 'alertTrigger' | 'healthTrigger',
	parameters: INodeParameters = {},
	following: INode[] = [],
): WorkflowDefinition => {
	// n8n refuses intervals below a minute, but takes many times in one.
	const item = Array.from({ length: 30 }, (_none, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	}));
	const trigger = nodeOf(
		'Trigger',
		`n8n-nodes-log-management.${type}`,
		{ pollTimes: { item }, ...parameters },
		{ credentials: credentialsOf(credential) },
	);
	return workflowOf(type, [trigger, ...following]);
};
