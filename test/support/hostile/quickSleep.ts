import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** The waits that the package asked for, in ms. */
export type Waits = number[];

/** The time of what runs with `keepingWaits`: it passes by waits alone. */
interface OwnTime {
	waits: Waits;
	now: number;
}

const times = new AsyncLocalStorage<OwnTime>();

const hostNow = Date.now;

let skipped = 0;

// A lock of the service ends by the clock, which has to know of the waits.
Date.now = () => times.getStore()?.now ?? hostNow() + skipped;

/** Moves the host's clock on, without a wait. */
export function passTime(ms: number): void {
	const time = times.getStore();
	if (time === undefined) skipped += ms;
	else time.now += ms;
}

/** Stands in for the `sleep` of n8n-workflow: keeps the wait, in ms, and moves the clock on instead. */
export const sleep = async (ms: number): Promise<void> => {
	times.getStore()?.waits.push(ms);
	passTime(ms);
	await setImmediate();
};

/** Runs `work` on a clock of its own and keeps in `kept` the waits that it asked for. */
export const keepingWaits = async <T>(kept: Waits, work: () => Promise<T>): Promise<T> =>
	await times.run({ waits: kept, now: Date.now() }, work);
