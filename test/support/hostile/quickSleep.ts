import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** The time of what runs with `onOwnClock`: it passes by waits alone. */
interface OwnTime {
	now: number;
	onWait: (ms: number) => void;
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

/** Stands in for the `sleep` of n8n-workflow: moves the clock on instead. */
export const sleep = async (ms: number): Promise<void> => {
	times.getStore()?.onWait(ms);
	passTime(ms);
	await setImmediate();
};

/** Runs `work` on a clock of its own; `onWait` is told each wait that it asks for, in ms. */
export const onOwnClock = async <T>(
	work: () => Promise<T>,
	onWait: OwnTime['onWait'] = () => undefined,
): Promise<T> => await times.run({ now: Date.now(), onWait }, work);
