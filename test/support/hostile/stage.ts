import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	openTrigger,
	runNode,
	type NodeRequest,
	type NodeRun,
	type Poll,
} from '../harness/harness';
import type { Service } from '../service/service';
import { MADE_AT } from '../cases/world';
import { passTime } from './quickSleep';
import type { Scene } from './scenes';

/** What n8n is told beside what the scene says, or in the place of it. */
export interface Staging extends Pick<NodeRequest, 'onError' | 'cancel'> {
	credentials: NonNullable<NodeRequest['credentials']>;
	parameters?: INodeParameters;
	items?: readonly IDataObject[];
}

export interface PlayRun extends NodeRun {
	/** Whether a poll changed what the trigger knows of alerts and of the time that it has read. */
	changed?: boolean;
}

/** Does what a scene is about, in n8n's engine. A trigger is polled once more each time. */
export type Play = () => Promise<PlayRun>;

/** Alerts that come in before a trigger is polled: several pages. */
const ARRIVALS = 20;

/** Sets a scene up at the service, where nothing goes wrong yet. */
export async function stage(
	service: Service,
	scene: Scene,
	{ parameters, items = scene.items, ...telling }: Staging,
): Promise<Play> {
	const prepared = await scene.setup?.(service);
	const setting = {
		node: scene.node,
		parameters: { ...scene.parameters, ...parameters },
		...telling,
	};
	if (scene.polls !== true) {
		return async () =>
			await runNode({
				...setting,
				items: items.map((json) => ({ json: { ...prepared, ...json } })),
			});
	}
	service.clock.freeze(MADE_AT);
	const trigger = await openTrigger(setting);
	let before = knownIn(await trigger.poll());
	service.arrive(Array.from({ length: ARRIVALS }, () => ({ eventTime: MADE_AT / 1000 + 30 })));
	return async () => {
		service.clock.advance(60_000);
		passTime(60_000);
		const polled = await trigger.poll();
		const known = knownIn(polled);
		const changed = known !== before;
		before = known;
		return { ...asRun(polled), changed };
	};
}

const SIZING = ['step', 'failures', 'resends', 'ceiling'];

/** How a trigger reads may change with a poll that reads nothing: the next one asks for less. */
const MANNER = new Set([...SIZING, 'page', 'distrustsCounts', 'lookBackStep', 'polls', 'pollId']);

const knownIn = ({ staticData }: Poll): string =>
	JSON.stringify(Object.entries(staticData).filter(([name]) => !MANNER.has(name)));

/** A poll tells its user through the log, where other runs give hints. */
function asRun({ data, error, logs, staticData, emittedErrors }: Poll): PlayRun {
	const [fault = error] = emittedErrors;
	return {
		outputs: data ?? [],
		status: fault === undefined ? 'success' : 'error',
		...(fault === undefined ? {} : { error: fault as NonNullable<NodeRun['error']> }),
		hints: logs.flatMap(({ level, message }) =>
			['info', 'warn'].includes(level) ? [{ message, type: 'warning' as const }] : [],
		),
		logs,
		stored: () => JSON.stringify(staticData),
	};
}
