import type { IDataObject, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { asText } from '../../../nodes/shared/json';
import type { Fault } from '../service/faults';
import type { Switches } from '../service/switches';
import { DirectService } from './directService';
import { alertOf, type Arrival } from './history';
import {
	SimulatedHost,
	type DirectAnswer,
	type Engine,
	type Poller,
	type Tick,
} from './simulatedHost';
import { withSimulatedTime } from './simulatedTime';

/** The second of the first poll; none that is round. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;

/** The embedded service's alert search, which keeps what it is asked for. */
class AskedService extends DirectService {
	readonly bodies: IDataObject[] = [];

	override answer(text: string, address: string): DirectAnswer {
		this.bodies.push(JSON.parse(text) as IDataObject);
		return super.answer(text, address);
	}
}

export interface Stage {
	service: AskedService;
	host: SimulatedHost;
	/** An alert that reaches the service that many seconds after the start. */
	arrive: (at: number, content: number, rest?: Partial<Arrival>) => void;
	/** Moves both clocks on, by that many seconds, and the host's by more. */
	wait: (seconds: number, hostAhead?: number) => void;
	/** From now on an answer takes that many seconds. */
	slow: (seconds: number) => void;
	/** A poll, that many seconds later. */
	poll: (after?: number, overlapping?: number) => Promise<Seen>;
	/** Starts n8n again, with a state that it has stored. */
	restart: (state?: IDataObject, activation?: WorkflowActivateMode) => void;
	/** What was searched since the last time: seconds after the start. */
	asked: () => Array<[from: number, to: number] | 'cursor'>;
}

/** What a poll did. */
export interface Seen extends Omit<Tick, 'logs'> {
	/** The contents of the alerts that were handed over. */
	contents: number[];
	items: IDataObject[];
	/** What it wrote to the log, without its requests. */
	log: string[];
}

export interface Setting {
	/** The node's Options. */
	options?: INodeParameters;
	filters?: INodeParameters;
	switches?: Partial<Switches>;
	engine?: Engine;
	/** Whether n8n tells how long a poll may take, as it did not always. */
	budget?: 'told' | 'none';
}

const contentOf = ({ Message }: IDataObject): number => Number(asText(Message).split(' ')[1]);

const second = (time: unknown): number => Date.parse(asText(time)) / 1000 - START;

/** Lets a trigger poll a service in a time of its own, in which nothing passes but what is told. */
export const onStage = async (
	{ options = {}, filters = {}, switches = {}, engine = 'memory', budget = 'told' }: Setting,
	work: (stage: Stage) => Promise<void>,
): Promise<void> => {
	await withSimulatedTime(async (setNow, onWait) => {
		let now = START;
		let ahead = 0;
		let latency = 0;
		const service = new AskedService(START * 1000, { searchRequires: 'nothing', ...switches });
		const wait = (seconds: number, hostAhead = 0) => {
			now += seconds;
			ahead += hostAhead;
			service.clock.set(now * 1000);
			setNow((now + ahead) * 1000);
		};
		wait(0);
		onWait((ms) => {
			wait(ms / 1000);
		});
		const poller: Poller = async (functions) => {
			if (budget === 'none') Reflect.deleteProperty(functions, 'getPollBudgetMs');
			return await poll(functions);
		};
		const host = new SimulatedHost(poller, service, engine, { options, filters }, () => {
			wait(latency);
		});
		let told = 0;
		await work({
			service,
			host,
			wait,
			slow: (seconds) => {
				latency = seconds;
			},
			arrive: (at, content, { late = 0, twins = 1 } = {}) => {
				const arrival = { at, late, content, twins };
				const alert = alertOf(arrival, START + at - late, (START + at) * 1000);
				for (let twin = 0; twin < twins; twin += 1) service.add(alert);
			},
			poll: async (after = 0, overlapping = 1) => {
				wait(after);
				const { logs, ...tick } = await host.tick(overlapping);
				const items = tick.handedOver.flatMap((handOver) => handOver.items);
				const log = logs.filter((line) => !line.startsWith('POST'));
				return { ...tick, items, contents: items.map(contentOf), log };
			},
			restart: (state = host.stored, activation = 'init') => {
				host.start(state, activation);
			},
			asked: () => {
				const since = service.bodies.slice(told);
				told = service.bodies.length;
				return since.map(({ cursor, start_time, end_time }) =>
					cursor === undefined ? [second(start_time), second(end_time)] : 'cursor',
				);
			},
		});
	});
};

export const refusal: Fault = { kind: 'refusal', code: '07001111', status: 400, detail: 'No' };

export const thrown = (seen: Seen) =>
	seen.thrown instanceof Error ? seen.thrown.message : seen.thrown;

/** Lets six alerts come in before the first poll, three in each half of First Fetch. */
export const sixBefore = ({ arrive }: Stage) => {
	[-580, -490, -400, -200, -110, -20].forEach((at, content) => {
		arrive(at, content);
	});
};

export const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);
