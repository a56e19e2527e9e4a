import { answerTo, dateHeader } from '../service/answering';
import type { Alert } from '../service/alertStore';
import { Clock } from '../service/clock';
import { operations } from '../service/contract';
import type { Fault } from '../service/faults';
import { FaultyAnswers, insteadOfAnswer } from '../service/faultyAnswer';
import type { ServiceState } from '../service/state';
import { newState } from '../service/state';
import type { Switches } from '../service/switches';
import { defaultSwitches, documented } from '../service/switches';
import { volumeWorld } from '../service/volumeWorld';
import type { Answering, DirectAnswer } from './simulatedHost';

const token = 'token-of-the-direct-service';

/**
 * The embedded service's alert search and listings without a network: the same checks, readings and
 * faults. What a test does not set is as documented, so that a history says all that it depends on.
 */
export class DirectService implements Answering {
	readonly clock = new Clock();

	/** Faults to come: each strikes one request, undefined lets one pass. */
	faults: Array<Fault | undefined> = [];

	requests = 0;

	readonly state: ServiceState;

	private faulty = new FaultyAnswers();

	constructor(now: number, switches: Partial<Switches>) {
		this.clock.freeze(now);
		this.state = newState({
			world: volumeWorld({})(now),
			clock: this.clock,
			switches: { ...defaultSwitches(), ...documented.switches, trusted: true, ...switches },
			token,
		});
	}

	/** Adds an alert, which is found from its arrivedAt on. Returns its index. */
	add(alert: Alert): number {
		return this.state.world.alerts.add(alert);
	}

	/** Sets readings. */
	set(switches: Partial<Switches>): void {
		Object.assign(this.state.switches, switches);
	}

	setStatus(index: number, status: Alert['status']): void {
		this.state.world.alerts.setStatus(index, status);
	}

	/** Before this request all cursors are forgotten. */
	expireAt = 0;

	/** Answers a search, the body of which is this text, or a listing, which has none. */
	answer(text: string, address: string): DirectAnswer {
		const url = new URL(address);
		const isSearch = text !== '';
		const operation = operations.find(
			({ method, path }) => method === (isSearch ? 'POST' : 'GET') && url.pathname.endsWith(path),
		);
		if (operation === undefined) throw new Error(`There is nothing to read at ${url.pathname}`);
		this.requests += 1;
		if (this.requests === this.expireAt) this.state.cursors.clear();
		const authorization = `Bearer ${token}`;
		const headers = {
			authorization,
			...(isSearch && {
				'content-type': 'application/json',
				'content-length': String(text.length),
			}),
		};
		// What repeats, repeats within a search.
		if (isSearch && !text.includes('"cursor"')) this.faulty = new FaultyAnswers();
		const now = this.clock.now();
		const fault = this.faults.shift();
		const about = { authorization, text, path: url.pathname, url: url.pathname, now };
		const instead = fault === undefined ? undefined : insteadOfAnswer(fault, about, '');
		const own =
			instead ??
			answerTo(this.state, operation, {
				number: this.requests,
				method: operation.method,
				path: url.pathname,
				operation: operation.id,
				query: Object.fromEntries(url.searchParams),
				text,
				body: undefined,
				headers,
				at: now,
				status: 0,
				carriedOut: false,
				why: undefined,
				fault: fault?.kind,
			});
		const given =
			fault === undefined || instead !== undefined ? own : this.faulty.spoil(fault, own, text);
		return {
			statusCode: given.status,
			headers: { ...given.headers, ...dateHeader(this.state) },
			body: given.text ?? '',
		};
	}
}
