import './log';

import { Container } from '@n8n/di';
import { PollContext, TriggersAndPollers } from 'n8n-core';
import { jsonParse } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withLog, type LogLine } from './log';
import { chain, makeAdditionalData, workflowNode, type NodeSetting } from './workflow';

export interface Poll {
	/** The items that the poll returned for each output, or null if nothing is new. */
	data: INodeExecutionData[][] | null;
	error?: unknown;
	staticData: IDataObject;
	logs: LogLine[];
}

const POLL_BUDGET_MS = 300_000;

const pollers = Container.get(TriggersAndPollers);

/** Puts a trigger into a workflow, as n8n does at activation. Its polls share the state object. */
export async function openTrigger(setting: NodeSetting) {
	const node = await workflowNode(setting);
	const workflow = await chain([node]);

	return {
		async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<Poll> {
			const additionalData = await makeAdditionalData(workflow, mode, setting.credentials);
			const activation = mode === 'manual' ? mode : 'activate';
			const context = new PollContext(
				workflow,
				node,
				additionalData,
				mode,
				activation,
				// A poll returns its items, so n8n's default functions stay, which refuse to emit items.
				undefined,
				undefined,
				undefined,
				undefined,
				undefined,
				() => POLL_BUDGET_MS,
			);
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
					staticData: jsonParse<IDataObject>(JSON.stringify(workflow.getStaticData('node', node))),
				};
			});
		},
	};
}
