import { addHint, type Run } from './context';

/** Tells a user who watches how far a run is, and what it took in the end. */
export interface Progress {
	/** Writes a log line: how many are done so far, of how many. */
	line: (done: number, total: number | undefined, what: string) => void;
	/** Shows a hint: the result in words, with the requests and the time it took. */
	end: (result: string, type?: 'info' | 'warning') => void;
}

export function createProgress({ context, api }: Run, action: string): Progress {
	const started = Date.now();
	const before = api.requests;
	return {
		line: (done, total, what) => {
			const of = total === undefined ? '' : ` of ${total}`;
			context.logger.info(`${action}: ${done}${of} ${what}`);
		},
		end: (result, type = 'info') => {
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			const requests = api.requests - before;
			addHint(context, {
				message: `${result} (${requests} request${requests === 1 ? '' : 's'}, ${seconds} s)`,
				location: 'outputPane',
				type,
			});
		},
	};
}
