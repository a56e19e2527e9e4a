import './log';

import { LoadOptionsContext } from 'n8n-core';
import {
	UnexpectedError,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { withLog, type LogLine } from './log';
import { nodeType } from './nodePackage';
import { chain, surroundings, workflowNode, type NodeSetting } from './workflow';

/** What the editor asks a node for while the user sets `parameters`. */
export interface MethodRequest extends NodeSetting {
	/** The method's name among those of the node. */
	method: string;
}

export interface ListSearchRequest extends MethodRequest {
	filter?: string;
	paginationToken?: string;
}

/** Runs one of a node's methods as the editor does, and gives what was logged meanwhile. */
async function ask<T>(
	{ method, ...setting }: MethodRequest,
	run: (methods: INodeType['methods'], context: ILoadOptionsFunctions) => Promise<T> | undefined,
): Promise<{ answer: T; logs: LogLine[] }> {
	const { methods } = await nodeType(setting.node);
	const node = await workflowNode(setting);
	const workflow = await chain([node]);
	const around = await surroundings(workflow, 'internal', setting.credentials);
	around.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, around, '') as ILoadOptionsFunctions;
	return await withLog(
		async () =>
			await workflow.expression.withIsolate(async () => {
				const running = run(methods, context);
				if (!running) throw new UnexpectedError(`${setting.node} has no method ${method}`);
				return { answer: await running };
			}),
	);
}

/** One page of a picker's list; rejects with what the search throws. */
export async function listSearch({
	filter,
	paginationToken,
	...request
}: ListSearchRequest): Promise<INodeListSearchResult & { logs: LogLine[] }> {
	const { answer, logs } = await ask(request, (methods, context) =>
		methods?.listSearch?.[request.method]?.call(context, filter, paginationToken),
	);
	return { ...answer, logs };
}

/** The options of a drop-down; rejects with what the method throws. */
export async function loadOptions(
	request: MethodRequest,
): Promise<{ options: INodePropertyOptions[]; logs: LogLine[] }> {
	const { answer, logs } = await ask(request, (methods, context) =>
		methods?.loadOptions?.[request.method]?.call(context),
	);
	return { options: answer, logs };
}
