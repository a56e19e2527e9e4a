import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { mainCases, type Case } from '../../cases';
import { openTrigger, runNode, type NodeRequest, type NodeRun } from '../harness/harness';
import type { Service } from '../service/service';
import { passTime } from './quickWaits';

/** The main case of an operation, or polls of a trigger. */
export interface Example extends Pick<Case, 'done' | 'setup'> {
	/** The node's short name and its operation, for instance logSource.getAll; `poll` of a trigger. */
	name: string;
	node: string;
	/** The parameters that the user set; expressions read the items. */
	parameters: INodeParameters;
	items: readonly IDataObject[];
	/** Whether the example polls a trigger. */
	polls?: true;
}

const exampleOf = (testCase: Case): Example => {
	const { operation: name, parameters, items = [{}] } = testCase;
	const [node = '', operation = ''] = name.split('.');
	return { ...testCase, name, node, parameters: { operation, ...parameters }, items };
};

const triggers: Example[] = [
	{
		name: 'alertTrigger.poll',
		node: 'alertTrigger',
		parameters: { options: { allFields: true } },
		items: [],
		polls: true,
	},
	{
		name: 'healthTrigger.poll',
		node: 'healthTrigger',
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
export const examples: readonly Example[] = [...mainCases.map(exampleOf), ...triggers];

/** @throws Error if no example has the name */
export const exampleNamed = (name: string): Example => {
	const match = examples.find((example) => example.name === name);
	if (match === undefined) throw new Error(`No example ${name}`);
	return match;
};

type RunSetting = Pick<NodeRequest, 'credentials' | 'onError' | 'cancel'>;

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

/**
 * Sets up an example at the service before any fault, and polls a trigger once.
 * @returns a function that runs the example in n8n's engine; each call polls a trigger a minute later
 */
export async function prepare(
	service: Service,
	{ node, parameters, items, polls, setup }: Example,
	runSetting: RunSetting,
): Promise<() => Promise<NodeRun>> {
	const setupMembers = await setup?.(service);
	const setting = { node, parameters, ...runSetting };
	if (polls !== true) {
		const json = items.map((item) => ({ json: { ...setupMembers, ...item } }));
		service.clearRequests();
		return async () => await runNode({ ...setting, items: json });
	}
	const now = Date.now();
	service.clock.freeze(now);
	const trigger = await openTrigger(setting);
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
