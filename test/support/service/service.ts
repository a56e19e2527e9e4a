import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';

import { listen } from '../ports';
import { Clock } from './clock';
import { demoAlert, type Alert } from './demoWorld';
import { ELSEWHERE, type Fault, type FaultCounts } from './faults';
import type { Incoming, Outgoing, RecordedRequest } from './outgoing';
import { respond } from './respond';
import { newServer } from './server';
import { newState, type ServiceState } from './state';
import { likely, type Switches } from './switches';
import type { World, WorldBuilder } from './world';

export type ServiceOptions = {
	/** Whether the service uses https with a self-signed certificate. */
	https?: boolean;
	/** The token that has all scopes; a random one by default. */
	token?: string;
	world?: WorldBuilder;
	/** The switches that differ from the likely service. */
	switches?: Partial<Switches>;
};

/** The embedded service: it listens on 127.0.0.1 until it is stopped. */
export class Service {
	readonly clock = new Clock();
	readonly switches: Switches;
	/** The active faults; push a fault to switch it on, and see clearFaults. */
	readonly faults: Fault[] = [];

	readonly faultCounts: FaultCounts = new Map();
	readonly token: string;
	/** The requests since the last clear, in the order of their arrival. */
	requests: RecordedRequest[] = [];

	/** The address without /api/v2, for instance http://127.0.0.1:40123. */
	url = '';

	state: ServiceState;
	private server: Server | undefined;
	private port = 0;

	constructor(readonly options: ServiceOptions) {
		this.token = options.token ?? randomBytes(24).toString('hex');
		this.switches = { ...likely, ...options.switches };
		this.state = newState(this);
	}

	get world(): World {
		return this.state.world;
	}

	get foreignRequests(): RecordedRequest[] {
		return this.requests.filter(({ path }) => path === ELSEWHERE);
	}

	set(switches: Partial<Switches>): void {
		Object.assign(this.switches, switches);
	}

	tokenWith(scopes: readonly string[]): string {
		const token = randomBytes(24).toString('hex');
		this.state.tokens.set(token, scopes);
		return token;
	}

	revoke(token: string): void {
		this.state.tokens.delete(token);
	}

	/** Adds alerts, which arrive now unless they state a time. The number of an alert determines its missing fields. */
	arrive(alerts: ReadonlyArray<Partial<Alert>>): void {
		const now = this.clock.now();
		for (const alert of alerts) {
			const { eventTime = Math.floor(now / 1000), arrivedAt = now } = alert;
			const defaults = demoAlert(this.world.alerts.length, eventTime);
			this.world.alerts.push({ ...defaults, status: 'open', ...alert, eventTime, arrivedAt });
		}
	}

	clearRequests(): void {
		this.requests = [];
	}

	clearFaults(): void {
		this.faults.length = 0;
		this.faultCounts.clear();
	}

	/** Restores the start: world, switches, clock, faults, requests, tokens. */
	reset(): void {
		this.clock.reset();
		this.set({ ...likely, ...this.options.switches });
		this.clearFaults();
		this.clearRequests();
		this.state = newState(this);
	}

	/** Starts over in another world, to which each later reset returns. */
	enter(world: WorldBuilder): void {
		this.options.world = world;
		this.reset();
	}

	/** Answers a request in this process, with the token. @throws Error if a fault leaves no complete response */
	answer(method: string, address: string, text = '', headers: Incoming['headers'] = {}): Outgoing {
		const { pathname, search } = new URL(address, 'http://service.invalid');
		const allHeaders = {
			authorization: `Bearer ${this.token}`,
			...(text !== '' && { 'content-type': 'application/json' }),
			...headers,
		};
		const answer = respond(this, { method, url: pathname + search, headers: allHeaders, text });
		if (answer.delivery !== undefined) throw new Error('There is no whole answer');
		return answer;
	}

	/** Starts to listen, on the same port after a restart. */
	async start(): Promise<this> {
		const isSecure = this.options.https === true;
		this.server ??= await newServer((incoming) => respond(this, incoming), isSecure);
		this.port = await listen(this.server, this.port);
		this.url = `${isSecure ? 'https' : 'http'}://127.0.0.1:${this.port}`;
		return this;
	}

	/** Drops the open connections and refuses new connections until the next start. */
	async stop(): Promise<void> {
		if (!this.server?.listening) return;
		const closed = once(this.server, 'close');
		this.server.close();
		this.server.closeAllConnections();
		await closed;
	}
}

export const startService = async (options: ServiceOptions = {}): Promise<Service> =>
	await new Service(options).start();
