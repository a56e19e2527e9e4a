import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Alert } from './alertStore';
import { Clock } from './clock';
import { control } from './control';
import { demoAlert, demoWorld } from './demoWorld';
import { FaultPicker, json, type Fault } from './faults';
import type { Outgoing, RecordedRequest } from './outgoing';
import { respond, type Incoming, type ServiceContext } from './respond';
import { LoopbackServer } from './server';
import { newState, type ItemRefusal, type ServiceState } from './state';
import { likely, READINGS, type Switches } from './switches';
import type { World, WorldBuilder } from './world';

export type ServiceOptions = {
	/** 0, the default, takes a free port. */
	port?: number;
	/** Serve https with a self-signed certificate. */
	https?: boolean;
	/** The token that has all scopes; a random one by default. */
	token?: string;
	/** What it holds; the demo's world by default. */
	world?: WorldBuilder;
	/** What differs from the likely service. */
	switches?: Partial<Switches>;
	latencyMs?: number;
	/** Whether requests are kept, or only counted. */
	recording?: 'all' | 'counts';
	/** Where its clock stands, in ms since 1970, until it is set; without it, it runs. */
	now?: number;
};

/** An alert to come in: what is not given is made from its number. */
export type NewAlert = Partial<Alert>;

/** The embedded service: it listens on 127.0.0.1 until it is stopped. */
export class Service {
	readonly clock = new Clock();

	readonly switches: Switches = { ...likely.switches };

	/** The faults in force; push one to switch it on, see clearFaults. */
	readonly faults: Fault[] = [];

	/** The token with every scope. */
	readonly token: string;

	/** How long every request waits, in ms. */
	latencyMs = 0;

	/** How many requests came since the last clear. */
	requestCount = 0;

	/** The requests since the last clear, in the order in which they came. */
	requests: readonly RecordedRequest[] = [];

	/** What reached the other origin that a redirect leads to. */
	readonly foreignRequests: Incoming[] = [];

	private readonly context: ServiceContext;
	private readonly server: LoopbackServer;
	private readonly foreign: LoopbackServer;
	private timers: NodeJS.Timeout[] = [];

	constructor(private readonly options: ServiceOptions) {
		this.token = options.token ?? randomBytes(24).toString('hex');
		if (options.now !== undefined) this.clock.freeze(options.now);
		this.set(options.switches ?? {});
		this.latencyMs = options.latencyMs ?? 0;
		this.context = {
			state: this.newState(),
			faults: this.faults,
			picker: new FaultPicker(),
			record: (request) => this.record(request),
			foreignUrl: '',
		};
		this.server = new LoopbackServer(async (incoming) => await this.respond(incoming), {
			...(options.port !== undefined && { port: options.port }),
			isSecure: options.https === true,
		});
		this.foreign = new LoopbackServer((incoming) => {
			this.foreignRequests.push(incoming);
			return json(200, { data: { title: 'success', detail: 'from elsewhere' } });
		});
	}

	/** The address without /api/v2, for instance http://127.0.0.1:40123. */
	get url(): string {
		return this.server.url;
	}

	/** Items of writes that are always refused. */
	get itemRefusals(): ItemRefusal[] {
		return this.context.state.itemRefusals;
	}

	/** What the service holds. */
	get world(): World {
		return this.context.state.world;
	}

	/** Sets switches; the others stay. Throws on a name that is none. */
	set(switches: Partial<Switches>): void {
		const unknown = Object.keys(switches).filter((name) => !Object.hasOwn(READINGS, name));
		if (unknown.length > 0) throw new Error(`No such switch: ${unknown.join(', ')}`);
		Object.assign(this.switches, switches);
	}

	/** A new token with these scopes only. */
	tokenWith(scopes: readonly string[]): string {
		const token = randomBytes(24).toString('hex');
		this.context.state.tokens.set(token, new Set(scopes));
		return token;
	}

	/** Makes a token invalid, as when it expires. */
	revoke(token: string): void {
		this.context.state.tokens.delete(token);
	}

	/**
	 * Lets alerts come in, now unless they say otherwise (a later arrivedAt makes a late one).
	 * Returns their indices in the world's alerts.
	 */
	arrive(alerts: readonly NewAlert[]): number[] {
		const now = this.clock.now();
		return alerts.map((alert) => {
			const { eventTime = Math.floor(now / 1000), arrivedAt = now } = alert;
			const made = demoAlert(this.world.alerts.count, eventTime);
			const given = { ...alert, eventTime, arrivedAt };
			return this.world.alerts.add({ ...made, status: 'open', ...given });
		});
	}

	/** Lets alerts come in at that many a second until a reset. */
	arrivals(perSecond: number): void {
		this.timers.push(setInterval(() => this.arrive([{}]), 1000 / perSecond));
	}

	clearRequests(): void {
		this.requests = [];
		this.requestCount = 0;
		this.foreignRequests.length = 0;
	}

	clearFaults(): void {
		this.faults.length = 0;
		this.context.picker = new FaultPicker();
	}

	/** Back to the start: world, switches, clock, faults, records, the own token; other tokens stay. */
	reset(): void {
		for (const timer of this.timers.splice(0)) clearInterval(timer);
		this.clock.reset();
		this.set({ ...likely.switches, ...this.options.switches });
		this.clearFaults();
		this.clearRequests();
		this.latencyMs = this.options.latencyMs ?? 0;
		const { tokens, ids } = this.context.state;
		const fresh = this.newState();
		this.context.state = { ...fresh, tokens: new Map([...tokens, ...fresh.tokens]), ids };
	}

	/**
	 * Answers a request with the own token in this process: the service need not be started.
	 * @throws Error if a fault leaves no whole answer
	 */
	answer(method: string, address: string, text: string): Outgoing {
		const { pathname, search } = new URL(address);
		const type = text !== '' && { 'content-type': 'application/json' };
		const headers = { authorization: `Bearer ${this.token}`, ...type };
		const answer = respond(this.context, { method, url: pathname + search, headers, text });
		if (answer.delivery !== undefined) throw new Error('There is no whole answer');
		return answer;
	}

	/** Refuses connections until acceptConnections; those that are open are closed. */
	async refuseConnections(): Promise<void> {
		await this.server.close();
	}

	/** Listens again, on the same port. */
	async acceptConnections(): Promise<void> {
		await this.server.listen();
	}

	async start(): Promise<this> {
		await this.server.listen();
		await this.foreign.listen();
		this.context.foreignUrl = this.foreign.url;
		return this;
	}

	/** Stops listening and drops every connection. */
	async stop(): Promise<void> {
		for (const timer of this.timers) clearInterval(timer);
		await this.server.close();
		await this.foreign.close();
	}

	private async respond(incoming: Incoming): Promise<Outgoing> {
		if (incoming.url.startsWith('/__control')) return control(this, incoming);
		if (this.latencyMs > 0) await pause(this.latencyMs);
		return respond(this.context, incoming);
	}

	private record(request: Omit<RecordedRequest, 'number'>): RecordedRequest {
		this.requestCount += 1;
		const recorded = { number: this.requestCount, ...request };
		if (this.options.recording !== 'counts') this.requests = [...this.requests, recorded];
		return recorded;
	}

	private newState(): ServiceState {
		const { clock, switches, token } = this;
		const build = this.options.world ?? demoWorld;
		return newState(build(clock.now()), { clock, switches, token });
	}
}

/** Starts the embedded service; resolves once it accepts connections. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> =>
	await new Service(options).start();
