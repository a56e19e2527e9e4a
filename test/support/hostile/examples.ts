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
	/** What the user set; expressions read the items. */
	parameters: INodeParameters;
	items: readonly IDataObject[];
	/** Whether this is a trigger, which is polled. */
	polls?: true;
}

const exampleOf = (testCase: Case): Example => {
	const { operation: name, parameters, items = [{}], done, setup } = testCase;
	const [node = '', operation = ''] = name.split('.');
	const hooks = { ...(done && { done }), ...(setup && { setup }) };
	return { name, node, parameters: { operation, ...parameters }, items, ...hooks };
};

const triggers: Example[] = [
	{
		name: 'alertTrigger.poll',
		node: 'alertTrigger',
		parameters: { options: { output: 'raw' } },
		items: [],
		polls: true,
	},
	{
		name: 'healthTrigger.poll',
		node: 'healthTrigger',
		parameters: { logSourceChanges: ['silent'], silentAfter: 1 },
		items: [],
		polls: true,
		// All of them are silent at the next poll, a minute later.
		setup: ({ world }) => {
			const last_event_time = new Date(Date.now() - 30_000).toISOString();
			for (const source of world.logSources.values()) Object.assign(source, { last_event_time });
			return {};
		},
	},
];

/** One example of every operation of every node, and of each trigger. */
export const examples: readonly Example[] = [...mainCases.map(exampleOf), ...triggers];

/** @throws Error if there is no example of that name */
export const exampleNamed = (name: string): Example => {
	const match = examples.find((example) => example.name === name);
	if (match === undefined) throw new Error(`No example ${name}`);
	return match;
};

type RunSetting = Pick<NodeRequest, 'onError' | 'cancel'> & {
	credentials: NonNullable<NodeRequest['credentials']>;
};

const ARRIVALS = 20;

/** What a poll gave, as a run of a node gives it: its log stands for the hints. */
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
 * Sets an example up at the service, where nothing goes wrong yet; a trigger is polled once.
 * @returns what runs it in n8n's engine; each call polls a trigger once more, a minute later
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
	service.arrive(Array<object>(ARRIVALS).fill({ eventTime: Math.floor(now / 1000) + 30 }));
	service.clearRequests();
	return async () => {
		service.clock.advance(60_000);
		passTime(60_000);
		return await pollTrigger(trigger);
	};
}

/** Forgets what the run before left: a day passes, so that no lock holds. */
export const startAnew = (service: Service): void => {
	service.reset();
	passTime(86_400_000);
};
