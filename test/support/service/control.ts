import type { Fault } from './faults';
import type { NewAlert, Service } from './service';
import type { ItemRefusal } from './state';
import type { Switches } from './switches';

/** What POST /__control may hold; it is carried out in this order. */
export type ControlRequest = {
	reset?: true;
	switches?: Partial<Switches>;
	/** Added to the faults in force. */
	faults?: Fault[];
	/** Added to the items that fail. */
	itemRefusals?: ItemRefusal[];
	/** Moves the clock on, in ms. */
	advance?: number;
	arrive?: NewAlert[];
	/** Alerts that are closed, by their indexes. */
	close?: number[];
};

const carryOut = (service: Service, request: ControlRequest): object => {
	if (request.reset) service.reset();
	if (request.switches) service.set(request.switches);
	if (request.faults) service.faults.push(...request.faults);
	if (request.itemRefusals) service.itemRefusals.push(...request.itemRefusals);
	if (request.advance !== undefined) service.clock.advance(request.advance);
	for (const index of request.close ?? []) service.world.alerts.setStatus(index, 'closed');
	const arrived = request.arrive === undefined ? [] : service.arrive(request.arrive);
	return { done: true, arrived };
};

const alertsFrom = (service: Service, first: number) => {
	const { alerts } = service.world;
	const from = Math.max(0, first);
	return Array.from({ length: Math.max(0, alerts.count - from) }, (_none, index) => ({
		index: from + index,
		...alerts.at(from + index),
	}));
};

/**
 * The endpoints outside the interface, for another process: POST /__control (ControlRequest);
 * GET /__control/requests?after=<number>, /counts, /alerts?from=<index>.
 * Returns undefined where nothing is served. Throws where the request is not JSON.
 */
export const control = (service: Service, method: string, url: string, text: string): unknown => {
	const { pathname, searchParams } = new URL(url, 'http://control.invalid');
	const number = (name: string) => Number(searchParams.get(name) ?? 0);
	if (method === 'POST' && pathname === '/__control') {
		return carryOut(service, JSON.parse(text) as ControlRequest);
	}
	if (method !== 'GET') return undefined;
	switch (pathname) {
		case '/__control/requests':
			return service.requests.filter((request) => request.number > number('after'));
		case '/__control/counts':
			return { requests: service.requestCount };
		case '/__control/alerts':
			return alertsFrom(service, number('from'));
		default:
			return undefined;
	}
};
