import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

import { jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';

/** The time of what runs with `onOwnClock`: it passes by waits alone. */
interface OwnTime {
	now: number;
	onWait: (ms: number) => void;
}

const times = new AsyncLocalStorage<OwnTime>();

const hostNow = Date.now;

let skippedMs = 0;

// A lock of the service ends by the clock, which has to know of the waits.
Date.now = () => times.getStore()?.now ?? hostNow() + skippedMs;

/** Moves the host's clock on, without a wait. */
export function passTime(ms: number): void {
	const time = times.getStore();
	if (time === undefined) skippedMs += ms;
	else time.now += ms;
}

/** Moves the clock on instead. */
const sleep = async (ms: number): Promise<void> => {
	times.getStore()?.onWait(ms);
	passTime(ms);
	await setImmediate();
};

// A suite imports this file before what runs nodes, whose waits are then short.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));

/** Runs `work` on a separate clock and passes each wait, in ms, to `onWait`. */
export const onOwnClock = async <T>(
	work: () => Promise<T>,
	onWait: OwnTime['onWait'] = () => undefined,
): Promise<T> => await times.run({ now: Date.now(), onWait }, work);
