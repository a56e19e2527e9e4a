import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

import { jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';

/** The clock of work in `onOwnClock`, which only waits move on. */
interface OwnTime {
	now: number;
	onWait: (ms: number) => void;
}

const times = new AsyncLocalStorage<OwnTime>();

let skippedMs = 0;

// The clocks count skipped waits, since they end the locks of the service and the waits of the pace.
for (const clock of [Date, performance]) {
	const now = clock.now.bind(clock);
	clock.now = () => times.getStore()?.now ?? now() + skippedMs;
}

/** Moves the host's clock on without a wait. */
export function passTime(ms: number): void {
	const time = times.getStore();
	if (time === undefined) skippedMs += ms;
	else time.now += ms;
}

const sleep = async (ms: number): Promise<void> => {
	times.getStore()?.onWait(ms);
	passTime(ms);
	await setImmediate();
};

// A suite imports this file before the code that runs nodes, to shorten their waits.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));

/** Runs `work` on a separate clock and passes each wait, in ms, to `onWait`. */
export const onOwnClock = async <T>(
	work: () => Promise<T>,
	onWait: OwnTime['onWait'] = () => undefined,
): Promise<T> => await times.run({ now: Date.now(), onWait }, work);
