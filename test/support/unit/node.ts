import type { INode, INodeParameters } from 'n8n-workflow';

/** Makes a node as n8n passes it to the code of that node. */
export const nodeWith = (parameters: INodeParameters = {}, name = 'Node'): INode => ({
	id: name,
	name,
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});
