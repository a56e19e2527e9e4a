import './log';

import { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { accountOf } from '../account';
import { nodeOf } from '../host/definitions';
import { withLog, type LogLine } from './log';
import { nodeType } from './nodePackage';
import { chain, nodeName, makeAdditionalData, workflowNode, type NodeSetting } from './workflow';

export interface NodeRequest extends NodeSetting {
	/** The input items; one empty item by default. Without any item, the engine does not run the node. */
	items?: INodeExecutionData[];
	asTool?: true;
	cancel?: AbortSignal;
}

export interface NodeRun {
	/** The items of each output; the second output is the error output, if it is on. */
	outputs: INodeExecutionData[][];
	status: ExecutionStatus;
	/** The error that stopped the node, as n8n stores it: a plain object with `name`, `message`, `description`, `context`. */
	error?: ITaskData['error'];
	hints: NodeExecutionHint[];
	logs: LogLine[];
	/** Returns the execution as the text that n8n would store. */
	stored: () => string;
}

const flatted = import('flatted');

/** Runs a node in n8n's engine with these items. The result holds an error of the node. */
export async function runNode({
	items = [{ json: {} }],
	asTool,
	cancel,
	...setting
}: NodeRequest): Promise<NodeRun> {
	const node = await workflowNode(setting);
	// Pinned items replace the output of this node, whatever its type is.
	const source = nodeOf('Items', node.type, {});
	if (asTool) node.type += 'Tool';
	const toolType = asTool ? { [node.type]: await nodeType(setting.node) } : {};
	const workflow = await chain([source, node], toolType);
	const additionalData = await makeAdditionalData(workflow, 'integrated', setting.credentials);
	const { stringify } = await flatted;

	return await withLog(async () => {
		const execution = new WorkflowExecute(additionalData, 'integrated').run({
			workflow,
			startNode: source,
			pinData: { [source.name]: items },
		});
		const stop = () => execution.cancel();
		cancel?.addEventListener('abort', stop, { once: true });
		try {
			const run = await execution;
			const task = run.data.resultData.runData[nodeName]?.at(-1);
			const error = task?.error ?? run.data.resultData.error;
			return {
				outputs: (task?.data?.main ?? []).map((output) => output ?? []),
				status: run.status,
				...(error && { error }),
				hints: task?.hints ?? [],
				stored: () => stringify(run.data),
			};
		} finally {
			cancel?.removeEventListener('abort', stop);
			await workflow.expression.releaseIsolate();
		}
	});
}

type OperationSetting = Omit<Partial<NodeRequest>, 'node' | 'parameters' | 'items'> & {
	items?: readonly IDataObject[];
};

/** Runs an operation, by its name `logSource.add`, in n8n's engine; expressions read the items. */
export async function runOperation(
	service: { url: string; token: string },
	name: string,
	parameters: INodeParameters = {},
	{ items = [{}], ...setting }: OperationSetting = {},
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
