import { jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';

import { sleep } from './quickSleep';

// A suite imports this before what runs nodes, whose waits are then short.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));
