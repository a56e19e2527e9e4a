import { randomUUID } from 'crypto';

import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import { forPanel, toNodeError } from '../nodeErrors';
import type { Values } from '../operation/operation';
import { isFirstPoll, memoryPerTrigger, PollMemory } from './pollMemory';
import { pollParameters } from './pollParameters';
import { ServiceClock } from './serviceClock';
import { writeChanged, type StoredValues } from './storedValues';

/** Where a poll says what users should know: n8n shows no hints of a poll. */
export interface Log {
	info: (message: string) => void;
	warn: (message: string) => void;
}

/** Says that the state is of another service, and that it is not used. */
export function warnOfOtherService(service: string, log: Log): void {
	log.warn(`The credential has another base URL: what was remembered of ${service} is not used`);
}

/** How a trigger's state is stored, beside `pollId`, which names the poll that wrote it last. */
export interface StateFormat<State> {
	/**
	 * The state in n8n's data for the node. No state if nothing is stored or it cannot be used; `note` is
	 * a sentence for the log if it cannot be used as it is.
	 */
	read: (data: Readonly<IDataObject>) => { state?: State; note?: string };
	write: (state: State) => StoredValues;
}

/** One poll of a trigger. */
export interface Poll<State> {
	/** The state that an earlier poll committed; undefined if there is none. */
	readonly state: State | undefined;
	/** Whether n8n has just loaded the workflow. */
	readonly isStart: boolean;
	/** Whether the state may be of an earlier poll than the last one. */
	readonly isOlder: boolean;
	/** The service's clock; every answer's date must be given to it. */
	readonly clock: ServiceClock;
	/** How long the poll may take, in ms. */
	readonly budget: number;
	/** When no more should be asked, and when n8n may abandon the poll; ms since 1970 on the host's clock. */
	readonly deadline: number;
	readonly end: number;
	readonly log: Log;
}

/** What a poll leaves to n8n, which stores the state together with the items. */
export interface PollResult<State> {
	state: State;
	/** Empty if the workflow is not to run. */
	items: INodeExecutionData[];
}

/** What a test run from the editor has of a poll. */
export type Sampling = Pick<Poll<never>, 'clock' | 'budget' | 'deadline' | 'end' | 'log'>;

/** What a trigger does. */
export interface Trigger<State, Fields extends readonly INodeProperties[]> {
	fields: Fields;
	format: StateFormat<State>;
	/**
	 * Reads, and decides what comes next.
	 * @throws ApiError, NodeOperationError, InvalidParameterError: nothing of the poll is kept then
	 */
	report: (
		host: IPollFunctions,
		settings: Values<Fields>,
		poll: Poll<State>,
	) => Promise<PollResult<State>>;
	/** The items of a test run from the editor, of which nothing is remembered. */
	sample: (
		host: IPollFunctions,
		settings: Values<Fields>,
		poll: Sampling,
	) => Promise<INodeExecutionData[]>;
}

/** A budget if n8n gives none, in ms. */
const BUDGET = 300_000;

/** The part of the budget for reading; the rest is for deciding, storing and handing over. */
const READING_TIME = 0.7;

/** What n8n calls the poll of a workflow that it has just loaded. */
const STARTS: ReadonlySet<string> = new Set(['activate', 'init', 'leadershipChange']);

/** Ms that a request of a poll may take: n8n discards all of a poll that it abandons. */
export const timeLeftUntil = (end: number) => (): number => Math.max(1000, end - Date.now());

const memoryOf = memoryPerTrigger(() => new PollMemory());

/**
 * Runs one poll of a trigger, however n8n stores its state: one at a time, and never with a state
 * from before the last poll. A temporary failure does not stop a trigger that n8n starts: it is logged,
 * and the next poll tries again.
 * @throws NodeApiError or NodeOperationError
 */
export async function runPoll<State, const Fields extends readonly INodeProperties[]>(
	host: IPollFunctions,
	trigger: Trigger<State, Fields>,
): Promise<INodeExecutionData[][] | null> {
	if (host.getMode() === 'manual') return [await testRun(host, trigger)];
	const { logger } = host;
	const memory = memoryOf(host);
	const data = host.getWorkflowStaticData('node');
	const isStart = isFirstPoll(data) && STARTS.has(host.getActivationMode());
	if (isStart) memory.start();
	if (memory.isPolling || memory.isOutdated(data.pollId)) {
		logger.info('Skipped: the previous poll is still running, or n8n has not yet stored its state');
		return null;
	}
	memory.isPolling = true;
	try {
		const { state, note } = trigger.format.read(data);
		if (note !== undefined) logger.warn(note);
		const settings = pollParameters(host, trigger.fields);
		const poll = { state, isStart, isOlder: memory.isOlder(data.pollId), ...timing(host, memory) };
		const { state: next, items } = await trigger.report(host, settings, poll);
		const pollId = randomUUID();
		const isWritten = writeChanged(data, trigger.format.write(next), pollId);
		// n8n may drop the state of the first poll after a start if it has no items.
		if (isWritten && (items.length > 0 || !isStart)) memory.noteWritten(pollId);
		return items.length === 0 ? null : [items];
	} catch (error) {
		if (isStart && host.getActivationMode() !== 'activate' && mayPass(error)) {
			logger.warn(`${error.message}; the trigger tries again with the next poll`);
			return null;
		}
		throw forPanel(toNodeError(host, error));
	} finally {
		memory.isPolling = false;
	}
}

/** The clocks of a poll that begins now. */
function timing(host: IPollFunctions, memory: Pick<PollMemory, 'clock'>): Sampling {
	const clock = new ServiceClock(() => Date.now(), memory.clock);
	const budget = typeof host.getPollBudgetMs === 'function' ? host.getPollBudgetMs() : BUDGET;
	const began = clock.hostNow();
	const deadline = began + budget * READING_TIME;
	return { clock, budget, deadline, end: began + budget, log: host.logger };
}

async function testRun<State, const Fields extends readonly INodeProperties[]>(
	host: IPollFunctions,
	{ fields, sample }: Trigger<State, Fields>,
): Promise<INodeExecutionData[]> {
	try {
		return await sample(host, pollParameters(host, fields), timing(host, { clock: {} }));
	} catch (error) {
		throw forPanel(toNodeError(host, error));
	}
}

/** Whether what happened may pass: all but a refused token and a setting that is wrong. */
const mayPass = (error: unknown): error is ApiError =>
	error instanceof ApiError && (!error.stopsAll || error.kind === 'unreachable');
