import type { IDataObject } from 'n8n-workflow';

import { mainCases, type Case } from '../../cases';
import { openTrigger, runOperation, type NodeRequest, type NodeRun } from '../harness/harness';
import { passTime } from '../ownTime';
import type { Service } from '../service/service';

/** The main case of an operation, or polls of a trigger, whose operation is `poll`. */
export interface Example extends Pick<Case, 'operation' | 'parameters' | 'done' | 'setup'> {
	items: readonly IDataObject[];
	polls?: true;
}

const triggers: Example[] = [
	{
		operation: 'alertTrigger.poll',
		parameters: { options: { allFields: true } },
		items: [],
		polls: true,
	},
	{
		operation: 'healthTrigger.poll',
		parameters: { logSourceChanges: ['silent'], silentAfter: 1 },
		items: [],
		polls: true,
		// All log sources are silent at the next poll, a minute later.
		setup: ({ world }) => {
			const last_event_time = new Date(Date.now() - 30_000).toISOString();
			for (const source of world.logSources.values()) Object.assign(source, { last_event_time });
			return {};
		},
	},
];

/** One example of every operation of every node, and of each trigger. */
export const examples: readonly Example[] = [
	...mainCases.map(({ items = [{}], ...rest }) => ({ ...rest, items })),
	...triggers,
];

/** @throws Error if no example has the operation */
export const exampleOf = (operation: string): Example => {
	const match = examples.find((example) => example.operation === operation);
	if (match === undefined) throw new Error(`No example ${operation}`);
	return match;
};

/** Polls a trigger and returns the result like the run of a node, with warnings of the log as hints. */
const pollTrigger = async (trigger: Awaited<ReturnType<typeof openTrigger>>): Promise<NodeRun> => {
	const { data, error, logs, staticData } = await trigger.poll();
	const warnings = logs.filter(({ level }) => level === 'warn');
	return {
		outputs: data ?? [],
		status: error === undefined ? 'success' : 'error',
		...(error !== undefined && { error: error as NonNullable<NodeRun['error']> }),
		hints: warnings.map(({ message }) => ({ message, type: 'warning' as const })),
		logs,
		stored: () => JSON.stringify(staticData),
	};
};

/** Sets up an example, and polls a trigger once. @returns a function that runs it; a trigger polls a minute later */
export async function prepare(
	service: Service,
	{ operation, parameters, items, polls, setup }: Example,
	setting: Pick<NodeRequest, 'credentials' | 'onError' | 'cancel'>,
): Promise<() => Promise<NodeRun>> {
	const setupMembers = await setup?.(service);
	if (polls !== true) {
		const allItems = items.map((item) => ({ ...setupMembers, ...item }));
		const runSetting = { items: allItems, ...setting };
		service.clearRequests();
		return async () => await runOperation(service, operation, parameters, runSetting);
	}
	const [node = ''] = operation.split('.');
	const now = Date.now();
	service.clock.freeze(now);
	const trigger = await openTrigger({ node, parameters, ...setting });
	await trigger.poll();
	service.arrive(Array<object>(20).fill({ eventTime: Math.floor(now / 1000) + 30 }));
	service.clearRequests();
	return async () => {
		service.clock.advance(60_000);
		passTime(60_000);
		return await pollTrigger(trigger);
	};
}

/** Resets the service after a run, and lets a day pass to end every lock. */
export const startAnew = (service: Service): void => {
	service.reset();
	passTime(86_400_000);
};
