import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { createClient, type ApiClient } from '../http/client';
import { asText } from '../json';
import { errorItem, issueOf, nodeOperationError, toNodeError } from '../nodeErrors';
import type { Operation } from '../operation/operation';
import { keeping, type Service } from '../pagination/paginate';
import { labelsWithValues } from '../parameters/invalidParameter';
import type { Moment } from '../times/moment';

/** What a runner works with: one execution of one node. */
export interface Run {
	context: IExecuteFunctions;
	client: ApiClient;
	/** The service, for answers whose rows are used at once. Its notes are shown beside the output, each once. */
	service: Service;
	/** The service, for answers whose rows become items: all of a run together are bounded. */
	keptService: Service;
	moment: Moment;
}

/** Notes that a run shows at most: each of a thousand items may have one of its own. */
const MOST_NOTES = 20;

/**
 * Runs the operation that the node's drop-down names over all input items.
 * @param runOperation runs operations of the kinds that the node has
 * @throws NodeOperationError or NodeApiError, if On Error is Stop Workflow
 */
export async function execute<O extends Operation>(
	context: IExecuteFunctions,
	operations: readonly O[],
	runOperation: (run: Run, operation: O) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	const chosen: unknown = context.getNodeParameter('operation', 0);
	const operation = operations.find(({ value }) => value === chosen);
	if (operation === undefined) {
		throw nodeOperationError(context.getNode(), `There is no operation "${asText(chosen)}"`, {
			description: `Allowed are ${labelsWithValues(operations.map((each) => [each, each.value]))}.`,
		});
	}
	const notes = new Set<string>();
	const note: Service['note'] = (message, type = 'warning') => {
		if (notes.has(message) || notes.size >= MOST_NOTES) return;
		notes.add(message);
		addHint(context, message, type);
	};
	let client: ApiClient;
	try {
		client = await createClient(context, { scope: operation.scope });
	} catch (error) {
		// n8n would pass the input items on, as if they had been carried out.
		const cause = toNodeError(context, error);
		if (!context.continueOnFail()) throw cause;
		return [context.getInputData().map((_item, index) => errorItem(issueOf(cause), index))];
	}
	const { send, pause, timeZone } = client;
	const service: Service = { send, pause, timeZone, note };
	const moment = { now: Date.now(), zone: context.getTimezone() };
	const run = { context, client, service, keptService: keeping(service), moment };
	return [await runOperation(run, operation)];
}

/** Characters at most of a hint. */
const LONGEST_HINT = 2000;

/** Adds a hint, if this n8n shows hints of a running node. n8n renders hints as HTML. */
export function addHint(
	context: IExecuteFunctions,
	message: string,
	type: NonNullable<NodeExecutionHint['type']>,
): void {
	if (typeof context.addExecutionHints !== 'function') return;
	const text = message.slice(0, LONGEST_HINT).replaceAll('&', '&amp;');
	const html = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	context.addExecutionHints({ message: html, location: 'outputPane', type });
}

/** Tells how far a run is, and what it took in the end. */
export interface Progress {
	/** Writes a log line: how many are done so far, of how many. */
	line: (done: number, total: number | undefined, what: string) => void;
	/** Logs how long requests that are about to be sent take at least, if the pace holds them back. */
	expect: (requests: number) => void;
	/** Logs the result with the requests and the time it took; a long run shows what is else only logged. */
	end: (result: string, how: 'logged' | 'shown' | 'warning') => void;
}

const LONG_RUN_SECONDS = 10;

/** How long requests take at least if the pace holds them back; empty if it does not. */
export function paceText({ expectedWait }: ApiClient, requests: number): string {
	const seconds = Math.round(expectedWait(requests) / 1000);
	if (seconds === 0) return '';
	const duration = seconds > 120 ? `${Math.floor(seconds / 60)} minutes` : `${seconds} s`;
	return `at least ${duration} because of Requests per Minute in the credential`;
}

export function createProgress({ context, client }: Run, action: string): Progress {
	const started = Date.now();
	const before = client.requests;
	let pace = '';
	return {
		line: (done, total, what) => {
			const of = total === undefined ? '' : ` of ${total}`;
			context.logger.info(`${action}: ${done}${of} ${what}`);
		},
		expect: (requests) => {
			// Of several lists the first one counts; the others follow it.
			if (pace !== '') return;
			pace = paceText(client, requests);
			if (pace !== '') context.logger.info(`${action}: ${requests} requests take ${pace}`);
		},
		end: (result, how) => {
			const seconds = (Date.now() - started) / 1000;
			const requests = client.requests - before;
			const cost = `${requests} request${requests === 1 ? '' : 's'}, ${seconds.toFixed(1)} s`;
			const message = `${result} (${[cost, pace].filter(Boolean).join(', ')})`;
			context.logger.info(`${action}: ${message}`);
			if (how === 'logged' && seconds < LONG_RUN_SECONDS) return;
			addHint(context, message, how === 'warning' ? 'warning' : 'info');
		},
	};
}
