import type { INode, INodeParameters } from 'n8n-workflow';

import { nodeOf } from '../host/definitions';

/** Makes a node as n8n passes it to the code of that node. */
export const nodeWith = (parameters: INodeParameters = {}, name = 'Node'): INode =>
	nodeOf(name, 'test', parameters, { id: name });
