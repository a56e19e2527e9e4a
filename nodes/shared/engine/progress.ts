import type { ApiClient } from '../http/client';
import { countText } from '../texts';
import type { Run } from './run';

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
	return {
		logCount: (done: number, total: number | undefined, label: string): void => {
			const of = total === undefined ? '' : ` of ${total}`;
			context.logger.info(`${action}: ${done}${of} ${label}`);
		},
		/** Logs how long the requests of a write take at least, if they have to wait. */
		logPace: (client: ApiClient, requests: number): void => {
			const pace = paceText(client, requests);
			if (pace === '') return;
			context.logger.info(`${action}: ${countText(requests, 'requests')} will take ${pace}`);
		},
		/** Logs the result with the number of requests and the time, and shows it as a hint. */
		finish: (result: string, hint: 'info' | 'warning' | undefined): void => {
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			const requests = countText(countRequests(run), 'requests');
			context.logger.info(`${action}: ${result} (took ${requests}, ${seconds} s)`);
			if (hint !== undefined) run.showHint(result, hint);
		},
	};
}
