import './log';

import { Container } from '@n8n/di';
import { PollContext, TriggersAndPollers } from 'n8n-core';
import {
	jsonParse,
	UnexpectedError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { withLog, type LogLine } from './log';
import { chain, nodeName, surroundings, workflowNode, type NodeSetting } from './workflow';

/** Items that a poll handed over by `__emit`, and the promise of the execution's end if it asked for it. */
export interface Emission {
	items: INodeExecutionData[][];
	done?: NonNullable<Parameters<IPollFunctions['__emit']>[2]>;
}

export interface Poll {
	/** What the poll returned: items of each output, or null for nothing new. */
	data: INodeExecutionData[][] | null;
	emitted: Emission[];
	emittedErrors: Error[];
	/** What the poll threw. */
	error?: unknown;
	/** A copy of the node's state after the poll. */
	staticData: IDataObject;
	/** Whether the poll wrote to the state, the same value included. */
	changed: boolean;
	logs: LogLine[];
}

export interface TriggerSetting extends Omit<NodeSetting, 'node'> {
	node?: string;
	/** The state as it was stored when n8n started; copied. */
	staticData?: IDataObject;
	/** What `getPollBudgetMs` answers; 5 minutes if not given. */
	budgetMs?: number;
}

/** One activated trigger in the memory of one n8n process: polls of it share the state object. */
export interface Trigger {
	/** One tick; `mode` is `trigger` or `manual`, `activation` how the workflow was activated. */
	poll(mode?: WorkflowExecuteMode, activation?: WorkflowActivateMode): Promise<Poll>;
}

const pollers = Container.get(TriggersAndPollers);

/** Puts a trigger into a workflow, as n8n does at activation; a restart is a new one on the stored state. */
export async function openTrigger({
	node: name = 'alertTrigger',
	staticData = {},
	budgetMs = 300_000,
	...setting
}: TriggerSetting): Promise<Trigger> {
	const workflow = await chain(
		[await workflowNode({ node: name, ...setting })],
		{},
		{
			[`node:${nodeName}`]: structuredClone(staticData),
		},
	);
	const node = workflow.getNode(nodeName);
	if (!node) throw new UnexpectedError(`${name} is not in its workflow`);

	return {
		async poll(mode = 'trigger', activation = mode === 'manual' ? 'manual' : 'activate') {
			const emitted: Emission[] = [];
			const emittedErrors: Error[] = [];
			const around = await surroundings(workflow, mode, setting.credentials);
			// Manual runs keep the engine's own functions, which refuse.
			const manual = mode === 'manual';
			const emit: PollContext['__emit'] = (items, _answer, done) => {
				emitted.push({ items, ...(done && { done }) });
			};
			const emitError: PollContext['__emitError'] = (error) => {
				emittedErrors.push(error);
			};
			const context = new PollContext(
				workflow,
				node,
				around,
				mode,
				activation,
				manual ? undefined : emit,
				manual ? undefined : emitError,
				undefined,
				undefined,
				undefined,
				() => budgetMs,
			);
			workflow.staticData['__dataChanged'] = false;
			return await withLog(async () => {
				const outcome = await workflow.expression.withIsolate(async () => {
					try {
						return {
							data: await pollers.runPollFunction(workflow, node, context as IPollFunctions),
						};
					} catch (error) {
						return { data: null, error };
					}
				});
				return {
					...outcome,
					emitted,
					emittedErrors,
					staticData: jsonParse<IDataObject>(JSON.stringify(workflow.getStaticData('node', node))),
					changed: workflow.staticData['__dataChanged'] === true,
				};
			});
		},
	};
}

/** One poll of a trigger that is opened for it, e.g. a manual test or the first poll after a start. */
export async function poll({
	mode,
	activation,
	...setting
}: TriggerSetting & {
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
}): Promise<Poll> {
	return await (await openTrigger(setting)).poll(mode, activation);
}
