import { subscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';

import { jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';

/** Turns of the event loop without a request or a new wait, after which nothing but waits goes on. */
const STILL = 10;

let now = Date.now();

Date.now = () => now;

/** Moves the clock, which stands still otherwise, on. */
export function passTime(ms: number): void {
	now += ms;
}

const waits = new Map<() => void, number>();
let requests = 0;
let isWatched = false;
/** Counts what happens, so that a still moment is noticed. */
let happened = 0;

subscribe('http.client.request.start', () => {
	requests += 1;
	happened += 1;
});
for (const end of ['http.client.response.finish', 'http.client.request.error']) {
	subscribe(end, () => {
		requests -= 1;
		happened += 1;
	});
}

/** Moves the clock to the end of the next waits whenever nothing else goes on. */
async function watch(): Promise<void> {
	isWatched = true;
	while (waits.size > 0) {
		const before = happened;
		for (let turn = 0; turn < STILL; turn += 1) await setImmediate();
		if (requests > 0 || happened > before) continue;
		now = Math.max(now, Math.min(...waits.values()));
		for (const [end, until] of waits) {
			if (until > now) continue;
			waits.delete(end);
			end();
		}
	}
	isWatched = false;
}

// A suite imports this before what runs nodes: the waits of several runs then pass together.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep: async (ms: number): Promise<void> => {
		happened += 1;
		await new Promise<void>((end) => {
			waits.set(end, Date.now() + ms);
			if (!isWatched) void watch();
		});
	},
}));
