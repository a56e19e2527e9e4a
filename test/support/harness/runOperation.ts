import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { accountOf } from '../account';
import { runNode, type NodeRequest, type NodeRun } from './runNode';

type Setting = Omit<Partial<NodeRequest>, 'node' | 'parameters' | 'items'> & {
	items?: readonly IDataObject[];
};

/** Runs an operation, by its name `logSource.add`, in n8n's engine; expressions read the items. */
export async function runOperation(
	service: { url: string; token: string },
	name: string,
	parameters: INodeParameters = {},
	{ items = [{}], ...setting }: Setting = {},
): Promise<NodeRun> {
	const [node = '', operation = ''] = name.split('.');
	return await runNode({
		node,
		parameters: { ...parameters, operation },
		items: items.map((json) => ({ json })),
		credentials: accountOf(service),
		...setting,
	});
}
