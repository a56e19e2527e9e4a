import type { IDataObject, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { FIELDS } from '../../../nodes/HealthTrigger/fields';
import { poll } from '../../../nodes/HealthTrigger/poll';
import { asText } from '../../../nodes/shared/json';
import { answerTo, dateHeader } from '../service/answering';
import { Clock } from '../service/clock';
import { operations } from '../service/contract';
import type { Fault } from '../service/faults';
import { FaultyAnswers, insteadOfAnswer } from '../service/faultyAnswer';
import { instant, newLogSource } from '../service/logSources';
import { newState } from '../service/state';
import { defaultSwitches, documented, type Switches } from '../service/switches';
import { volumeWorld } from '../service/volumeWorld';
import type { Agent, LogSource } from '../service/world';
import type { DirectAnswer } from './directService';
import {
	SimulatedHost,
	type Answering,
	type Engine,
	type Poller,
	type Tick,
} from './simulatedHost';
import { withSimulatedTime } from './simulatedTime';

/** The second of the first poll: the beginning of a minute. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 0) / 1000;

const token = 'token-of-the-direct-service';

/** The embedded service's listings without a network: the same checks, readings and faults. */
class ListingService implements Answering {
	readonly clock = new Clock();

	/** Faults to come: each strikes one request, undefined lets one pass. */
	faults: Array<Fault | undefined> = [];

	/** Path and query of what was asked. */
	readonly asked: string[] = [];

	/** Changes an answer on its way. */
	rewrite: (text: string) => string = (text) => text;

	/** What happens before a request is answered. */
	onRequest: (url: URL) => void = () => undefined;

	readonly state;

	private readonly faulty = new FaultyAnswers();

	constructor(now: number, switches: Partial<Switches>) {
		this.clock.freeze(now);
		this.state = newState({
			world: volumeWorld({})(now),
			clock: this.clock,
			switches: { ...defaultSwitches(), ...documented.switches, ...switches },
			token,
		});
		this.state.world.agents.clear();
	}

	answer(_body: string, address: string): DirectAnswer {
		const url = new URL(address);
		this.onRequest(url);
		const operation = operations.find(
			({ method, path }) => method === 'GET' && url.pathname.endsWith(path),
		);
		if (operation === undefined) throw new Error(`There is no listing ${url.pathname}`);
		this.asked.push(`${operation.path}${url.search}`);
		const headers = { authorization: `Bearer ${token}` };
		const now = this.clock.now();
		const fault = this.faults.shift();
		const about = { ...headers, text: '', path: url.pathname, url: url.pathname, now };
		const instead = fault === undefined ? undefined : insteadOfAnswer(fault, about, '');
		const own =
			instead ??
			answerTo(this.state, operation, {
				number: this.asked.length,
				method: 'GET',
				path: url.pathname,
				operation: operation.id,
				query: Object.fromEntries(url.searchParams),
				text: '',
				body: undefined,
				headers,
				at: now,
				status: 0,
				carriedOut: false,
				why: undefined,
				fault: fault?.kind,
			});
		const given =
			fault === undefined || instead !== undefined ? own : this.faulty.spoil(fault, own, '');
		return {
			statusCode: given.status,
			headers: { ...given.headers, ...dateHeader(this.state) },
			body: this.rewrite(given.text ?? ''),
		};
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
