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

	test('is older unless it is of the last poll, or of a first one that n8n may drop', () => {
		const memory = new PollMemory();
		expect(memory.isOlder('of another process')).toBe(false);
		memory.start();
		expect(memory.isOlder('of another process')).toBe(true);
		memory.noteStateWritten('left');
		memory.start();
		memory.noteStateOffered('offered');
		const states = ['left', 'offered', 'older'].map((pollId) => memory.isOlder(pollId));
		expect(states).toEqual([false, false, true]);
	});
});

describe('polls that follow each other', () => {
	test.each([
		['from the first one on', [60, 60, 3600], 3720],
		['from the one after a time off', [60, 3601, 60], 60],
		['from then on if the clock was set back', [7200, -600, 60], 60],
	])('are counted %s', (_name, seconds, total) => {
		const memory = new PollMemory();
		expect(memory.notePoll(3600)).toBe(0);
		const counts = seconds.map((passed) => {
			jest.setSystemTime(Date.now() + passed * 1000);
			return memory.notePoll(3600);
		});
		expect(counts.at(-1)).toBe(total);
	});
});

describe('the memory of a trigger', () => {
	const create = () => memoryPerTrigger(() => new PollMemory());

	const host = (id: string, node: string, credential = 'one') => ({
		getWorkflow: () => ({ id, name: 'Workflow', active: true }),
		getNode: () => ({
			...nodeWith({}, node),
			credentials: { logManagementApi: { id: credential, name: '' } },
		}),
	});

	test('is one for a node of a workflow with its credential, and each poll has a name of its own', () => {
		const memoryOf = create();
		const memory = memoryOf(host('workflow', 'node'));
		expect(memoryOf(host('workflow', 'node'))).toBe(memory);
		const others = [
			memoryOf(host('workflow', 'other')),
			memoryOf(host('other', 'node')),
			memoryOf(host('workflow', 'node', 'two')),
		];
		expect(new Set([memory, ...others]).size).toBe(4);
		expect(new Set([memory, memory, ...others].map((each) => each.newId())).size).toBe(5);
	});

	test('is kept for a thousand triggers: those that polled longest ago are forgotten', () => {
		const memoryOf = create();
		const first = memoryOf(host('workflow 0', 'node'));
		const second = memoryOf(host('workflow 1', 'node'));
		for (let index = 2; index < 1000; index += 1) memoryOf(host(`workflow ${index}`, 'node'));
		expect(memoryOf(host('workflow 0', 'node'))).toBe(first);
		memoryOf(host('workflow 1000', 'node'));
		expect(memoryOf(host('workflow 0', 'node'))).toBe(first);
		expect(memoryOf(host('workflow 1', 'node'))).not.toBe(second);
	});
});

test('a poll is the first one of each state object', () => {
	const data = {};
	expect([isFirstPoll(data), isFirstPoll(data), isFirstPoll({})]).toEqual([true, false, true]);
});
