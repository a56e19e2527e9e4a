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

/** An HTTP answer as n8n's request helper gives it. */
export interface DirectAnswer {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

const token = 'token-of-the-direct-service';

const getAlerts = operations.find(({ id }) => id === 'getAlerts');

/**
 * The embedded service's alert search without a network: the same checks, readings and faults. What a
 * test does not set is as documented, so that a history says all that it depends on.
 */
export class DirectService {
	readonly clock = new Clock();

	/** Faults to come: each strikes one request, undefined lets one pass. */
	faults: Array<Fault | undefined> = [];

	requests = 0;

	protected readonly state: ServiceState;

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

	/** Answers a search, the body of which is this text. */
	answer(text: string): DirectAnswer {
		if (getAlerts === undefined) throw new Error('The document has no alert search');
		this.requests += 1;
		if (this.requests === this.expireAt) this.state.cursors.clear();
		const headers = {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			'content-length': String(text.length),
		};
		// What repeats, repeats within a search.
		if (!text.includes('"cursor"')) this.faulty = new FaultyAnswers();
		const now = this.clock.now();
		const fault = this.faults.shift();
		const about = { authorization: headers.authorization, text, path: '', url: '', now };
		const request = {
			number: this.requests,
			method: getAlerts.method,
			path: '/api/v2/alerts',
			operation: getAlerts.id,
			query: {},
			text,
			body: undefined,
			headers,
			at: now,
			status: 0,
			carriedOut: false,
			why: undefined,
			fault: fault?.kind,
		};
		const instead = fault === undefined ? undefined : insteadOfAnswer(fault, about, '');
		const own = instead ?? answerTo(this.state, getAlerts, request);
		const given =
			fault === undefined || instead !== undefined ? own : this.faulty.spoil(fault, own, text);
		return {
			statusCode: given.status,
			headers: { ...given.headers, ...dateHeader(this.state) },
			body: given.text ?? '',
		};
	}
}
