import { setImmediate } from 'node:timers/promises';

import type { IDataObject, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { FIELDS } from '../../../nodes/AlertTrigger/fields';
import { asText } from '../../../nodes/shared/json';
import type { Alert } from '../service/alertStore';
import { alertOf } from './history';
import { LimitedService, type Limits } from './limitedService';
import { SimulatedHost, type Engine, type Poller, type Tick } from './simulatedHost';
import { withSimulatedTime } from './simulatedTime';

/** The second of the first poll; none that is round. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;

/** A poll of a long run. */
export interface RunPoll extends Tick {
	/** Seconds since the start. */
	at: number;
	items: IDataObject[];
	requests: number;
}

/** A trigger and a service whose limits last. */
export interface LongRun {
	service: LimitedService;
	host: SimulatedHost;
	polls: RunPoll[];
	/** An alert of that second after the start, which reaches the service so much later. */
	raise: (at: number, content: number, late?: number, more?: Partial<Alert>) => number;
	/** As many polls, each so many seconds after the one before. */
	poll: (count: number, every?: number) => Promise<void>;
	/** Moves both clocks on. */
	wait: (seconds: number) => void;
	/** Moves the host's clock alone. */
	shiftHost: (seconds: number) => void;
	restart: (activation?: WorkflowActivateMode) => void;
	/** What came out wrong: lost, twice, or one key for two. */
	verdict: () => Verdict;
}

export interface Verdict {
	lost: number;
	twice: number;
	sharedKeys: number;
	/** Seconds from an alert's arrival to its emission, at most. */
	worstDelay: number;
	/** Requests of a poll at most. */
	mostRequests: number;
	thrown: number;
}

export interface LongRunSetting {
	limits?: Limits;
	engine?: Engine;
	options?: INodeParameters;
	filters?: INodeParameters;
	poller?: Poller;
	/** More of the credential. */
	credential?: IDataObject;
	/** How long an answer takes, in ms. */
	latency?: number;
}

/** The verdict on a run that went right. */
export const CLEAN = { lost: 0, twice: 0, sharedKeys: 0 };

/** So many alerts a second for so many minutes, and polls until all should be there. */
export async function sustained({ raise, poll }: LongRun, perSecond: number, minutes: number) {
	const count = perSecond * minutes * 60;
	for (let index = 0; index < count; index += 1) raise(Math.floor(index / perSecond), index);
	await poll(minutes + 4);
}

/** Runs a trigger in simulated time against limits that last. */
export const longRun = async (
	{
		limits = {},
		engine = 'memory',
		options = {},
		filters = {},
		poller = poll,
		credential = {},
		latency = 40,
	}: LongRunSetting,
	work: (run: LongRun) => Promise<void>,
): Promise<void> => {
	await withSimulatedTime(async (setNow, onWait) => {
		let now = START * 1000;
		let ahead = 0;
		const service = new LimitedService(now, limits);
		const advance = (ms: number) => {
			now += ms;
			service.clock.set(now);
			setNow(now + ahead);
		};
		advance(0);
		onWait(advance);
		const answering = () => {
			advance(latency);
		};
		const parameters = { options, filters };
		const host = new SimulatedHost(
			poller,
			service,
			engine,
			parameters,
			answering,
			FIELDS,
			credential,
		);
		const raised: Array<{ name: string; arrivedAt: number }> = [];
		const polls: RunPoll[] = [];
		await work({
			service,
			host,
			polls,
			raise: (at, content, late = 0, more = {}) => {
				const second = START + at;
				const arrivedAt = (second + late) * 1000;
				raised.push({ name: `content ${content} ${more.userName ?? second}`, arrivedAt });
				return service.add({
					...alertOf({ at, late, content, twins: 1 }, second, arrivedAt),
					userName: String(second),
					...more,
				});
			},
			poll: async (count, every = 60) => {
				for (let index = 0; index < count; index += 1) {
					advance(every * 1000);
					const { requests } = service;
					const at = now / 1000 - START;
					const tick = await host.tick();
					const items = tick.handedOver.flatMap((handOver) => handOver.items);
					for (const { end } of tick.handedOver) end?.('finished');
					await setImmediate();
					polls.push({ ...tick, at, items, requests: service.requests - requests });
				}
			},
			wait: (seconds) => {
				advance(seconds * 1000);
			},
			shiftHost: (seconds) => {
				ahead += seconds * 1000;
				advance(0);
			},
			restart: (activation = 'init') => {
				host.start(host.stored, activation);
			},
			verdict: () => judge(raised, polls, now),
		});
	});
};

/** The oracle: compares by count, since alerts that look alike are interchangeable. */
function judge(
	raised: ReadonlyArray<{ name: string; arrivedAt: number }>,
	polls: readonly RunPoll[],
	now: number,
): Verdict {
	const arrivals = new Map<string, number[]>();
	for (const { name, arrivedAt } of raised) {
		if (arrivedAt > now) continue;
		arrivals.set(
			name,
			[...(arrivals.get(name) ?? []), arrivedAt].sort((a, b) => a - b),
		);
	}
	let twice = 0;
	let worstDelay = 0;
	const keys = new Set<string>();
	let items = 0;
	for (const { at, items: emitted } of polls) {
		for (const item of emitted) {
			if (item.redelivered === true) continue;
			items += 1;
			keys.add(asText(item.alert_key));
			const left = arrivals.get(`${asText(item.Message)} ${asText(item.UserName)}`);
			const arrivedAt = left?.shift();
			if (arrivedAt === undefined) twice += 1;
			else worstDelay = Math.max(worstDelay, at + START - arrivedAt / 1000);
		}
	}
	let lost = 0;
	for (const left of arrivals.values()) lost += left.length;
	return {
		lost,
		twice,
		sharedKeys: items - keys.size,
		worstDelay: Math.ceil(worstDelay),
		mostRequests: Math.max(0, ...polls.map(({ requests }) => requests)),
		thrown: polls.filter(({ thrown }) => thrown !== undefined).length,
	};
}
