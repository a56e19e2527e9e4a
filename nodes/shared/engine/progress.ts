import { addHint, type Run } from './context';

/** Tells how far a run is, and what it took in the end. */
export interface Progress {
	/** Writes a log line: how many are done so far, of how many. */
	line: (done: number, total: number | undefined, what: string) => void;
	/**
	 * Logs the result with the requests and the time it took; shows it as a hint where it is a warning,
	 * where it is asked for, or where the run was long.
	 */
	end: (result: string, type?: 'info' | 'warning', isShown?: boolean) => void;
}

const LONG_RUN_SECONDS = 10;

export function createProgress({ context, client }: Run, action: string): Progress {
	const started = Date.now();
	const before = client.requests;
	return {
		line: (done, total, what) => {
			const of = total === undefined ? '' : ` of ${total}`;
			context.logger.info(`${action}: ${done}${of} ${what}`);
		},
		end: (result, type = 'info', isShown = false) => {
			const seconds = (Date.now() - started) / 1000;
			const requests = client.requests - before;
			const cost = `${requests} request${requests === 1 ? '' : 's'}, ${seconds.toFixed(1)} s`;
			const message = `${result} (${cost})`;
			context.logger.info(`${action}: ${message}`);
			if (type === 'warning' || isShown || seconds >= LONG_RUN_SECONDS) {
				addHint(context, message, type);
			}
		},
	};
}
