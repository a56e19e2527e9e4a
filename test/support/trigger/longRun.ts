import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import type { Alert } from '../service/alertStore';
import { alertOf } from './history';
import { LimitedService, type Limits } from './limitedService';
import { ALERT_TRIGGER, START, type AlertSetting } from './polls';
import { endExecutions, type Tick } from './simulatedHost';
import { openStage } from './stage';

/** A poll of a long run. */
interface RunPoll extends Tick {
	/** Seconds since the start. */
	at: number;
	items: IDataObject[];
	requests: number;
}

export type LongRun = ReturnType<typeof longRun>;

/** What came out wrong: lost, twice, or one key for two. */
interface Verdict {
	lost: number;
	twice: number;
	sharedKeys: number;
	/** Seconds from an alert's arrival to its emission, at most. */
	worstDelay: number;
	thrown: number;
}

export interface LongRunSetting extends AlertSetting {
	limits?: Limits;
}

/** The verdict on a run that went right. */
export const CLEAN = { lost: 0, twice: 0, sharedKeys: 0 };

/** So many alerts a second for so many minutes, and polls until all should be there. */
export async function sustained({ raise, poll }: LongRun, perSecond: number, minutes: number) {
	const count = perSecond * minutes * 60;
	for (let index = 0; index < count; index += 1) raise(Math.floor(index / perSecond), index);
	await poll(minutes + 4);
}

/** An alert trigger and a service whose limits last; times are in seconds. */
export const longRun = ({
	limits = {},
	options = {},
	filters = {},
	...setting
}: LongRunSetting = {}) => {
	const service = new LimitedService(START * 1000, limits);
	const parameters = { options, filters };
	const stage = openStage(service, ALERT_TRIGGER, { parameters, latency: 0.04, ...setting });
	const now = () => service.clock.now();
	const raised: Array<{ name: string; arrivedAt: number }> = [];
	const polls: RunPoll[] = [];
	return {
		...stage,
		polls,
		/** An alert of that second after the start, which reaches the service so much later. */
		raise: (at: number, content: number, late = 0, more: Partial<Alert> = {}): number => {
			const second = START + at;
			const arrivedAt = (second + late) * 1000;
			raised.push({ name: `content ${content} ${more.userName ?? second}`, arrivedAt });
			return service.add({
				...alertOf({ at, late, content, twins: 1 }, second, arrivedAt),
				userName: String(second),
				...more,
			});
		},
		/** As many polls, each so many seconds after the one before. */
		poll: async (count: number, every = 60) => {
			for (let index = 0; index < count; index += 1) {
				stage.wait(every);
				const at = now() / 1000 - START;
				const done = await stage.poll();
				await endExecutions(done.handedOver, 'finished');
				polls.push({ ...done, at });
			}
		},
		verdict: () => judge(raised, polls, now()),
	};
};

/** The oracle: compares by count, since alerts that look alike are interchangeable. */
function judge(
	raised: ReadonlyArray<{ name: string; arrivedAt: number }>,
	polls: readonly RunPoll[],
	now: number,
): Verdict {
	const arrivals = new Map<string, number[]>();
	for (const { name, arrivedAt } of raised.toSorted((a, b) => a.arrivedAt - b.arrivedAt)) {
		if (arrivedAt <= now) arrivals.set(name, [...(arrivals.get(name) ?? []), arrivedAt]);
	}
	const emitted = polls.flatMap(({ at, items }) =>
		items.filter(({ redelivered }) => redelivered !== true).map((item) => ({ at, item })),
	);
	const delays = emitted.flatMap(({ at, item }) => {
		const left = arrivals.get(`${asText(item.Message)} ${asText(item.UserName)}`);
		const arrivedAt = left?.shift();
		return arrivedAt === undefined ? [] : [at + START - arrivedAt / 1000];
	});
	return {
		lost: [...arrivals.values()].flat().length,
		twice: emitted.length - delays.length,
		sharedKeys: emitted.length - new Set(emitted.map(({ item }) => item.alert_key)).size,
		worstDelay: Math.ceil(delays.reduce((worst, delay) => Math.max(worst, delay), 0)),
		thrown: polls.filter(({ thrown }) => thrown !== undefined).length,
	};
}
