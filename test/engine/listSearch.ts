import './log';

import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';

import type { LogLine } from './log';
import { withLog } from './log';
import { nodeType } from './nodePackage';
import type { NodeSetting } from './workflow';
import { chain, surroundings, workflowNode } from './workflow';

export interface ListSearchRequest extends NodeSetting {
	/** The name of the search among the node's `methods.listSearch`. */
	method: string;
	filter?: string;
	paginationToken?: string;
}

/**
 * One page of a picker's list, as the editor asks for it while `parameters` are what the user set so far.
 * Rejects with what the search throws.
 */
export async function listSearch({
	method,
	filter,
	paginationToken,
	...setting
}: ListSearchRequest): Promise<INodeListSearchResult & { logs: LogLine[] }> {
	const { methods } = await nodeType(setting.node, setting.typeVersion);
	const search = methods?.listSearch?.[method];
	if (!search) throw new UnexpectedError(`${setting.node} has no search named ${method}`);

	const node = await workflowNode(setting);
	const workflow = await chain([node]);
	const around = await surroundings(workflow, 'internal', setting.credentials);
	around.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, around, '');
	return await withLog(
		async () =>
			await workflow.expression.withIsolate(
				async () => await search.call(context as ILoadOptionsFunctions, filter, paginationToken),
			),
	);
}
