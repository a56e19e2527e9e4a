import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import type {
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	IPollFunctions,
	IRun,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import type { Outgoing } from '../service/outgoing';

/** A trigger's poll: the package's, or one that the oracle must catch. */
export type Poller = (host: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** A request that leaves n8n. */
export interface Asked {
	method: string;
	url: string;
	/** The text of its body. */
	body: string;
	/** Ms until n8n no longer waits for the answer. */
	timeout: number;
}

/** Answers a request; undefined where its time was over before. */
export type Answering = (asked: Asked) => Outgoing | undefined;

/** When n8n stores the state: with each poll, or with an execution and in memory until then. */
export type StoredWith = 'each poll' | 'an execution';

/** Items that were handed over, and how to tell that their execution has ended. */
export interface HandOver {
	items: IDataObject[];
	end?: (outcome: 'finished' | 'lost') => void;
}

/** Lets executions end, and what waits for it know. */
export async function endExecutions(
	handedOver: readonly HandOver[],
	outcome: 'finished' | 'lost',
): Promise<void> {
	for (const { end } of handedOver) end?.(outcome);
	await setImmediate();
}

export interface Tick {
	handedOver: HandOver[];
	thrown?: unknown;
	logs: string[];
}

/** How long n8n waits for a poll whose state it stores with it, in ms: then it discards what that returns, and its state. */
const ABANDONED_MS = 45_000;

let processes = 0;
let services = 0;

/** A body as n8n hands it over, in one part. */
// A stream of Node.js would take a third of the time of a history.
export async function* streamed(text: string): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(Buffer.from(text));
}

/** One n8n after another with one trigger in it: what n8n does to a poller's state, and nothing else. */
export class SimulatedHost {
	/** What is in n8n's database: the state that a restart finds. */
	stored: IDataObject = {};

	parameters: INodeParameters;

	private live: IDataObject = {};

	private process = 0;

	private isActivated = false;

	private activation: WorkflowActivateMode = 'activate';

	/** A rate limit's lock lasts as long as the process of a test: each host has a service of its own. */
	readonly baseUrl = `http://service-${(services += 1)}.invalid`;

	constructor(
		private readonly poller: Poller,
		private readonly answer: Answering,
		private readonly storedWith: StoredWith,
		fields: readonly INodeProperties[],
		parameters: INodeParameters,
		/** More of the credential. */
		private readonly credential: IDataObject = {},
	) {
		const defaults = fields
			.filter((field) => !('displayOptions' in field))
			.map(({ name, default: value }): [string, INodeParameters[string]] => [name, value]);
		this.parameters = { ...Object.fromEntries(defaults), ...parameters };
		this.start({}, 'activate');
	}

	/** A new process of n8n that finds this state in its database. */
	start(state: IDataObject, activation: WorkflowActivateMode): void {
		processes += 1;
		this.process = processes;
		this.load(state, activation);
	}

	/** The process puts the workflow into its memory, for instance where it is activated anew. */
	load(state: IDataObject, activation: WorkflowActivateMode): void {
		this.stored = structuredClone(state);
		this.live = structuredClone(state);
		this.activation = activation;
		this.isActivated = false;
	}

	/** The state as the next poll finds it. */
	get state(): IDataObject {
		return structuredClone(this.storedWith === 'an execution' ? this.live : this.stored);
	}

	/**
	 * A poll, or polls that overlap, as n8n starts them. Where it stores each state it may also read the state for
	 * a poll, and begin it when those before have ended.
	 */
	async tick(overlapping = 1): Promise<Tick> {
		const done: Tick = { handedOver: [], logs: [] };
		const found = structuredClone(this.stored);
		await Promise.all(Array.from({ length: overlapping }, async () => await this.poll(done)));
		if (overlapping > 1 && this.storedWith === 'each poll') await this.poll(done, found);
		return done;
	}

	private async poll(done: Tick, found = this.stored): Promise<void> {
		const isActivation =
			!this.isActivated && (this.storedWith === 'an execution' || this.activation === 'activate');
		this.isActivated = true;
		const data = this.storedWith === 'an execution' ? this.live : structuredClone(found);
		const before = structuredClone(data);
		const until = this.storedWith === 'each poll' ? Date.now() + ABANDONED_MS : Infinity;
		const commit = () => {
			if (Date.now() > until) return;
			if (this.storedWith === 'an execution' || !isDeepStrictEqual(before, data)) {
				this.stored = structuredClone(data);
			}
		};
		const emit: IPollFunctions['__emit'] = (items, _response, promise) => {
			commit();
			const rows = items.flat().map(({ json }) => json);
			done.handedOver.push({
				items: rows,
				...(promise === undefined
					? {}
					: {
							end: (outcome) => {
								if (outcome === 'finished') promise.resolve(undefined);
								else promise.reject(new Error('The execution could not be created'));
							},
						}),
			});
		};
		try {
			const mode = this.storedWith === 'each poll' && !isActivation ? 'update' : this.activation;
			const answer = await this.poller(this.functions(data, mode, emit, done));
			if (Date.now() > until) return;
			if (answer !== null) emit(answer);
			else if (this.storedWith === 'an execution' ? isActivation : !isActivation) commit();
		} catch (fault) {
			done.thrown = fault;
		}
	}

	private functions(
		data: IDataObject,
		activation: WorkflowActivateMode,
		emit: IPollFunctions['__emit'],
		{ logs }: Tick,
	): IPollFunctions {
		const node: INode = {
			id: 'trigger',
			name: 'Trigger',
			type: 'alertTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
		};
		const log = (message: string) => {
			logs.push(message);
		};
		const send = async (_type: string, options: IHttpRequestOptions) => {
			const { method = 'GET', url, timeout = Infinity } = options;
			const answer = this.answer({ method, url, body: asText(options.body), timeout });
			await Promise.resolve();
			if (answer === undefined) throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
			const { status: statusCode, headers, text = '' } = answer;
			return { statusCode, headers, body: streamed(text) };
		};
		const host = {
			getMode: () => 'trigger',
			getActivationMode: () => activation,
			getWorkflow: () => ({ id: `process ${this.process}`, active: true }),
			getNode: () => node,
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string) => this.parameters[name],
			getWorkflowStaticData: () => data,
			getPollBudgetMs: () => 36_000,
			getCredentials: async () =>
				await Promise.resolve({
					baseUrl: this.baseUrl,
					accessToken: 'unused here',
					requestsPerMinute: 0,
					...this.credential,
				}),
			helpers: { httpRequestWithAuthentication: send, createDeferredPromise: deferred },
			logger: { debug: log, info: log, warn: log, error: log },
			__emit: emit,
		};
		return host as unknown as IPollFunctions;
	}
}

/** A promise with its two ends, as n8n's helper makes them. */
const deferred = () => {
	let resolve: (value: IRun | undefined) => void = () => undefined;
	let reject: (reason: Error) => void = () => undefined;
	const promise = new Promise<IRun | undefined>((fulfil, refuse) => {
		resolve = fulfil;
		reject = refuse;
	});
	return { promise, resolve, reject };
};
