import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { mainCases, type Case } from '../../cases';
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

const trigger: Scene = {
	name: 'alertTrigger.poll',
	node: 'alertTrigger',
	operation: 'poll',
	parameters: { simplify: false },
	items: [{}],
	polls: true,
};

/** One scene of every operation of every node, by their names. */
export const scenes: readonly Scene[] = [...mainCases.map(sceneOf), trigger].sort((one, other) =>
	one.name < other.name ? -1 : 1,
);
