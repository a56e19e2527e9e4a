import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { credentialsOf, nodeOf, workflowOf } from './alertWorkflow';
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
	return {
		...workflowOf(`${node} alone`, [
			nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
			nodeOf('Node', `n8n-nodes-log-management.${node}`, parameters, {
				credentials: credentialsOf(credential),
				onError,
			}),
		]),
		pinData: { Start: items.map((json) => ({ json })) },
	};
}
