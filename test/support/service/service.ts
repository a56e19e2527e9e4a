import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

import type { Alert } from './alertStore';
import { Clock } from './clock';
import { control } from './control';
import { demoAlert, demoWorld } from './demoWorld';
import { FaultPicker, type Fault } from './faults';
import { FaultyAnswers, type Outgoing } from './faultyAnswer';
import { Recorder, type RecordedRequest, type Recording } from './recorder';
import { answerHere, createService, type Certificate, type ServerContext } from './server';
import { newState, type ItemRefusal, type ServiceState } from './state';
import { ForeignServer } from './foreignServer';
import { defaultSwitches, READINGS, type Switches } from './switches';
import type { World, WorldBuilder } from './world';

export type ServiceOptions = {
	/** 0, the default, takes a free port. */
	port?: number;
	/** Serve https with a self-signed certificate. */
	https?: boolean;
	/** The token that has all scopes; a random one by default. */
	token?: string;
	world?: WorldBuilder;
	switches?: Partial<Switches>;
	latencyMs?: number;
	recording?: Recording;
	/** Where its clock stands, in ms since 1970, until it is set; without it, it runs. */
	now?: number;
};

/** An alert to come in: what is not given is made from its number. */
export type NewAlert = Partial<Alert>;

let certificate: Promise<Certificate> | undefined;

const selfSigned = async (): Promise<Certificate> => {
	certificate ??= generate([{ name: 'commonName', value: 'localhost' }], {
		algorithm: 'sha256',
		extensions: [
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
				],
			},
		],
	}).then(({ private: key, cert }) => ({ key, cert }));
	return await certificate;
};

const listen = async (server: Server, port: number): Promise<number> => {
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return (server.address() as AddressInfo).port;
};

/** The embedded service: it listens on 127.0.0.1 until it is stopped. */
export class Service {
	/** The address without /api/v2, for instance http://127.0.0.1:40123. */
	url = '';

	port = 0;

	readonly clock = new Clock();

	readonly switches: Switches = defaultSwitches();

	/** The faults in force; push one to switch it on, see clearFaults. */
	readonly faults: Fault[] = [];

	private readonly context: ServerContext;

	private readonly recorder = new Recorder();

	private readonly foreign = new ForeignServer();

	private readonly streams = new Set<NodeJS.Timeout>();

	private server: ReturnType<typeof createService> | undefined;

	/** The token with every scope. */
	readonly token: string;

	constructor(private readonly options: ServiceOptions) {
		this.token = options.token ?? randomBytes(24).toString('hex');
		if (options.now !== undefined) this.clock.freeze(options.now);
		const state = newState({
			world: this.build(),
			clock: this.clock,
			switches: this.switches,
			token: this.token,
		});
		this.context = {
			state,
			recorder: this.recorder,
			faults: this.faults,
			latencyMs: options.latencyMs ?? 0,
			picker: new FaultPicker(),
			faulty: new FaultyAnswers(),
			foreignUrl: async () => await this.foreign.url(),
			control: (method, path, text) => control(this, method, path, text),
		};
		this.recorder.recording = options.recording ?? 'all';
		this.set(options.switches ?? {});
	}

	/** Items of writes that are always refused. */
	get itemRefusals(): ItemRefusal[] {
		return this.state.itemRefusals;
	}

	/** What the service holds. */
	get world(): World {
		return this.state.world;
	}

	/** The requests since the last clear, in the order in which they came. */
	get requests(): readonly RecordedRequest[] {
		return this.recorder.requests;
	}

	/** How many requests came since the last clear. */
	get requestCount(): number {
		return this.recorder.count;
	}

	/** What reached the other origin that a redirect led to. */
	get foreignRequests(): ForeignServer['requests'] {
		return this.foreign.requests;
	}

	/** How long every request waits, in ms. */
	get latencyMs(): number {
		return this.context.latencyMs;
	}

	set latencyMs(ms: number) {
		this.context.latencyMs = ms;
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
		this.state.tokens.set(token, new Set(scopes));
		return token;
	}

	/** Makes a token invalid, as when it expires. */
	revoke(token: string): void {
		this.state.tokens.delete(token);
	}

	/**
	 * Lets alerts come in, now unless they say otherwise (a later arrivedAt makes a late one).
	 * Returns their indices in the world's alerts.
	 */
	arrive(alerts: readonly NewAlert[]): number[] {
		return alerts.map((alert) => {
			const now = this.clock.now();
			const arrivedAt = alert.arrivedAt ?? now;
			const eventTime = alert.eventTime ?? Math.floor(now / 1000);
			const index = this.world.alerts.count;
			return this.world.alerts.add({
				...demoAlert(index, eventTime),
				status: 'open',
				...alert,
				eventTime,
				arrivedAt,
			});
		});
	}

	/** Lets alerts come in at that many a second until a reset. */
	arrivals(perSecond: number): void {
		let due = 0;
		let before = Date.now();
		const timer = setInterval(
			() => {
				const now = Date.now();
				due += ((now - before) * perSecond) / 1000;
				before = now;
				const count = Math.floor(due);
				due -= count;
				this.arrive(Array.from({ length: count }, () => ({})));
			},
			Math.min(1000, Math.max(20, 1000 / perSecond)),
		);
		this.streams.add(timer);
	}

	clearRequests(): void {
		this.recorder.clear();
		this.foreign.requests.length = 0;
	}

	clearFaults(): void {
		this.faults.length = 0;
		this.context.picker = new FaultPicker();
		this.context.faulty = new FaultyAnswers();
	}

	/** Back to the start: world, switches, clock, faults, records, the own token; other tokens stay. */
	reset(): void {
		for (const timer of this.streams) clearInterval(timer);
		this.streams.clear();
		this.clock.reset();
		Object.assign(this.switches, defaultSwitches());
		this.set(this.options.switches ?? {});
		this.clearFaults();
		this.clearRequests();
		this.context.latencyMs = this.options.latencyMs ?? 0;
		const { token } = this;
		const { tokens, ids, clock, switches } = this.state;
		const fresh = newState({ world: this.build(), clock, switches, token });
		this.context.state = { ...fresh, tokens: new Map([...tokens, ...fresh.tokens]), ids };
	}

	/** Answers a request with the own token in this process: the service need not be started. */
	answer(method: string, address: string, text: string): Outgoing {
		return answerHere(this.context, method, address, text, {
			authorization: `Bearer ${this.token}`,
			...(text !== '' && { 'content-type': 'application/json' }),
		});
	}

	/** Refuses connections until acceptConnections; those that are open are closed. */
	async refuseConnections(): Promise<void> {
		const { server } = this.server ?? {};
		if (!server?.listening) return;
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	}

	/** Listens again, on the same port. */
	async acceptConnections(): Promise<void> {
		const { server } = this.server ?? {};
		if (server === undefined || server.listening) return;
		await listen(server, this.port);
	}

	async start(): Promise<this> {
		const secure = this.options.https === true;
		this.server = createService(this.context, secure ? await selfSigned() : undefined);
		await this.server.ready();
		this.port = await listen(this.server.server, this.options.port ?? 0);
		this.url = `${secure ? 'https' : 'http'}://127.0.0.1:${this.port}`;
		return this;
	}

	/** Stops listening and drops every connection. */
	async stop(): Promise<void> {
		for (const timer of this.streams) clearInterval(timer);
		await this.server?.close();
		await this.foreign.stop();
	}

	private get state(): ServiceState {
		return this.context.state;
	}

	private build(): World {
		return (this.options.world ?? demoWorld)(this.clock.now());
	}
}

/** Starts the embedded service; resolves once it accepts connections. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> =>
	await new Service(options).start();
