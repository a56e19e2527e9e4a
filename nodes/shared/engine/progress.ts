import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ApiClient } from '../http/client';
import { withoutMarkup } from '../nodeErrors';
import { countText } from '../texts';
import type { Run } from './run';

const MAX_HINT_CHARACTERS = 2000;

/** Adds a hint, if this version of n8n supports hints. */
export function addHint(
	context: IExecuteFunctions,
	message: string,
	type: NonNullable<NodeExecutionHint['type']>,
): void {
	if (typeof context.addExecutionHints !== 'function') return;
	const text = withoutMarkup(message.slice(0, MAX_HINT_CHARACTERS));
	context.addExecutionHints({ message: text, location: 'outputPane', type });
}

/** The hint of a run that takes at least this long shows its requests and its time. */
const LONG_RUN_SECONDS = 10;

/** States the minimum time until the last of the next requests may leave; empty below half a second. */
export function paceText({ expectedWait }: ApiClient, requests: number): string {
	const seconds = Math.round(expectedWait(requests) / 1000);
	if (seconds === 0) return '';
	const duration = seconds > 120 ? `${Math.floor(seconds / 60)} minutes` : `${seconds} s`;
	return `at least ${duration} because of Requests per Minute in the credential or a wait that the service requested`;
}

const countRequests = ({ sessions }: Run): number =>
	[...new Set(sessions)].reduce(
		(sum, session) => sum + (session instanceof Error ? 0 : session.client.requestCount),
		0,
	);

export type ProgressLog = ReturnType<typeof createProgress>;

/** Reports the progress of a run, and its cost at the end. @param action the beginning of each line in the log */
export function createProgress(run: Run, action: string) {
	const { context } = run;
	const started = Date.now();
	let pace = '';
	return {
		logCount: (done: number, total: number | undefined, label: string): void => {
			const of = total === undefined ? '' : ` of ${total}`;
			context.logger.info(`${action}: ${done}${of} ${label}`);
		},
		/** Logs how long the requests of a write take at least, if they have to wait. */
		logPace: (client: ApiClient, requests: number): void => {
			// A write may send several groups of requests, so only the first pace is logged.
			if (pace !== '') return;
			pace = paceText(client, requests);
			if (pace !== '')
				context.logger.info(`${action}: ${countText(requests, 'requests')} will take ${pace}`);
		},
		/** Logs the result with the number of requests and the time; the hint of a long run shows both too. */
		finish: (result: string, display: 'logged' | 'shown' | 'warning'): void => {
			const seconds = (Date.now() - started) / 1000;
			const requests = countRequests(run);
			const cost = `took ${countText(requests, 'requests')}, ${seconds.toFixed(1)} s`;
			const message = `${result} (${[cost, pace].filter(Boolean).join(', ')})`;
			context.logger.info(`${action}: ${message}`);
			const isLong = seconds >= LONG_RUN_SECONDS;
			if (display === 'logged' && !isLong) return;
			run.showHint(isLong ? message : result, display === 'warning' ? 'warning' : 'info');
		},
	};
}
