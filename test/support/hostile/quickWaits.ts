import { setImmediate } from 'node:timers/promises';

import { jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';

import { ownTimes, passTime, type OnWait } from '../ownTime';

const sleep = async (ms: number): Promise<void> => {
	ownTimes.getStore()?.onWait?.(ms);
	passTime(ms);
	await setImmediate();
};

// A suite imports this file before the code that runs nodes, to shorten their waits.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));

/** Runs `work` on a separate clock and passes each wait, in ms, to `onWait`. */
export async function onOwnClock<T>(work: () => Promise<T>, onWait?: OnWait): Promise<T> {
	let time = Date.now();
	const clock = (): number => time;
	const advance = (ms: number): void => void (time += ms);
	return await ownTimes.run({ now: clock, elapsed: clock, advance, onWait }, work);
}
