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
import {
	SimulatedHost,
	type Asked,
	type Poller,
	type StoredWith,
	type TickSetting,
} from './simulatedHost';
import { startSimulatedTime } from './simulatedTime';

export interface StageSetting {
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
	unit?: number;
}

/** The embedded service without a network, as documented but for these switches; its clock stands. */
const quietService = (now: number, switches: Partial<Switches>): Service =>
	new Service({ now, world: volumeWorld({}), switches: { ...documented.switches, ...switches } });

/**
 * A trigger that polls a service in a time of its own, in which nothing passes but what is told. The last
 * stage has the clocks, until the time is ended.
 */
export const openStage = (
	{ fields, start, unit = 1, ...trigger }: Trigger,
	{
		parameters = {},
		storedWith = 'each poll',
		credential = {},
		poller = trigger.poller,
		latency = 0,
		switches = {},
	}: StageSetting,
) => {
	const service = quietService(start * 1000, switches);
	const { setNow, onWait } = startSimulatedTime();
	let answersAfter = latency;
	let ahead = 0;
	const hooks = {
		/** What happens before a request is answered. */
		onRequest: (_asked: Asked): void => undefined,
		/** Changes an answer on its way. */
		rewrite: (answer: Outgoing): Outgoing => answer,
	};
	const advance = (seconds: number) => {
		service.clock.advance(Math.round(seconds * 1000));
		setNow(service.clock.now() + ahead * 1000);
	};
	onWait((ms) => {
		advance(ms / 1000);
	});
	const answer = (asked: Asked) => {
		const { method, url, body, timeout } = asked;
		const ms = 1000 * (typeof answersAfter === 'number' ? answersAfter : answersAfter(body));
		advance(Math.min(ms, timeout) / 1000);
		if (ms > timeout) return undefined;
		hooks.onRequest(asked);
		return hooks.rewrite(service.answer(method, url, body));
	};
	/** Moves both clocks on, by so many units, and the host's by more. */
	const wait = (units: number, hostAhead = 0) => {
		ahead += hostAhead * unit;
		advance(units * unit);
	};
	wait(0);
	const host = new SimulatedHost(poller, answer, storedWith, fields, parameters, credential);
	return {
		service,
		host,
		hooks,
		wait,
		/** From now on an answer takes that many seconds. */
		slow: (seconds: number) => {
			answersAfter = seconds;
		},
		/** A poll, so many units later. */
		poll: async (after = 0, how: TickSetting = {}) => {
			wait(after);
			const before = service.requests.length;
			const tick = await host.tick(how);
			return {
				...tick,
				/** What it wrote to the log, without its requests. */
				log: tick.logs.filter((line) => !/^(GET|POST) /.test(line)),
				requests: service.requests.length - before,
				/** The message of what it threw. */
				error: tick.thrown instanceof Error ? tick.thrown.message : tick.thrown,
			};
		},
		/** Starts n8n again, with a state that it has stored. */
		restart: (state = host.stored, activation: WorkflowActivateMode = 'init') => {
			host.start(state, activation);
		},
	};
};
