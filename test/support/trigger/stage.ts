import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { DirectService } from './directService';
import { SimulatedHost, type StoredWith, type Poller } from './simulatedHost';
import { startSimulatedTime } from './simulatedTime';

export interface StageSetting {
	parameters?: INodeParameters;
	storedWith?: StoredWith;
	/** More of the credential. */
	credential?: IDataObject;
	poller?: Poller;
	/** How long an answer to a body takes, in seconds. */
	latency?: number | ((body: string) => number);
}

interface Trigger {
	poller: Poller;
	fields: readonly INodeProperties[];
	/** The seconds in which its tests count the time. */
	unit?: number;
}

/**
 * A trigger that polls a service in a time of its own, in which nothing passes but what is told. The last
 * stage has the clocks, until the time is ended.
 */
export const openStage = <Service extends DirectService>(
	service: Service,
	{ fields, unit = 1, ...trigger }: Trigger,
	{
		parameters = {},
		storedWith = 'each poll',
		credential = {},
		poller = trigger.poller,
		latency = 0,
	}: StageSetting,
) => {
	const { setNow, onWait } = startSimulatedTime();
	let answersAfter = latency;
	let ahead = 0;
	const advance = (seconds: number) => {
		service.clock.advance(Math.round(seconds * 1000));
		setNow(service.clock.now() + ahead * 1000);
	};
	onWait((ms) => {
		advance(ms / 1000);
	});
	const answering = (body: string, timeout: number): boolean => {
		const ms = 1000 * (typeof answersAfter === 'number' ? answersAfter : answersAfter(body));
		advance(Math.min(ms, timeout) / 1000);
		return ms <= timeout;
	};
	/** Moves both clocks on, by so many units, and the host's by more. */
	const wait = (units: number, hostAhead = 0) => {
		ahead += hostAhead * unit;
		advance(units * unit);
	};
	wait(0);
	const host = new SimulatedHost(
		poller,
		service,
		storedWith,
		parameters,
		answering,
		fields,
		credential,
	);
	return {
		service,
		host,
		wait,
		/** From now on an answer takes that many seconds. */
		slow: (seconds: number) => {
			answersAfter = seconds;
		},
		/** A poll, so many units later. */
		poll: async (after = 0, overlapping = 1) => {
			wait(after);
			const { requests } = service;
			const tick = await host.tick(overlapping);
			return {
				...tick,
				items: tick.handedOver.flatMap(({ items }) => items),
				/** What it wrote to the log, without its requests. */
				log: tick.logs.filter((line) => !/^(GET|POST) /.test(line)),
				requests: service.requests - requests,
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
