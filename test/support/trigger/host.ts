import { isDeepStrictEqual } from 'node:util';

import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { asText } from '../../../nodes/shared/texts';
import type { Outgoing } from '../service/outgoing';
import { nodeWith } from '../unit/node';

/** A trigger's poll function: the package's function, or a function with a mistake. */
export type Poller = (host: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

export interface Call {
	method: string;
	url: string;
	body: string;
	/** Ms until n8n stops waiting for the response. */
	timeout: number;
}

/** When n8n stores the state: with each poll, or with an execution and only in memory until then. */
export type StoredWith = 'each poll' | 'an execution';

/** The number of polls at once, the main process, and whether n8n is killed before it stores the state. */
export interface PollSetting {
	overlapping?: number;
	main?: number;
	isKilled?: boolean;
}

export interface Outcome {
	items: IDataObject[];
	thrown?: unknown;
	logs: string[];
}

/** If n8n stores the state with each poll, it discards a poll of more than this many ms. */
const MAX_POLL_MS = 45_000;

/** The time that n8n reports a poll may take. */
const BUDGETS_MS = { 'each poll': 36_000, 'an execution': 300_000 };

let processCount = 0;
let serviceCount = 0;

/** Yields a body in one part, as n8n passes it on. */
// A Node.js stream would take a third of the time of a history.
async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(Buffer.from(text));
}

/** A series of n8n processes with one trigger, which imitate only how n8n treats a poller's state. */
export class SimulatedHost {
	/** The state in n8n's database, which a restart reads. */
	stored: IDataObject = {};

	private live: IDataObject = {};
	private process = 0;
	private main = 0;
	private isActivated = false;
	private activation: WorkflowActivateMode = 'activate';

	/** A rate limit's lock lasts as long as the test process, so each host has its own service. */
	private readonly baseUrl = `http://service-${(serviceCount += 1)}.invalid`;

	/**
	 * @param answer returns the response to a request, or undefined if the request times out first
	 * @param credential more fields of the credential
	 */
	constructor(
		private readonly poller: Poller,
		private readonly answer: (request: Call) => Outgoing | undefined,
		private readonly storedWith: StoredWith,
		public parameters: INodeParameters,
		private readonly credential: IDataObject,
	) {
		this.start({}, 'activate');
	}

	/** Starts a new n8n process that finds this state in its database. */
	start(state: IDataObject, activation: WorkflowActivateMode): void {
		processCount += 1;
		this.process = processCount;
		this.stored = structuredClone(state);
		this.live = structuredClone(state);
		this.activation = activation;
		this.isActivated = false;
	}

	/**
	 * Runs a poll, or polls that overlap. If n8n stores each state, it may also read the state for more polls
	 * and begin these after the earlier polls end.
	 */
	async poll({ overlapping = 1, main = 0, isKilled = false }: PollSetting): Promise<Outcome> {
		const result: Outcome = { items: [], logs: [] };
		this.main = main;
		const oldState = structuredClone(this.stored);
		await Promise.all(
			Array.from({ length: overlapping }, async () => await this.pollOnce(result, isKilled)),
		);
		if (overlapping > 1 && this.storedWith === 'each poll') {
			for (const state of [oldState, oldState]) await this.pollOnce(result, isKilled, state);
		}
		if (isKilled) this.start(this.stored, 'init');
		return result;
	}

	private async pollOnce(result: Outcome, isKilled: boolean, state = this.stored): Promise<void> {
		const isInMemory = this.storedWith === 'an execution';
		const isActivation = !this.isActivated && (isInMemory || this.activation === 'activate');
		this.isActivated = true;
		const data = isInMemory ? this.live : structuredClone(state);
		const before = structuredClone(data);
		const deadline = isInMemory ? Infinity : Date.now() + MAX_POLL_MS;
		try {
			const mode = isInMemory || isActivation ? this.activation : 'update';
			const answer = await this.poller(this.pollFunctions(data, mode, result));
			if (isKilled || Date.now() > deadline) return;
			if (answer !== null) result.items.push(...answer.flat().map(({ json }) => json));
			const isStored = answer !== null || isActivation === isInMemory;
			if (isStored && !isDeepStrictEqual(before, data)) this.stored = structuredClone(data);
		} catch (thrown) {
			result.thrown = thrown;
		}
	}

	private pollFunctions(
		data: IDataObject,
		activation: WorkflowActivateMode,
		{ logs }: Outcome,
	): IPollFunctions {
		const log = (message: string) => void logs.push(message);
		const send = async (_type: string, options: IHttpRequestOptions) => {
			const { method = 'GET', url, timeout = Infinity } = options;
			const answer = this.answer({ method, url, body: asText(options.body), timeout });
			await Promise.resolve();
			if (answer === undefined) throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
			const { status: statusCode, headers, text } = answer;
			return { statusCode, headers, body: streamOf(text) };
		};
		const account = { baseUrl: this.baseUrl, accessToken: 'unused here', requestsPerMinute: 0 };
		const host = {
			getMode: () => 'trigger',
			getActivationMode: () => activation,
			getWorkflow: () => ({ id: `process ${this.process}, ${this.main}`, active: true }),
			getNode: () => nodeWith(this.parameters, 'Trigger'),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string) => this.parameters[name],
			getWorkflowStaticData: () => data,
			getPollBudgetMs: () => BUDGETS_MS[this.storedWith],
			getCredentials: async () => await Promise.resolve({ ...account, ...this.credential }),
			helpers: { httpRequestWithAuthentication: send },
			logger: { debug: log, info: log, warn: log, error: log },
		};
		return host as unknown as IPollFunctions;
	}
}
