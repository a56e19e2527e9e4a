import { expect, jest, test } from '@jest/globals';

import { memoryOf } from '../../../nodes/polling/pollMemory';
import { nodeWith } from '../../support/unit/node';

const host = (id: string, node: string, credential = 'one') => ({
	getWorkflow: () => ({ id, name: 'Workflow', active: true }),
	getNode: () => ({
		...nodeWith({}, node),
		credentials: { logManagementApi: { id: credential, name: '' } },
	}),
});

test('a node of a workflow with its credential has one memory', () => {
	const memory = memoryOf(host('workflow', 'node'));
	expect(memoryOf(host('workflow', 'node'))).toBe(memory);
	const others = [
		memoryOf(host('workflow', 'other')),
		memoryOf(host('other', 'node')),
		memoryOf(host('workflow', 'node', 'two')),
	];
	expect(new Set([memory, ...others]).size).toBe(4);
});

test.each([
	['at once', 0, false],
	['almost half a minute later', 29_999, false],
	['half a minute later', 30_000, true],
	['after the clock was set back by an hour', -3_600_000, true],
])('a poll with an older state begins %s: %i ms, %j', (_when, ms, begins) => {
	const start = Date.now();
	const now = jest.spyOn(Date, 'now').mockReturnValue(start);
	const memory = memoryOf(host(`clock ${ms}`, 'node'));
	memory.succeed({ pollNumber: 5 }, true);
	now.mockReturnValue(start + ms);
	expect(memory.begin({ pollNumber: 4 }, 'activate')).toBe(begins);
});
