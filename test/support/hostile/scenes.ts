import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { mainCases, type Case } from '../../cases';
import { MADE_AT } from '../cases/world';
import { operationOf } from '../rules/allOperations';
import type { Service } from '../service/service';

/** The main case of an operation, or polls of a trigger, as the hostile suites run it. */
export interface Scene {
	/** The node's short name and its operation, for instance logSource.getAll; `poll` of a trigger. */
	name: string;
	node: string;
	operation: string;
	/** What the user set; expressions read the items. */
	parameters: INodeParameters;
	items: readonly IDataObject[];
	/** For a write: whether the service has done what an item asks for. */
	done?: (service: Service, item: IDataObject) => boolean;
	/** Whether this is a trigger, which is polled. */
	polls?: boolean;
	/** Whether a request takes several items. */
	batched?: boolean;
	/** Prepares the service; each item gets the members that it returns. */
	setup?: Case['setup'];
}

function sceneOf({ operation: name, parameters, items = [{}], done, setup }: Case): Scene {
	const [node = '', operation = ''] = name.split('.');
	const offered = operationOf(name);
	return {
		name,
		node,
		operation,
		parameters: { operation, ...parameters },
		items,
		batched: offered.kind === 'write' && offered.maxBatchSize > 1,
		...(done && { done }),
		...(setup && { setup }),
	};
}

const poll = { operation: 'poll', items: [{}], polls: true } as const;

const triggers: readonly Scene[] = [
	{
		...poll,
		name: 'alertTrigger.poll',
		node: 'alertTrigger',
		parameters: { simplify: false },
	},
	{
		...poll,
		name: 'healthTrigger.poll',
		node: 'healthTrigger',
		parameters: {
			logSourceChanges: ['silent'],
			agentChanges: ['out_of_touch'],
			silentAfter: 1,
			options: { outOfTouchAfter: 1, mustLast: 0 },
		},
		// All of them are silent at the next poll, a minute later.
		setup: ({ world }) => {
			const time = new Date(MADE_AT - 30_000).toISOString();
			for (const source of world.logSources.values()) source.last_event_time = time;
			for (const agent of world.agents.values()) agent.last_sync_time = time;
			return {};
		},
	},
];

/** One scene of every operation of every node, by their names. */
export const scenes: readonly Scene[] = [...mainCases.map(sceneOf), ...triggers].sort(
	(one, other) => (one.name < other.name ? -1 : 1),
);

/** @throws Error where there is no scene of that name */
export function sceneNamed(name: string, among = scenes): Scene {
	const found = among.find((scene) => scene.name === name);
	if (found === undefined) throw new Error(`No scene ${name}`);
	return found;
}
