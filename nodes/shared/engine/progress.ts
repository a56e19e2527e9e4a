import type { ApiClient } from '../http/client';
import { addHint, type Run } from './context';

/** Tells how far a run is, and what it took in the end. */
export interface Progress {
	/** Writes a log line: how many are done so far, of how many. */
	line: (done: number, total: number | undefined, what: string) => void;
	/** Logs how long requests that are about to be sent take at least, if the pace holds them back. */
	expect: (requests: number) => void;
	/**
	 * Logs the result with the requests and the time it took; shows it as a hint if it is a warning,
	 * if it is asked for, or if the run was long.
	 */
	end: (result: string, type?: 'info' | 'warning', isShown?: boolean) => void;
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
		end: (result, type = 'info', isShown = false) => {
			const seconds = (Date.now() - started) / 1000;
			const requests = client.requests - before;
			const cost = `${requests} request${requests === 1 ? '' : 's'}, ${seconds.toFixed(1)} s`;
			const message = `${result} (${[cost, pace].filter(Boolean).join(', ')})`;
			context.logger.info(`${action}: ${message}`);
			if (type === 'warning' || isShown || seconds >= LONG_RUN_SECONDS) {
				addHint(context, message, type);
			}
		},
	};
}
