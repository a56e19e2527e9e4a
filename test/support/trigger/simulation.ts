import fc from 'fast-check';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { Outgoing } from '../service/outgoing';
import { Service } from '../service/service';
import { documented, type Switches } from '../service/switches';
import { volumeWorld } from '../service/volumeWorld';
import { SimulatedHost, type Call, type Poller, type PollSetting, type StoredWith } from './host';

export interface Setting {
	parameters?: INodeParameters;
	storedWith?: StoredWith;
	/** More of the credential. */
	credential?: IDataObject;
	poller?: Poller;
	/** How long an answer to a body takes, in seconds. */
	latency?: number | ((body: string) => number);
	/** What is not as documented. */
	switches?: Partial<Switches>;
}

interface Trigger {
	poller: Poller;
	fields: readonly INodeProperties[];
	/** When it begins, in seconds since 1970. */
	start: number;
	/** The seconds in which its tests count the time. */
	unit: number;
}

/** A value that an arbitrary of fast-check draws. */
export type ValueOf<From> = From extends fc.Arbitrary<infer Value> ? Value : never;

export const oneOf = <Value>(...values: Value[]) => fc.constantFrom<Value>(...values);

const { now, setTimeout } = { now: Date.now, setTimeout: globalThis.setTimeout };

/** The host's clock is its own again. */
export function endSimulatedTime(): void {
	Date.now = now;
	globalThis.setTimeout = setTimeout;
}

/**
 * A trigger that polls the embedded service, without a network, in a time in which nothing passes but what
 * is told: a wait of the trigger's moves the clocks. The last one has the clocks, until the time is ended.
 */
export const simulate = (
	{ fields, start, unit, ...trigger }: Trigger,
	{
		parameters = {},
		storedWith = 'each poll',
		credential = {},
		poller = trigger.poller,
		latency = 0,
		switches = {},
	}: Setting,
) => {
	const service = new Service({
		world: volumeWorld({}),
		switches: { ...documented, ...switches },
	});
	service.clock.freeze(start * 1000);
	let aheadMs = 0;
	const advance = (ms: number) => {
		service.clock.advance(Math.round(ms));
	};
	Date.now = () => service.clock.now() + aheadMs;
	// A timer of no time would still take a millisecond.
	const timer = setTimeout(() => undefined);
	const skip = (run: () => void, ms = 0) => {
		advance(ms);
		setImmediate(run);
		return timer;
	};
	globalThis.setTimeout = Object.assign(skip, { __promisify__: setTimeout.__promisify__ });
	const hooks = {
		/** Changes an answer on its way; a test may set it while the trigger runs. */
		rewrite: (answer: Outgoing): Outgoing => answer,
	};
	const answer = ({ method, url, body, timeout }: Call) => {
		const ms = 1000 * (typeof latency === 'number' ? latency : latency(body));
		advance(Math.min(ms, timeout));
		if (ms > timeout) return undefined;
		return hooks.rewrite(service.answer(method, url, body));
	};
	const defaults = fields
		.filter((field) => !('displayOptions' in field))
		.map(({ name, default: value }): [string, INodeParameters[string]] => [name, value]);
	const allParameters = { ...Object.fromEntries(defaults), ...parameters };
	const host = new SimulatedHost(poller, answer, storedWith, allParameters, credential);
	/** Moves both clocks on, by so many units, and the host's by more. */
	const wait = (units: number, hostAhead = 0) => {
		aheadMs += hostAhead * unit * 1000;
		advance(units * unit * 1000);
	};
	return {
		service,
		host,
		hooks,
		wait,
		/** A poll, so many units later. */
		poll: async (after = 0, setting: PollSetting = {}) => {
			wait(after);
			const before = service.requests.length;
			const result = await host.poll(setting);
			return {
				...result,
				/** What it wrote to the log, without its requests. */
				log: result.logs.filter((line) => !/^(GET|POST) /.test(line)),
				requests: service.requests.length - before,
				/** The message of what it threw. */
				error: result.thrown instanceof Error ? result.thrown.message : result.thrown,
			};
		},
		/** Starts n8n again, with a state that it has stored. */
		restart: (state = host.stored, activation: WorkflowActivateMode = 'init') => {
			host.start(state, activation);
		},
	};
};
