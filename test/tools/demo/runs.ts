import { equal } from 'node:assert/strict';

import type { IDataObject, INode } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/texts';
import { output, type Execution, type Workflow } from '../../support/host/client';
import type { Demo } from './demo';

/** Runs an example to its end. @throws Error if the example fails */
export const run = async ({ n8n }: Demo, { id }: Workflow, trigger = 'Run Now') =>
	requireSuccess(await n8n.client.runWorkflow(id, trigger));

/** @throws Error with n8n's message if the execution has failed */
export function requireSuccess(execution: Execution): Execution {
	equal(execution.status, 'success', execution.data.resultData.error?.message);
	return execution;
}

export const storeChanged = async (
	{ n8n }: Demo,
	{ name, nodes, connections, settings = {} }: Workflow,
	change: (node: INode) => INode,
): Promise<Workflow> =>
	await n8n.client.createWorkflow({ name, nodes: nodes.map(change), connections, settings });

/** Replaces a text in a node, wherever the node has it. */
export const replaceIn = (node: INode, text: string, replacement: string): INode =>
	JSON.parse(JSON.stringify(node).replaceAll(text, replacement)) as INode;

export const rowsOf = (execution: Execution, node: string): IDataObject[] =>
	output(execution, node).map(({ json }) => json);

export const textsOf = (rows: readonly IDataObject[], column: string): string[] =>
	rows.map((row) => asText(row[column])).sort();
