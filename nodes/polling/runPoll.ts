import type { INodeExecutionData, INodeProperties, IPollFunctions, Logger } from 'n8n-workflow';

import { prepareForPanel, toNodeError } from '../shared/nodeErrors';
import type { Values } from '../shared/parameters/values';
import { memoryOf, PollMemory } from './pollMemory';
import { readPollParameters } from './pollParameters';
import { ServiceClock } from './serviceClock';
import { readState, savedAtOf, writeState, type StateFormat } from './storedState';

/** The tools of a poll. A test run in the editor has them, too. */
export interface PollTools {
	/** The service's clock; the client of the poll sets it by each response. */
	readonly clock: ServiceClock;
	readonly budgetMs: number;
	/** The log for everything that users should know, since n8n shows no hints for polls. */
	readonly log: Pick<Logger, 'info' | 'warn'>;
	/** Logs a warning, at most one an hour about each topic. */
	readonly warnHourly: (topic: string, message: string) => void;
}

/** The tools and the stored state with which a poll begins. */
export interface PollStart<State> extends PollTools {
	/** The state of an earlier poll; undefined if there is none, or none that can be read. */
	readonly state: State | undefined;
	/** The time at which a poll stored the last state, in seconds since 1970; undefined if none did. */
	readonly savedAt: number | undefined;
}

/** The parameters, the state and the work of a trigger. */
export interface PollDefinition<State, Fields extends readonly INodeProperties[]> {
	fields: Fields;
	format: StateFormat<State>;
	/**
	 * Makes the items of a poll and the next state, which n8n stores together. Without items, the workflow
	 * does not run.
	 * @throws ApiError, NodeOperationError or InvalidParameterError; then n8n keeps nothing of the poll
	 */
	run: (
		context: IPollFunctions,
		settings: Values<Fields>,
		start: PollStart<State>,
	) => Promise<{ state: State; items: INodeExecutionData[] }>;
	/** Makes the items of a test run from the editor, which leaves no state. */
	preview: (
		context: IPollFunctions,
		settings: Values<Fields>,
		tools: PollTools,
	) => Promise<INodeExecutionData[]>;
}

/** The budget of a poll if n8n gives none. */
const DEFAULT_BUDGET_MS = 300_000;

/**
 * Runs one poll of a trigger, unless another one is running or the state predates the last items. A failure
 * is only logged if it is temporary and n8n is starting, or if the service still accepts no request.
 * A manual run returns samples and leaves no state.
 * @throws NodeApiError or NodeOperationError
 */
export async function runPoll<State, const Fields extends readonly INodeProperties[]>(
	context: IPollFunctions,
	definition: PollDefinition<State, Fields>,
): Promise<INodeExecutionData[][] | null> {
	const { logger } = context;
	const isTest = context.getMode() === 'manual';
	const memory = isTest ? new PollMemory() : memoryOf(context);
	const data = isTest ? {} : context.getWorkflowStaticData('node');
	if (!memory.begin(data, context.getActivationMode())) {
		logger.info('Skipped: the previous poll is still running, or n8n has not yet stored its state');
		return null;
	}
	try {
		const settings = readPollParameters(context, definition.fields);
		const tools = createPollTools(context, memory);
		if (isTest) return [await definition.preview(context, settings, tools)];
		const start: PollStart<State> = {
			...tools,
			state: readState(data, definition.format),
			savedAt: savedAtOf(data),
		};
		if (start.state === undefined && start.savedAt !== undefined) {
			logger.warn('The stored state cannot be read, so this poll starts over');
		}
		const { state, items } = await definition.run(context, settings, start);
		writeState(data, state, definition.format.version, tools.clock.startSecond());
		memory.succeed(data, items.length > 0);
		return items.length > 0 ? [items] : null;
	} catch (error) {
		const logged = memory.noteFailure(error);
		if (logged === undefined) throw prepareForPanel(toNodeError(context, error));
		logger.warn(`${logged.message}; the trigger tries again with the next poll`);
		return null;
	} finally {
		memory.end();
	}
}

/** Makes the clock, the budget and the log of a poll that begins now. */
function createPollTools(context: IPollFunctions, memory: PollMemory): PollTools {
	const { logger: log } = context;
	const isGiven = typeof context.getPollBudgetMs === 'function';
	const warnHourly = (topic: string, message: string): void => {
		if (memory.mayWarn(topic)) log.warn(message);
	};
	return {
		clock: new ServiceClock(memory.clock, (message) => {
			warnHourly('clock', message);
		}),
		budgetMs: isGiven ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS,
		log,
		warnHourly,
	};
}
