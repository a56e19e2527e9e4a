import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { memoryOf, TriggerMemory } from '../../../../nodes/AlertTrigger/polling/processMemory';

beforeEach(() => {
	jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
	jest.useRealTimers();
});

describe('a state that n8n comes with', () => {
	test('is believed where this process has left none', () => {
		expect(new TriggerMemory().isOutdated('of another process')).toBe(false);
	});

	test('is outdated until it is the one that was left last', () => {
		const memory = new TriggerMemory();
		memory.noteStateWritten('one');
		memory.noteStateWritten('two');
		expect(['one', undefined, 'two'].map((mark) => memory.isOutdated(mark))).toEqual([
			true,
			true,
			false,
		]);
	});

	test.each([
		['29 seconds later', 29_000, true],
		['half a minute later: n8n has discarded what was left', 30_000, false],
		['after the clock was set back', -1, false],
	])('%s', (_name, elapsed, isOutdated) => {
		const memory = new TriggerMemory();
		memory.noteStateWritten('left');
		jest.setSystemTime(1_000_000 + elapsed);
		expect(memory.isOutdated('older')).toBe(isOutdated);
	});

	test('is believed where the trigger is started anew', () => {
		const memory = new TriggerMemory();
		memory.noteStateWritten('left');
		memory.start();
		expect(memory.isOutdated('older')).toBe(false);
	});
});

describe('a batch', () => {
	test('of an earlier process has failed, one that appears later is foreign, one of this process is known', () => {
		const memory = new TriggerMemory();
		memory.handOver('batch');
		expect(memory.deliveryOf('batch')).toBe('running');
		memory.settle('batch', 'finished');
		expect(memory.deliveryOf('batch')).toBe('finished');
		expect(memory.deliveryOf('of another process')).toBe('foreign');
		memory.inherit(['of an earlier process']);
		memory.inherit(['seen later']);
		expect(memory.deliveryOf('of an earlier process')).toBe('failed');
		expect(memory.deliveryOf('seen later')).toBe('foreign');
	});

	test('is forgotten once it has ended and no state names it', () => {
		const memory = new TriggerMemory();
		const [running, named, unnamed] = ['a', 'b', 'c'].map(() => memory.newName());
		if (running === undefined || named === undefined || unnamed === undefined) return;
		for (const id of [running, named, unnamed]) memory.handOver(id);
		memory.settle(named, 'failed');
		memory.settle(unnamed, 'failed');
		memory.prune([named]);
		// An own batch that is forgotten was settled before: it is not redelivered.
		expect([running, named, unnamed].map((id) => memory.deliveryOf(id))).toEqual([
			'running',
			'failed',
			'finished',
		]);
	});
});

test('names are of one poll each, and a trigger has one memory', () => {
	const memory = memoryOf('workflow', 'node');
	expect(memoryOf('workflow', 'node')).toBe(memory);
	const others = [memoryOf('workflow', 'other'), memoryOf('other', 'node'), memory];
	expect(new Set([memory, ...others].map((each) => each.newName())).size).toBe(4);
});
