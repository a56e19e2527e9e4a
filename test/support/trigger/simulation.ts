import fc from 'fast-check';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { ownTimes } from '../ownTime';
import { hash32 } from '../service/hash32';
import type { Outgoing } from '../service/outgoing';
import { Service } from '../service/service';
import { documented, type Switches } from '../service/switches';
import { volumeWorld } from '../service/volumeWorld';
import { SimulatedHost, type Call, type Poller, type PollSetting, type StoredWith } from './host';

export interface Setting {
	parameters?: INodeParameters;
	storedWith?: StoredWith;
	credential?: IDataObject;
	poller?: Poller;
	/** The seconds that a response takes. */
	latency?: number;
	/** The switches that differ from the documented service. */
	switches?: Partial<Switches>;
}

interface Trigger {
	poller: Poller;
	fields: readonly INodeProperties[];
	/** The time of the start, in seconds since 1970. */
	start: number;
	/** The unit of time of the tests, in seconds. */
	unit: number;
}

export type ValueOf<From> = From extends fc.Arbitrary<infer Value> ? Value : never;

export const oneOf = <Value>(...values: Value[]) => fc.constantFrom<Value>(...values);

const { setTimeout } = globalThis;
const timer = setTimeout(() => undefined);

/** Moves the clocks on instead of waiting: even a timer of zero ms would take a millisecond. */
function skip(run: () => void, ms = 0) {
	const time = ownTimes.getStore();
	if (time === undefined) return setTimeout(run, ms);
	time.advance(ms);
	setImmediate(run);
	return timer;
}

globalThis.setTimeout = Object.assign(skip, { __promisify__: setTimeout.__promisify__ });

/**
 * Makes a trigger that polls the embedded service without a network. During its polls, only waits and slow
 * responses move the clocks.
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
	const service = new Service({ world: volumeWorld({}), switches: { ...documented, ...switches } });
	service.clock.freeze(start * 1000);
	let aheadMs = 0;
	const advance = (ms: number) => service.clock.advance(Math.round(ms));
	// The waits before repeated requests have a random part, which must not change a history.
	let draws = 0;
	const time = {
		now: () => service.clock.now() + aheadMs,
		elapsed: () => service.clock.now(),
		advance,
		random: () => hash32((draws += 1)) / 2 ** 32,
	};
	const hooks = {
		/** Changes a response in transit; a test may replace this function while the trigger runs. */
		rewrite: (answer: Outgoing): Outgoing => answer,
	};
	const answer = ({ method, url, body, timeout }: Call) => {
		const ms = 1000 * latency;
		advance(Math.min(ms, timeout));
		if (ms > timeout) return undefined;
		return hooks.rewrite(service.answer(method, url, body));
	};
	const defaults = fields
		.filter((field) => !('displayOptions' in field))
		.map(({ name, default: value }): [string, INodeParameters[string]] => [name, value]);
	const allParameters = { ...Object.fromEntries(defaults), ...parameters };
	const host = new SimulatedHost(poller, answer, storedWith, allParameters, credential);
	/** Moves both clocks on by `units`, and the host's clock also by `hostAhead`. */
	const wait = (units: number, hostAhead = 0) => {
		aheadMs += hostAhead * unit * 1000;
		advance(units * unit * 1000);
	};
	return {
		service,
		host,
		hooks,
		wait,
		poll: async (after = 0, setting: PollSetting = {}) => {
			wait(after);
			const before = service.requests.length;
			const result = await ownTimes.run(time, async () => await host.poll(setting));
			return {
				...result,
				/** The lines of the log, without the requests. */
				log: result.logs.filter((line) => !/^(GET|POST) /.test(line)),
				requests: service.requests.length - before,
				error: result.thrown instanceof Error ? result.thrown.message : result.thrown,
			};
		},
		restart: (state = host.stored, activation: WorkflowActivateMode = 'init') =>
			host.start(state, activation),
	};
};
