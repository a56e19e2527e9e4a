import { beforeEach, describe, expect, it } from '@jest/globals';

import '../support/hostile/quickWaits';
import { accountOf } from '../support/account';
import { useCaseService } from '../support/cases/useCaseService';
import { exampleOf, examples, prepare, type Example } from '../support/hostile/examples';
import { onOwnClock } from '../support/hostile/quickWaits';
import { passTime } from '../support/ownTime';
import type { Fault } from '../support/service/faults';

const service = useCaseService({ bulkFetchesBeforeReady: 0 });

// In the previous test, the service made the access token wait.
beforeEach(() => passTime(3_600_000));

async function start(example: Example, stop: AbortController, fault: Fault) {
	const credentials = { ...accountOf(service), timeout: 600 };
	const runExample = await prepare(service, example, { credentials, cancel: stop.signal });
	service.faults.push(fault);
	return await runExample();
}

const deletion = exampleOf('logSource.delete');
const dryRun = { ...deletion.parameters, options: { dryRun: true } };

// n8n gives a poll no signal to stop. A dry run has only look-ups.
const runs = [
	...examples
		.filter(({ polls }) => polls !== true)
		.map((example) => [example.operation, example] as const),
	['a dry run', { ...deletion, parameters: dryRun }] as const,
];

describe('cancelling', () => {
	it.each(runs)('%s ends it while it waits for a response', async (_name, example) => {
		const stop = new AbortController();
		const running = start(example, stop, { kind: 'hang' });
		while (service.faults.length === 0 || service.requests.length === 0)
			await new Promise((later) => setTimeout(later, 5));
		stop.abort();
		const { error, logs } = await running;
		expect(error?.message).toMatch(/cancel/);
		expect(logs.map(({ message }) => message).join()).not.toContain('took');
		expect(service.requests.length).toBe(1);
	});

	it.each(runs)('%s ends a long wait within a second', async (_name, example) => {
		const fault: Fault = { kind: 'status', status: 429, retryAfter: 'seconds' };
		const stop = new AbortController();
		let waited = 0;
		const { error } = await onOwnClock(
			async () => await start(example, stop, fault),
			(ms) => {
				waited += ms;
				stop.abort();
			},
		);
		expect(error?.message).toMatch(/cancel/);
		expect(waited).toBeLessThan(1000);
		expect(service.requests.length).toBe(1);
	});
});
