import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ApiClient } from '../http/client';
import type { Run } from './run';

const MAX_HINT_CHARACTERS = 2000;

/** Adds a hint, if this n8n shows hints of a running node. n8n renders hints as HTML. */
export function addHint(
	context: IExecuteFunctions,
	message: string,
	type: NonNullable<NodeExecutionHint['type']>,
): void {
	if (typeof context.addExecutionHints !== 'function') return;
	const text = message.slice(0, MAX_HINT_CHARACTERS).replaceAll('&', '&amp;');
	const html = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	context.addExecutionHints({ message: html, location: 'outputPane', type });
}

/** Reports the progress of a run, and its cost at the end. */
export interface Progress {
	/** Logs how many records or items are done. */
	line: (done: number, total: number | undefined, what: string) => void;
	/** Logs the least time that the next requests take, if the pace holds them back. */
	expect: (client: ApiClient, requests: number) => void;
	/** Logs the result with the requests and the time it took; the hint of a long run shows them too. */
	end: (result: string, display: 'logged' | 'shown' | 'warning') => void;
}

const LONG_RUN_SECONDS = 10;

/** Says how long requests take at least because of the pace; empty if it does not hold them back. */
export function paceText({ expectedWait }: ApiClient, requests: number): string {
	const seconds = Math.round(expectedWait(requests) / 1000);
	if (seconds === 0) return '';
	const duration = seconds > 120 ? `${Math.floor(seconds / 60)} minutes` : `${seconds} s`;
	return `at least ${duration} because of Requests per Minute in the credential`;
}

const requestsOf = ({ sessions }: Run): number =>
	[...new Set(sessions)].reduce(
		(sum, session) => sum + ('client' in session ? session.client.requests : 0),
		0,
	);

export function createProgress(run: Run, action: string): Progress {
	const { context } = run;
	const started = Date.now();
	let pace = '';
	return {
		line: (done, total, what) => {
			const of = total === undefined ? '' : ` of ${total}`;
			context.logger.info(`${action}: ${done}${of} ${what}`);
		},
		expect: (client, requests) => {
			// Only the first list of a run is announced.
			if (pace !== '') return;
			pace = paceText(client, requests);
			if (pace !== '') context.logger.info(`${action}: ${requests} requests take ${pace}`);
		},
		end: (result, display) => {
			const seconds = (Date.now() - started) / 1000;
			const requests = requestsOf(run);
			const cost = `took ${requests} request${requests === 1 ? '' : 's'}, ${seconds.toFixed(1)} s`;
			const message = `${result} (${[cost, pace].filter(Boolean).join(', ')})`;
			context.logger.info(`${action}: ${message}`);
			const isLong = seconds >= LONG_RUN_SECONDS;
			if (display === 'logged' && !isLong) return;
			addHint(context, isLong ? message : result, display === 'warning' ? 'warning' : 'info');
		},
	};
}
