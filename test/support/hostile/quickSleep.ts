import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** A wait that the package asked for: how long, and what went with it. */
export type Waits = number[];

const waits = new AsyncLocalStorage<Waits>();

/** Stands in for the `sleep` of n8n-workflow: keeps the wait, in ms, and does not wait. */
export const sleep = async (ms: number): Promise<void> => {
	waits.getStore()?.push(ms);
	await setImmediate();
};

/** Runs `work` and keeps in `kept` the waits that it asked for. */
export const keepingWaits = async <T>(kept: Waits, work: () => Promise<T>): Promise<T> =>
	await waits.run(kept, work);
