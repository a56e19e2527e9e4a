import { AsyncLocalStorage } from 'node:async_hooks';

export type OnWait = (ms: number) => void;

/** The clocks of some work, in ms, which only its waits move on, and its random numbers. */
interface OwnTime {
	now(): number;
	elapsed(): number;
	advance(ms: number): void;
	random?(): number;
	onWait?: OnWait | undefined;
}

/** The time of work that has its own; any other work sees the host's clocks. */
export const ownTimes = new AsyncLocalStorage<OwnTime>();

let skippedMs = 0;

const now = Date.now.bind(Date);
const elapsed = performance.now.bind(performance);
const random = Math.random.bind(Math);

// The clocks count skipped waits, since they end the locks of the service and the waits of the pace.
Date.now = () => ownTimes.getStore()?.now() ?? now() + skippedMs;
performance.now = () => ownTimes.getStore()?.elapsed() ?? elapsed() + skippedMs;
Math.random = () => ownTimes.getStore()?.random?.() ?? random();

/** Moves the clocks on without a wait. */
export function passTime(ms: number): void {
	const time = ownTimes.getStore();
	if (time === undefined) skippedMs += ms;
	else time.advance(ms);
}
