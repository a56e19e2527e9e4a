import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Credential, WorkflowDefinition } from './client';

/** A workflow of one node of the package, `Node`, fed with items by the trigger `Start`. */
export function singleNode({
	node,
	parameters,
	credential,
	items = [{}],
	onError = 'stopWorkflow',
}: {
	/** Its short name, for instance `logSource`. */
	node: string;
	parameters: INodeParameters;
	credential: Credential;
	items?: IDataObject[];
	onError?: NonNullable<INode['onError']>;
}): WorkflowDefinition {
	const { id, name, type } = credential;
	return {
		name: `${node} alone`,
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'node',
				name: 'Node',
				type: `n8n-nodes-log-management.${node}`,
				typeVersion: 1,
				position: [220, 0],
				parameters,
				credentials: { [type]: { id, name } },
				onError,
			},
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		pinData: { Start: items.map((json) => ({ json })) },
	};
}
