import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import {
	isFirstPoll,
	memoryPerTrigger,
	PollMemory,
} from '../../../../nodes/shared/polling/pollMemory';
import { nodeWith } from '../../../support/unit/node';

beforeEach(() => {
	jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
	jest.useRealTimers();
});

describe('a state that n8n comes with', () => {
	test('is believed where this process has left none', () => {
		expect(new PollMemory().isOutdated('of another process')).toBe(false);
	});

	test('is outdated until it is the one that was left last', () => {
		const memory = new PollMemory();
		memory.noteStateWritten('one');
		memory.noteStateWritten('two');
		expect(['one', undefined, 'two'].map((pollId) => memory.isOutdated(pollId))).toEqual([
			true,
			true,
			false,
		]);
	});

	test('is believed after a failed poll, whether n8n kept what that left or discarded it', () => {
		const memory = new PollMemory();
		memory.noteStateWritten('one');
		memory.noteStateWritten('two');
		memory.noteFailed('two', 'one');
		expect(['none', 'one', 'two'].map((pollId) => memory.isOutdated(pollId))).toEqual([
			true,
			false,
			false,
		]);
		memory.noteFailed('two', undefined);
		expect(memory.isOutdated('none')).toBe(false);
	});

	test.each([
		['29 seconds later', 29_000, true],
		['half a minute later: n8n has discarded what was left', 30_000, false],
		['after the clock was set back', -1, false],
	])('%s', (_name, elapsed, isOutdated) => {
		const memory = new PollMemory();
		memory.noteStateWritten('left');
		jest.setSystemTime(1_000_000 + elapsed);
		expect(memory.isOutdated('older')).toBe(isOutdated);
	});

	test('is believed where the trigger is started anew', () => {
		const memory = new PollMemory();
		memory.noteStateWritten('left');
		memory.start();
		expect(memory.isOutdated('older')).toBe(false);
	});
});

test('names are of one poll each, and a trigger has one memory', () => {
	const memoryOf = memoryPerTrigger(() => new PollMemory());
	const host = (id: string, node: string): Parameters<typeof memoryOf>[0] => ({
		getWorkflow: () => ({ id, active: true }),
		getNode: () => nodeWith({}, node),
	});
	const memory = memoryOf(host('workflow', 'node'));
	expect(memoryOf(host('workflow', 'node'))).toBe(memory);
	const others = [memoryOf(host('workflow', 'other')), memoryOf(host('other', 'node')), memory];
	expect(new Set([memory, ...others].map((each) => each.newId())).size).toBe(4);
});

test('a poll is the first one of each state object', () => {
	const data = {};
	expect([isFirstPoll(data), isFirstPoll(data), isFirstPoll({})]).toEqual([true, false, true]);
});
