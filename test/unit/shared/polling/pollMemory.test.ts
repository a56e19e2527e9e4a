import { expect, test } from '@jest/globals';

import { memoryOf } from '../../../../nodes/shared/polling/pollMemory';
import { nodeWith } from '../../../support/unit/node';

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
