import type { IDataObject, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { FIELDS } from '../../../nodes/HealthTrigger/fields';
import { poll } from '../../../nodes/HealthTrigger/poll';
import { asText } from '../../../nodes/shared/json';
import { instant, newLogSource } from '../service/logSources';
import type { Switches } from '../service/switches';
import type { Agent, LogSource } from '../service/world';
import { DirectService } from './directService';
import {
	SimulatedHost,
	type DirectAnswer,
	type Engine,
	type Poller,
	type Tick,
} from './simulatedHost';
import { withSimulatedTime } from './simulatedTime';

/** The second of the first poll: the beginning of a minute. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 0) / 1000;

/** The embedded service's listings. */
class ListingService extends DirectService {
	/** Path and query of what was asked. */
	readonly asked: string[] = [];

	/** Changes an answer on its way. */
	rewrite: (text: string) => string = (text) => text;

	/** What happens before a request is answered. */
	onRequest: (url: URL) => void = () => undefined;

	constructor(now: number, switches: Partial<Switches>) {
		super(now, { trusted: false, ...switches });
		this.state.world.agents.clear();
	}

	override answer(text: string, address: string): DirectAnswer {
		const url = new URL(address);
		this.onRequest(url);
		this.asked.push(`${url.pathname}${url.search}`);
		const answer = super.answer(text, address);
		return { ...answer, body: this.rewrite(answer.body) };
	}
}

/** What a poll did. */
export interface HealthPoll extends Tick {
	items: IDataObject[];
	/** Each item in short: `silent WEB1`. */
	told: string[];
	/** What it wrote to the log, without its requests. */
	log: string[];
	/** Requests that left. */
	requests: number;
	/** The message of what it threw. */
	error: string | undefined;
}

export interface HealthStage {
	service: ListingService;
	host: SimulatedHost;
	/** Adds a log source whose last event is that many seconds ago. */
	source: (name: string, more?: Partial<LogSource>, ago?: number) => LogSource;
	agent: (name: string, more?: Partial<Agent>) => Agent;
	/** An event of these log sources now; of all where none is named. */
	event: (...sources: LogSource[]) => void;
	remove: (source: LogSource) => void;
	/** Moves both clocks on, by that many minutes, and the host's by more. */
	wait: (minutes: number, hostAhead?: number) => void;
	/** From now on an answer takes that many seconds. */
	slow: (seconds: number) => void;
	/** A poll, that many minutes later. */
	poll: (after?: number, overlapping?: number) => Promise<HealthPoll>;
	/** Starts n8n again, with a state that it has stored. */
	restart: (state?: IDataObject, activation?: WorkflowActivateMode) => void;
}

export interface HealthSetting {
	parameters?: INodeParameters;
	switches?: Partial<Switches>;
	engine?: Engine;
	credential?: IDataObject;
	poller?: Poller;
}

/** Lets a health trigger poll a service in a time of its own, in which nothing passes but what is told. */
export const onHealthStage = async (
	{
		parameters = {},
		switches = {},
		engine = 'memory',
		credential = {},
		poller = poll,
	}: HealthSetting,
	work: (stage: HealthStage) => Promise<void>,
): Promise<void> => {
	await withSimulatedTime(async (setNow) => {
		let now = START;
		let ahead = 0;
		let latency = 0;
		const service = new ListingService(START * 1000, switches);
		const { world } = service.state;
		const wait = (minutes: number, hostAhead = 0) => {
			now += minutes * 60;
			ahead += hostAhead * 60;
			service.clock.set(now * 1000);
			setNow((now + ahead) * 1000);
		};
		wait(0);
		const host = new SimulatedHost(
			poller,
			service,
			engine,
			parameters,
			() => {
				wait(latency / 60);
			},
			FIELDS,
			credential,
		);
		await work({
			service,
			host,
			wait,
			source: (name, more = {}, ago = 0) => {
				const id = world.nextId('logSource');
				const domain = { domain_name: 'corp.example.com' };
				const source = { ...newLogSource(id, name, domain, (now - ago) * 1000), ...more };
				world.putLogSource(source);
				return source;
			},
			agent: (name, more = {}) => {
				const id = world.nextId('agent');
				const agent: Agent = {
					agent_id: id,
					agent_name: name,
					status: 'running',
					ahead: [],
					movedAt: 0,
					domain_name: 'corp.example.com',
					last_sync_time: instant(now * 1000),
					version: 5310,
					display_name: name,
					log_level: '2',
					credentials: {},
					...more,
				};
				world.agents.set(id, agent);
				return agent;
			},
			event: (...sources) => {
				for (const source of sources.length > 0 ? sources : world.logSources.values()) {
					source.last_event_time = instant(now * 1000);
				}
			},
			remove: (source) => {
				world.removeLogSource(source);
			},
			slow: (seconds) => {
				latency = seconds;
			},
			poll: async (after = 0, overlapping = 1) => {
				wait(after);
				const { length } = service.asked;
				const tick = await host.tick(overlapping);
				const items = tick.handedOver.flatMap((handOver) => handOver.items);
				return {
					...tick,
					items,
					told: items.map(({ change, name }) => `${asText(change)} ${asText(name)}`),
					log: tick.logs.filter((line) => !line.startsWith('GET')),
					requests: service.asked.length - length,
					error:
						tick.thrown === undefined || tick.thrown instanceof Error
							? tick.thrown?.message
							: 'no error',
				};
			},
			restart: (state = host.stored, activation = 'init') => {
				host.start(state, activation);
			},
		});
	});
};
