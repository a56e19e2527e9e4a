import { json, type Fault } from './faults';
import type { Outgoing } from './outgoing';
import type { Incoming } from './respond';
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
	const { faults = [], itemRefusals = [], arrive = [], close = [] } = request;
	if (request.reset) service.reset();
	service.set(request.switches ?? {});
	service.faults.push(...faults);
	service.itemRefusals.push(...itemRefusals);
	service.clock.advance(request.advance ?? 0);
	for (const index of close) service.world.alerts.setStatus(index, 'closed');
	return { done: true, arrived: service.arrive(arrive) };
};

/**
 * What another process asks of the service, outside the interface: POST /__control (ControlRequest);
 * GET /__control/requests?after=<number>, /counts, /alerts.
 */
export const control = (service: Service, { method, url, text }: Incoming): Outgoing => {
	const { pathname, searchParams } = new URL(url, 'http://control.invalid');
	const { alerts } = service.world;
	const after = Number(searchParams.get('after') ?? 0);
	switch (`${method} ${pathname}`) {
		case 'POST /__control':
			try {
				return json(200, carryOut(service, JSON.parse(text) as ControlRequest));
			} catch (error) {
				return json(400, { why: String(error) });
			}
		case 'GET /__control/requests':
			return json(
				200,
				service.requests.filter(({ number }) => number > after),
			);
		case 'GET /__control/counts':
			return json(200, { requests: service.requestCount });
		case 'GET /__control/alerts':
			return json(
				200,
				Array.from({ length: alerts.count }, (_none, index) => ({ index, ...alerts.at(index) })),
			);
		default:
			return json(404, {});
	}
};
