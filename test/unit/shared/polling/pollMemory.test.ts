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
	test('is used if this process has left none', () => {
		const memory = new PollMemory();
		expect([memory.isOlder('another'), memory.isOutdated('another')]).toEqual([false, false]);
	});

	test('is older unless the last poll left it', () => {
		const memory = new PollMemory();
		memory.noteWritten('one');
		memory.noteWritten('two');
		expect(['one', undefined, 'two'].map((id) => memory.isOlder(id))).toEqual([true, true, false]);
	});

	test.each([
		['29 seconds later', 29_000, true],
		['half a minute later, since n8n has discarded what was left', 30_000, false],
		['after the clock was set back', -1, false],
	])('is outdated %s: %#', (_when, elapsed, isOutdated) => {
		const memory = new PollMemory();
		memory.noteWritten('left');
		jest.setSystemTime(1_000_000 + elapsed);
		expect([memory.isOutdated('older'), memory.isOutdated('left')]).toEqual([isOutdated, false]);
	});

	test('is used when n8n loads the workflow, however old it is', () => {
		const memory = new PollMemory();
		memory.noteWritten('left');
		memory.start();
		expect(memory.isOutdated('older')).toBe(false);
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

	test('is one for a node of a workflow with its credential', () => {
		const memoryOf = create();
		const memory = memoryOf(host('workflow', 'node'));
		expect(memoryOf(host('workflow', 'node'))).toBe(memory);
		const others = [
			memoryOf(host('workflow', 'other')),
			memoryOf(host('other', 'node')),
			memoryOf(host('workflow', 'node', 'two')),
		];
		expect(new Set([memory, ...others]).size).toBe(4);
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
