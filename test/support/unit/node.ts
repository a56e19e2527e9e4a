import type { INode, INodeParameters } from 'n8n-workflow';

/** A node as n8n hands it to what runs in it. */
export const nodeWith = (parameters: INodeParameters = {}, name = 'Node'): INode => ({
	id: name,
	name,
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});
