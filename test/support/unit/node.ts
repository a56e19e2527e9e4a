import type { INode, INodeParameters } from 'n8n-workflow';

import { nodeOf } from '../host/definitions';

export const nodeWith = (parameters: INodeParameters = {}, name = 'Node'): INode =>
	nodeOf(name, 'test', parameters, { id: name });
