import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { forPanel, toNodeError } from '../engine/nodeErrors';
import { ApiError } from '../http/apiError';
import type { Values } from '../operation/values';
import { deliveriesOf, type Deliveries } from './deliveries';
import type { Log } from './log';
import { timeOff, pollParameters } from './pollParameters';
import { isFirstPoll, memoryPerTrigger, PollMemory } from './pollMemory';
import { ServiceClock } from './serviceClock';
import { writeChanged, type StoredValues } from './storedValues';

/** How a trigger's state is stored, beside `pollId`, which names the poll that wrote it last. */
export interface StateFormat<State> {
	/**
	 * The state in n8n's data for the node, whatever that holds. No state if nothing is stored or it
	 * cannot be used; `note` is a sentence for the log if it cannot be used as it is.
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
	/** Seconds since the first of the polls of this process that followed each other without a time off. */
	readonly pollingFor: number;
	/** Seconds since the first poll of those that had no state to go on from: nothing was kept meanwhile. */
	readonly stateless: number;
	/** The service's clock; every answer's date must be given to it. */
	readonly clock: ServiceClock;
	/** How long the poll may take, in ms. */
	readonly budget: number;
	/** When no more should be asked, and when n8n may abandon the poll; ms since 1970 on the host's clock. */
	readonly deadline: number;
	readonly end: number;
	readonly log: Log;
	/** What became of the items that earlier polls emitted by themselves. */
	readonly deliveries: Deliveries;
}

/** What a poll leaves to n8n, which stores the state together with the items. */
export interface PollResult<State> {
	state: State;
	/** Empty if the workflow is not to run. */
	items: INodeExecutionData[];
	/** The id of a delivery whose execution's end is to be known: the poll itself emits its items. */
	delivery?: string | undefined;
	/** Thrown once the state is written. */
	failure?: ApiError | undefined;
}

/** What a test run from the editor has of a poll. */
export type Sampling = Pick<Poll<never>, 'clock' | 'budget' | 'deadline' | 'end' | 'log'>;

/** What a trigger does. */
export interface Trigger<State, Fields extends readonly INodeProperties[]> {
	fields: Fields;
	format: StateFormat<State>;
	/** Reads, and decides what comes next; undefined leaves everything as it is. */
	report: (
		host: IPollFunctions,
		settings: Values<Fields>,
		poll: Poll<State>,
	) => Promise<PollResult<State> | undefined>;
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
 * from before the last poll. What may pass by itself does not stop a trigger that n8n starts: it is
 * logged, and the next poll tries again.
 * @throws NodeApiError or NodeOperationError
 */
export async function runPoll<State, const Fields extends readonly INodeProperties[]>(
	host: IPollFunctions,
	trigger: Trigger<State, Fields>,
): Promise<INodeExecutionData[][] | null> {
	if (host.getMode() === 'manual') return [await testRun(host, trigger)];
	const { fields, format, report } = trigger;
	const { logger } = host;
	const memory = memoryOf(host);
	const pollingFor = memory.notePoll(timeOff(host.getNode().parameters.pollTimes));
	const data = host.getWorkflowStaticData('node');
	const isStart = isFirstPoll(data) && STARTS.has(host.getActivationMode());
	if (memory.isPolling) {
		logger.info('Skipped: the previous poll is still running');
		return null;
	}
	if (isStart) memory.start();
	if (memory.isOutdated(data.pollId)) {
		logger.info('Skipped: n8n has not yet stored the state of the previous poll');
		return null;
	}
	memory.isPolling = true;
	memory.restoreEmitted(data);
	const turn: Turn = { host, memory, data, before: data.pollId, pollId: memory.newId(), isStart };
	try {
		const { state, note } = format.read(data);
		if (note !== undefined) logger.warn(note);
		const settings = pollParameters(host, fields);
		const result = await report(host, settings, pollOf(turn, state, pollingFor));
		if (result === undefined) return null;
		if (state !== undefined) memory.statelessSince = undefined;
		return leave(turn, format.write(result.state), result);
	} catch (error) {
		memory.noteFailed(turn.pollId, turn.before);
		if (isStart && host.getActivationMode() !== 'activate' && mayPass(error)) {
			logger.warn(`${error.message}; the trigger tries again with the next poll`);
			return null;
		}
		throw forPanel(toNodeError(host, error));
	} finally {
		memory.isPolling = false;
	}
}

/** One poll as n8n sees it. */
interface Turn {
	host: IPollFunctions;
	memory: PollMemory;
	/** The state, as n8n has it. */
	data: IDataObject;
	/** The poll that wrote the state before this one, and this one. */
	before: unknown;
	pollId: string;
	isStart: boolean;
}

function pollOf<State>(
	{ host, memory, before, isStart }: Turn,
	state: State | undefined,
	pollingFor: number,
): Poll<State> {
	memory.statelessSince ??= Date.now();
	const stateless = Date.now() - memory.statelessSince;
	const clock = new ServiceClock(() => Date.now(), memory.clock);
	const budget = typeof host.getPollBudgetMs === 'function' ? host.getPollBudgetMs() : BUDGET;
	return {
		state,
		isStart,
		isOlder: memory.isOlder(before),
		pollingFor,
		stateless: Math.ceil(Math.max(0, stateless) / 1000),
		clock,
		budget,
		deadline: clock.hostNow() + budget * READING_TIME,
		end: clock.hostNow() + budget,
		log: host.logger,
		deliveries: deliveriesOf(host),
	};
}

/** Leaves the state and the items of a poll to n8n. @throws the poll's failure */
function leave<State>(
	{ host, memory, data, before, pollId, isStart }: Turn,
	values: StoredValues,
	{ items, delivery, failure }: PollResult<State>,
): INodeExecutionData[][] | null {
	const isEmpty = items.length === 0;
	const isWritten = writeChanged(data, values, pollId);
	if (isWritten && isEmpty && isStart) memory.noteStateOffered(pollId);
	else if (isWritten) memory.noteStateWritten(pollId);
	if (failure !== undefined) throw failure;
	if (isEmpty) return null;
	if (delivery === undefined) return [items];
	memory.noteEmitted(before, data);
	deliveriesOf(host).handOver(delivery, [items], host);
	return null;
}

async function testRun<State, const Fields extends readonly INodeProperties[]>(
	host: IPollFunctions,
	{ fields, sample }: Trigger<State, Fields>,
): Promise<INodeExecutionData[]> {
	const clock = new ServiceClock(() => Date.now(), {});
	const end = clock.hostNow() + BUDGET;
	try {
		const poll = { clock, budget: BUDGET, deadline: end, end, log: host.logger };
		return await sample(host, pollParameters(host, fields), poll);
	} catch (error) {
		throw forPanel(toNodeError(host, error));
	}
}

/** Whether what happened may pass: all but a refused token and a setting that is wrong. */
const mayPass = (error: unknown): error is ApiError =>
	error instanceof ApiError && !error.isLasting;
